import * as z from 'zod/mini'
import { Id, line, prose, Time } from '../kernel/fields.ts'
import { defineDetails } from '../kernel/details.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone } from '../kernel/visibility.ts'
import { WebAddress } from '../posts/fields.ts'
import { OwnPicture } from '../sequences/schema.ts'

/**
 * Essays of this site that came out as a printed book, or a set of them. Written by administrators.
 */
export const BookSet = z.object({
  id: Id,
  /** Its address: `/books/YEAR`. */
  year: z.number(),
  title: z.string(),
  /** Plain text, an empty line between paragraphs. */
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

/** What administrators say of one, in the order of the form. */
export const bookSetDetails = defineDetails(bookSets, {
  year: {
    ...{ value: z.int().check(z.minimum(1900), z.maximum(2999)), label: 'Year', isRequired: true, maxLength: 4 },
    ...{ invalid: 'Enter a four-digit year.', taken: 'That year already has books.' },
  },
  title: { value: line(1, 200), label: 'Title', isRequired: true, maxLength: 200 },
  text: { value: prose(5_000), label: 'Description', rows: 5, maxLength: 5_000 },
  coverUrl: {
    ...{ value: OwnPicture, label: 'Cover', help: 'URL of a picture on this site.' },
    invalid: 'Enter the URL of a picture uploaded to this site, or leave it empty.',
  },
  buyUrl: { value: z.nullable(WebAddress), label: 'Store URL', invalid: 'Enter a full URL starting with https://.' },
  collectionId: { value: z.nullable(Id), label: 'Contents', help: 'URL of a collection on this site.', field: 'collection' },
})
