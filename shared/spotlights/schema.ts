import * as z from 'zod/mini'
import { Id, line, prose, Time } from '../kernel/fields.ts'
import { defineDetails } from '../kernel/details.ts'
import { defineTable } from '../kernel/table.ts'
import { WebAddress } from '../posts/fields.ts'
import { OwnPicture } from '../sequences/schema.ts'

export const spotlightLimits = {
  /** Drafts, and those that were taken away, included. */
  spotlights: 1_000,
  title: 200,
  words: 2_000,
  days: 90,
  /** Unless the moderators say otherwise. */
  usualDays: 3,
} as const

export const spotlightKinds = ['post', 'sequence'] as const

const Line = line(0, spotlightLimits.title)
/** Plain text, an empty line between paragraphs. */
const Words = prose(spotlightLimits.words)
const Days = z.int().check(z.minimum(1), z.maximum(spotlightLimits.days))

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
  days: Days,
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

/** What moderators change of one, in the order of the form. */
export const spotlightDetails = defineDetails(spotlights, {
  header: { value: Line, label: 'Text above the title' },
  title: { value: Line, label: 'Title', help: 'Leave empty for the default.' },
  subtitle: { value: Line, label: 'Text below the title' },
  subtitleUrl: { value: z.nullable(WebAddress), label: 'Link for that text', invalid: 'Enter a full URL starting with https://.' },
  words: {
    ...{ value: Words, label: 'Description', rows: 4, maxLength: spotlightLimits.words },
    invalid: 'At most 2,000 characters.',
  },
  imageUrl: {
    ...{ value: OwnPicture, label: 'Picture', help: 'URL of a picture on this site. Leave empty for the default.' },
    invalid: 'Enter the URL of a picture uploaded to this site, or leave it empty.',
  },
  days: { value: Days, label: 'Days', invalid: 'Enter a whole number of days from 1 to 90.' },
  showsAuthor: { value: z.boolean(), label: 'Show author’s name' },
  isDraft: { value: z.boolean(), label: 'Draft', isIn: 'elsewhere' },
})
