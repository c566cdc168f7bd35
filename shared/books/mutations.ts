/** Administrators' work, asked of the server. */
import * as z from 'zod/mini'
import { authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { WebAddress } from '../posts/fields.ts'
import { canEditBooks } from '../sequences/rules.ts'
import { collections, OwnPicture } from '../sequences/schema.ts'
import { bookSets, BookSetText, BookSetTitle, BookYear } from './schema.ts'

/**
 * Makes a set of books, or says all of it anew. @throws AppError 'taken' with `year` when that year
 * has one.
 */
export const putBookSet = defineMutation({
  name: 'bookSets.put',
  args: z.strictObject({
    id: Id,
    year: BookYear,
    title: BookSetTitle,
    text: BookSetText,
    coverUrl: OwnPicture,
    buyUrl: z.nullable(WebAddress),
    collectionId: z.nullable(Id),
  }),
  async run({ tx, viewer, now }, args) {
    authorize(canEditBooks(viewer))
    if (args.collectionId !== null) await getOrThrow(tx, collections, args.collectionId)
    const before = await tx.get(bookSets, args.id)
    const next = { ...args, createdAt: before?.createdAt ?? now }
    if (JSON.stringify({ ...before, ...next }) !== JSON.stringify(before)) await tx.put(bookSets, next)
  },
})

export const removeBookSet = defineMutation({
  name: 'bookSets.remove',
  args: z.strictObject({ id: Id }),
  async run({ tx, viewer }, { id }) {
    authorize(canEditBooks(viewer))
    await tx.delete(bookSets, id)
  },
})
