import * as z from 'zod/mini'
import { Id, line, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone } from '../kernel/visibility.ts'
import { pictureIdOf } from '../pictures/address.ts'
import { EssayBody } from '../text/schema.ts'
import { isListable } from './listable.ts'

export const sequenceLimits = {
  title: 500,
  /** Of one member. */
  sequences: 500,
  chapters: 100,
  /** In one sequence, and directly in one book. */
  posts: 300,
  books: 50,
  sequencesInBook: 100,
  bodyCharacters: 50_000,
} as const

export const SequenceTitle = line(1, sequenceLimits.title)
export const OptionalTitle = line(0, sequenceLimits.title)

/** A picture that was uploaded to this site, by its address. */
export const OwnPicture = z.nullable(z.string().check(z.refine((src) => pictureIdOf(src) !== null, 'not a picture of this site')))

/** Characters of the words for one, for who cannot see it. */
export const pictureAltLength = 300

/** A place in an order that people set by hand. */
export const Order = z.nullable(z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000)))

/**
 * Posts in an order that somebody chose for readers. Written by its author; the staff's fields by
 * the staff.
 */
export const Sequence = z.object({
  id: Id,
  authorId: Id,
  title: z.string(),
  body: EssayBody,
  bannerUrl: z.nullable(z.string()),
  /** For cards in lists; the banner stands in where there is none. */
  cardUrl: z.nullable(z.string()),
  isDraft: z.boolean(),
  isHiddenFromProfile: z.boolean(),
  /** Among its author's, ascending; those without one come after, newest first. */
  profileOrder: Order,
  /** Staff: among the chosen ones of the library, descending. `null`: it is none of them. */
  curatedOrder: Order,
  /** Staff: in no list; whoever has the address reads it. */
  isHidden: z.boolean(),
  /** Staff: search engines leave it out. */
  noIndex: z.boolean(),
  /**
   * The first book it was put into: reading goes on there at its end, and the library shows it
   * under its collection.
   */
  bookId: z.nullable(Id),
  createdAt: Time,
  /** When it was first no draft; `null` while it never was. */
  publishedAt: z.nullable(Time),
  /** When a post was last added. */
  lastUpdatedAt: Time,
  removedAt: z.nullable(Time),
  /** By whom: what the staff took down its author does not bring back. */
  removedById: z.nullable(Id),
  /** Waits for a moderator (new author, where the deployment asks for it): hidden from others. */
  awaitsReview: z.optional(z.boolean()),
})
export type Sequence = z.infer<typeof Sequence>

export const sequences = defineTable({
  name: 'sequences',
  row: Sequence,
  indexes: [['authorId', 'createdAt'], ['publishedAt'], ['curatedOrder']],
  visibility: {
    scope: (sequence) => (isListable(sequence) ? 'public' : `user:${sequence.authorId}`),
    shape: (sequence) => `sequence:${sequence.id}`,
  },
})

/** A part of a sequence. A post keeps its place here while it is a draft or removed. */
export const Chapter = z.object({
  id: Id,
  sequenceId: Id,
  /** Its place in the sequence, from 1 on. */
  number: z.number(),
  title: z.string(),
  subtitle: z.string(),
  body: EssayBody,
  /** Ordered, each once in a sequence. */
  postIds: z.array(Id),
  /**
   * Of these, drafts and what was withdrawn: their ids go to those alone who may change the
   * sequence. Kept up as posts come out and go.
   */
  hiddenIds: z.optional(z.array(Id)),
  /** The sequence's: whose devices get the hidden ids too. */
  authorId: z.optional(Id),
})
export type Chapter = z.infer<typeof Chapter>

export const chapters = defineTable({
  name: 'chapters',
  row: Chapter,
  indexes: [['sequenceId', 'number']],
  visibility: {
    scope: (chapter) => `sequence:${chapter.sequenceId}`,
    shape: (chapter) => `sequence:${chapter.sequenceId}`,
  },
})

/**
 * That a post stands in a sequence; id `SEQUENCE:POST`. Follows from the chapters, and says since
 * when and whether by choice.
 */
export const SequencePost = z.object({
  id: z.string(),
  sequenceId: Id,
  postId: Id,
  addedAt: Time,
  /** Staff: of all sequences with this post, the one by which one goes on from it. */
  isMain: z.boolean(),
  /** As `hiddenIds` of its chapter. */
  isHidden: z.optional(z.boolean()),
  /** As of its chapter. */
  authorId: z.optional(Id),
})
export type SequencePost = z.infer<typeof SequencePost>

export const sequencePosts = defineTable({
  name: 'sequence_posts',
  row: SequencePost,
  indexes: [
    ['postId', 'addedAt'],
    ['sequenceId', 'addedAt'],
  ],
  visibility: { scope: (place) => `sequence:${place.sequenceId}`, shape: (place) => `sequence:${place.sequenceId}` },
})

export function sequencePostId(sequenceId: string, postId: string): string {
  return `${sequenceId}:${postId}`
}

/** Letters of an address: `codex`, `the-long-way`. */
export const CollectionSlug = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/u), z.maxLength(60))

/** Books of sequences: a reading plan. Made by administrators, written by its author and them. */
export const Collection = z.object({
  id: Id,
  authorId: Id,
  title: z.string(),
  slug: z.string(),
  body: EssayBody,
  /** Path on this site where reading begins; `null`: its first post. */
  firstPageLink: z.nullable(z.string()),
  hidesStart: z.boolean(),
  cardUrl: z.nullable(z.string()),
  noIndex: z.boolean(),
  createdAt: Time,
})
export type Collection = z.infer<typeof Collection>

/** Devices have it as finished pages. */
export const collections = defineTable({
  name: 'collections',
  row: Collection,
  indexes: [['slug'], ['createdAt']],
  unique: [['slug']],
  // Public work of administrators; the sequences and posts in it pass their own read policies.
  visibility: everyone,
})

export const Book = z.object({
  id: Id,
  collectionId: Id,
  /** Its place in the collection, from 1 on. */
  number: z.number(),
  title: z.string(),
  subtitle: z.string(),
  /** In the table of contents; empty: the title. */
  tocTitle: z.string(),
  body: EssayBody,
  /** Ordered, each once in a collection. */
  sequenceIds: z.array(Id),
  postIds: z.array(Id),
  showsGrid: z.boolean(),
  showsChapters: z.boolean(),
  hidesProgress: z.boolean(),
})
export type Book = z.infer<typeof Book>

export const books = defineTable({
  name: 'books',
  row: Book,
  indexes: [['collectionId', 'number']],
  visibility: everyone,
})
