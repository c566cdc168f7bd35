/**
 * Collections and their books. Asked of the server, which must be there: administrators' work
 * (content.md 13).
 */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Transaction } from '../kernel/transaction.ts'
import type { Book } from './schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { withMentions } from '../accounts/typed-mentions.ts'
import { isPublic } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'
import { EssayBody } from '../text/schema.ts'
import { requireShort } from './mutations.ts'
import { noText, placedBefore, putNumbered } from './ordering.ts'
import { booksOf } from './queries.ts'
import { canEditBooks, canEditCollection, canMakeCollection, canReadSequence } from './rules.ts'
import { books, collections, CollectionSlug, OptionalTitle, OwnPicture, sequenceLimits, sequences, SequenceTitle } from './schema.ts'
import { kindFacts } from '../posts/kinds.ts'
import { isSameJson } from '../kernel/same.ts'

/** @throws AppError 'taken' with `slug` when another collection has that name in its address. */
export const createCollection = defineMutation({
  name: 'collections.create',
  args: z.strictObject({ id: Id, title: SequenceTitle, slug: CollectionSlug }),
  async run({ tx, viewer, now }, { id, title, slug }) {
    authorize(canMakeCollection(viewer))
    const { userId: authorId } = signedIn(viewer)
    const existing = await tx.get(collections, id)
    if (existing !== undefined) {
      if (existing.authorId !== authorId) throw new AppError('not-found')
      return
    }
    const look = { body: noText, firstPageLink: null, hidesStart: false, cardUrl: null, noIndex: false }
    await tx.put(collections, { id, authorId, title, slug, ...look, createdAt: now })
  },
})

/** A path on this site and nothing else: one slash, no host. */
const OwnPath = z.nullable(z.string().check(z.maxLength(500), z.regex(/^\/(?![/\\])[^\s\\]*$/u)))

const collectionDetail = z.discriminatedUnion('field', [
  z.strictObject({ field: z.literal('title'), value: SequenceTitle }),
  z.strictObject({ field: z.literal('slug'), value: CollectionSlug }),
  z.strictObject({ field: z.literal('body'), value: EssayBody }),
  z.strictObject({ field: z.literal('firstPageLink'), value: OwnPath }),
  z.strictObject({ field: z.literal('hidesStart'), value: z.boolean() }),
  z.strictObject({ field: z.literal('cardUrl'), value: OwnPicture }),
  z.strictObject({ field: z.literal('noIndex'), value: z.boolean() }),
])

export const setCollectionDetail = defineMutation({
  name: 'collections.setDetail',
  args: z.strictObject({ id: Id, detail: collectionDetail }),
  async run({ tx, viewer, now }, { id, detail }) {
    const collection = await getOrThrow(tx, collections, id)
    authorize(canEditCollection(viewer, collection))
    if (detail.field === 'body') requireShort(detail.value)
    const value = detail.field === 'body' ? await withMentions(tx, detail.value, now) : detail.value
    const next = { ...collection, [detail.field]: value }
    if (!isSameJson(next, collection)) await tx.put(collections, next)
  },
})

export const addBook = defineMutation({
  name: 'collections.addBook',
  args: z.strictObject({ id: Id, collectionId: Id, title: OptionalTitle }),
  async run({ tx, viewer }, { id, collectionId, title }) {
    authorize(canEditBooks(viewer))
    await getOrThrow(tx, collections, collectionId)
    const existing = await tx.get(books, id)
    if (existing !== undefined) {
      if (existing.collectionId !== collectionId) throw new AppError('not-found')
      return
    }
    const before = await tx.list(booksOf(collectionId))
    if (before.length >= sequenceLimits.books) throw new AppError('invalid', { field: 'books' })
    await tx.put(books, {
      ...{ id, collectionId, number: (before.at(-1)?.number ?? 0) + 1, title, subtitle: '', tocTitle: '', body: noText },
      ...{ sequenceIds: [], postIds: [], showsGrid: false, showsChapters: false, hidesProgress: false },
    })
  },
})

const bookDetail = z.discriminatedUnion('field', [
  z.strictObject({ field: z.literal('title'), value: OptionalTitle }),
  z.strictObject({ field: z.literal('subtitle'), value: OptionalTitle }),
  z.strictObject({ field: z.literal('tocTitle'), value: OptionalTitle }),
  z.strictObject({ field: z.literal('body'), value: EssayBody }),
  z.strictObject({ field: z.literal('showsGrid'), value: z.boolean() }),
  z.strictObject({ field: z.literal('showsChapters'), value: z.boolean() }),
  z.strictObject({ field: z.literal('hidesProgress'), value: z.boolean() }),
])

export const setBookDetail = defineMutation({
  name: 'collections.setBookDetail',
  args: z.strictObject({ id: Id, detail: bookDetail }),
  async run({ tx, viewer, now }, { id, detail }) {
    authorize(canEditBooks(viewer))
    const book = await getOrThrow(tx, books, id)
    if (detail.field === 'body') requireShort(detail.value)
    const value = detail.field === 'body' ? await withMentions(tx, detail.value, now) : detail.value
    const next = { ...book, [detail.field]: value }
    if (!isSameJson(next, book)) await tx.put(books, next)
  },
})

/** Puts a book before another one; `null`, or one that has gone since: at the end. */
export const moveBook = defineMutation({
  name: 'collections.moveBook',
  args: z.strictObject({ id: Id, beforeId: z.nullable(Id) }),
  async run({ tx, viewer }, { id, beforeId }) {
    authorize(canEditBooks(viewer))
    const book = await getOrThrow(tx, books, id)
    if (beforeId === id) return
    const all = await tx.list(booksOf(book.collectionId))
    await putNumbered(tx, books, all, placedBefore(idsOf(all), id, beforeId))
  },
})

/** Only an empty one: what stands in it is taken out, or put elsewhere, first. */
export const removeBook = defineMutation({
  name: 'collections.removeBook',
  args: z.strictObject({ id: Id }),
  async run({ tx, viewer }, { id }) {
    authorize(canEditBooks(viewer))
    const book = await tx.get(books, id)
    if (book === undefined) return
    if (book.sequenceIds.length + book.postIds.length > 0) throw new AppError('invalid', { field: 'books' })
    await tx.delete(books, id)
    const left = await tx.list(booksOf(book.collectionId))
    await putNumbered(tx, books, left, idsOf(left))
  },
})

/**
 * A sequence, or a post by itself, before another one of its kind in a book; wherever in the
 * collection it stood until now, it stands there no more.
 */
export const putInBook = defineMutation({
  name: 'collections.putInBook',
  args: z.strictObject({ bookId: Id, kind: z.enum(['sequence', 'post']), itemId: Id, beforeId: z.nullable(Id) }),
  async run(context, { bookId, kind, itemId, beforeId }) {
    const { tx, viewer } = context
    authorize(canEditBooks(viewer))
    const book = await getOrThrow(tx, books, bookId)
    if (!book[listOf[kind]].includes(itemId)) await requireItem(context, book, kind, itemId)
    else if (beforeId === itemId) return
    for (const other of await tx.list(booksOf(book.collectionId))) if (other.id !== bookId) await putWithout(tx, other, kind, itemId)
    const ids = placedBefore(book[listOf[kind]], itemId, beforeId)
    if (ids.join() !== book[listOf[kind]].join()) await tx.put(books, { ...book, [listOf[kind]]: ids })
    const sequence = kind === 'sequence' ? await tx.get(sequences, itemId) : undefined
    if (sequence === undefined || sequence.bookId === bookId) return
    // The first collection it came into stays the one by which it is read.
    const own = sequence.bookId === null ? undefined : await tx.get(books, sequence.bookId)
    if (own === undefined || own.collectionId === book.collectionId) await tx.put(sequences, { ...sequence, bookId })
  },
})

export const takeFromBook = defineMutation({
  name: 'collections.takeFromBook',
  args: z.strictObject({ bookId: Id, kind: z.enum(['sequence', 'post']), itemId: Id }),
  async run({ tx, viewer }, { bookId, kind, itemId }) {
    authorize(canEditBooks(viewer))
    await putWithout(tx, await getOrThrow(tx, books, bookId), kind, itemId)
    const sequence = kind === 'sequence' ? await tx.get(sequences, itemId) : undefined
    if (sequence?.bookId === bookId) await tx.put(sequences, { ...sequence, bookId: null })
  },
})

const listOf = { sequence: 'sequenceIds', post: 'postIds' } as const
type ItemKind = keyof typeof listOf
const most: Readonly<Record<ItemKind, number>> = { sequence: sequenceLimits.sequencesInBook, post: sequenceLimits.posts }

/**
 * What stands in a book is public when it is put there. @throws AppError alike for what is absent
 * and what is hidden.
 */
async function requireItem({ tx, viewer }: MutationContext, book: Book, kind: ItemKind, itemId: string): Promise<void> {
  if (kind === 'sequence') {
    const sequence = await getOrThrow(tx, sequences, itemId)
    authorize(canReadSequence(viewer, sequence))
    if (sequence.isDraft || sequence.removedAt !== null) throw new AppError('invalid', { field: 'item' })
  } else {
    const post = await getOrThrow(tx, posts, itemId)
    if (!isPublic(post)) throw new AppError('not-found')
    if (!kindFacts(post).isInSequences) throw new AppError('not-allowed', { reason: 'not-for-sequences' })
  }
  if (book[listOf[kind]].length >= most[kind]) throw new AppError('invalid', { field: 'books' })
}

async function putWithout(tx: Transaction, book: Book, kind: ItemKind, itemId: string): Promise<void> {
  const field = listOf[kind]
  if (book[field].includes(itemId)) await tx.put(books, { ...book, [field]: book[field].filter((id) => id !== itemId) })
}

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id)
