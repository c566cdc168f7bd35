import * as z from 'zod/mini'
import { Id, line, prose, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone } from '../kernel/visibility.ts'
import { WebAddress } from '../posts/fields.ts'
import { OwnPicture } from '../sequences/schema.ts'

export const BookYear = z.int().check(z.minimum(1900), z.maximum(2999))
export const BookSetTitle = line(1, 200)
/** Plain text, an empty line between paragraphs. */
export const BookSetText = prose(5_000)

/**
 * Essays of this site that came out as a printed book, or a set of them. Written by administrators.
 */
export const BookSet = z.object({
  id: Id,
  /** Its address: `/books/YEAR`. */
  year: BookYear,
  title: z.string(),
  text: z.string(),
  coverUrl: OwnPicture,
  /** Where it is sold. */
  buyUrl: z.nullable(WebAddress),
  /** What is in it, to be read here. */
  collectionId: z.nullable(Id),
  createdAt: Time,
})
export type BookSet = z.infer<typeof BookSet>

/** Devices have it as finished pages. */
export const bookSets = defineTable({
  name: 'book_sets',
  row: BookSet,
  indexes: [['year']],
  unique: [['year']],
  // Public work of administrators.
  visibility: everyone,
})
