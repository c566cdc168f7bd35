/** Administrators' work, asked of the server. */
import { putMutation, removeMutation } from '../kernel/row-mutations.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { canEditBooks } from '../sequences/rules.ts'
import { collections } from '../sequences/schema.ts'
import { bookSetDetails, bookSets } from './schema.ts'

/** @throws AppError 'taken' with `year` when that year has a set. */
export const putBookSet = putMutation({
  ...{ name: 'bookSets.put', table: bookSets, details: bookSetDetails, may: canEditBooks },
  make: ({ now }) => ({ createdAt: now }),
  check: async ({ tx }, { collectionId }) => collectionId !== null && getOrThrow(tx, collections, collectionId),
})

export const removeBookSet = removeMutation({ name: 'bookSets.remove', table: bookSets, may: canEditBooks })
