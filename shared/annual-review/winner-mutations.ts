/** Which posts of a year stand in its gallery: administrators' work, asked of the server. */
import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import type { Transaction } from '../kernel/transaction.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { shownPicture } from '../pictures/shown-picture.ts'
import { posts } from '../posts/schema.ts'
import { OwnPicture } from '../sequences/schema.ts'
import { reviewConfig } from './config.ts'
import { Crop, movedCrop } from '../pictures/crop.ts'
import { winnersOf } from './queries.ts'
import { canChooseWinner, canManageReview } from './rules.ts'
import type { ReviewWinner } from './schema.ts'
import { candidateId, reviewPlans, reviewResults, reviewWinners } from './schema.ts'

const Category = z.enum(reviewConfig.categories.map(({ slug }) => slug))

/** Chooses a post for the gallery of its year, in a category; `null` takes it out again. */
export const setReviewWinner = defineMutation({
  name: 'reviewWinners.set',
  args: z.strictObject({ year: z.int(), postId: Id, category: z.nullable(Category) }),
  async run({ tx, viewer, now }, { year, postId, category }) {
    authorize(canManageReview(viewer))
    const winners = await tx.list(winnersOf(year))
    const before = winners.find(({ id }) => id === postId)
    // What is out of the results by now, or gone, can still be taken out.
    if (category === null) {
      if (before === undefined) return
      await tx.delete(reviewWinners, postId)
      return putInOrder(tx, others(winners, postId))
    }
    const isRanked = (await tx.get(reviewResults, candidateId(postId, year))) !== undefined
    const plan = await tx.get(reviewPlans, String(year))
    authorize(canChooseWinner(viewer, { post: await getOrThrow(tx, posts, postId), year, plan, isRanked }, now))
    if (before === undefined && winners.length >= reviewConfig.winners) throw new AppError('not-allowed', { reason: 'too-many-winners' })
    if (before?.category === category) return
    await tx.put(reviewWinners, { ...before, id: postId, year, category, place: before?.place ?? winners.length })
  },
})

/**
 * Says which picture stands for a winner, and which part of it; `null`: the post's own. One that
 * was just added may still be on its way, as in a text.
 */
export const setWinnerPicture = defineMutation({
  name: 'reviewWinners.setPicture',
  args: z.strictObject({ year: z.int(), postId: Id, src: OwnPicture, ...Crop.shape }),
  async run({ tx, viewer }, { year, postId, src, ...crop }) {
    authorize(canManageReview(viewer))
    const winner = await tx.get(reviewWinners, postId)
    if (winner?.year !== year) throw new AppError('not-found')
    if (src === null) return tx.put(reviewWinners, { ...winner, picture: null })
    const { width, height } = await shownPicture(tx, src, 'src')
    await tx.put(reviewWinners, { ...winner, picture: { src, width, height, crop: movedCrop({ width, height }, crop, { x: 0, y: 0 }) } })
  },
})

/**
 * Moves a chosen post to another place of its year, from 0; past the end is the end. The place is
 * said, and not a step, so that one sent twice moves once.
 */
export const moveReviewWinner = defineMutation({
  name: 'reviewWinners.move',
  args: z.strictObject({ year: z.int(), postId: Id, place: z.int().check(z.minimum(0)) }),
  async run({ tx, viewer }, { year, postId, place }) {
    authorize(canManageReview(viewer))
    const winners = await tx.list(winnersOf(year))
    const moved = winners.find(({ id }) => id === postId)
    if (moved === undefined) throw new AppError('not-found')
    await putInOrder(tx, others(winners, postId).toSpliced(place, 0, moved))
  },
})

const others = (winners: readonly ReviewWinner[], postId: string): readonly ReviewWinner[] => winners.filter(({ id }) => id !== postId)

async function putInOrder(tx: Transaction, winners: readonly ReviewWinner[]): Promise<void> {
  for (const [place, winner] of winners.entries()) if (winner.place !== place) await tx.put(reviewWinners, { ...winner, place })
}
