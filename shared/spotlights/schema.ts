import * as z from 'zod/mini'
import { Id, line, prose, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { WebAddress } from '../posts/fields.ts'
import { OwnPicture } from '../sequences/schema.ts'
import { spotlightLimits } from './limits.ts'

export const spotlightKinds = ['post', 'sequence'] as const

export const SpotlightLine = line(0, spotlightLimits.title)
/** Plain text, an empty line between paragraphs. */
export const SpotlightWords = prose(spotlightLimits.words)
export const SpotlightDays = z.int().check(z.minimum(1), z.maximum(spotlightLimits.days))

/**
 * Something older that is shown at the top of the front page for some days, then the next one.
 * Written by moderators.
 */
export const Spotlight = z.object({
  id: Id,
  /** A wiki page is a post. */
  targetKind: z.enum(spotlightKinds),
  targetId: Id,
  /** Its place in the order, from 1 on. */
  number: z.number(),
  /** How long its turn is. */
  days: SpotlightDays,
  /** When its turn last began; 0: it never had one. */
  shownAt: Time,
  isDraft: z.boolean(),
  isRemoved: z.boolean(),
  /** Empty: what it points at says it. */
  title: z.string(),
  subtitle: z.string(),
  /** Where the subtitle leads. */
  subtitleUrl: z.nullable(WebAddress),
  /** A word above the title. */
  header: z.string(),
  words: z.string(),
  imageUrl: OwnPicture,
  showsAuthor: z.boolean(),
  createdAt: Time,
})
export type Spotlight = z.infer<typeof Spotlight>

/** Devices have it as finished pages. */
export const spotlights = defineTable({
  name: 'spotlights',
  row: Spotlight,
  indexes: [['number'], ['shownAt']],
  visibility: { scope: (spotlight) => (spotlight.isDraft || spotlight.isRemoved ? 'mod' : 'public') },
})
