import * as z from 'zod/mini'
import { members } from '../accounts/schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { canAnswerSeasonal } from './rules.ts'
import { seasonalAnswerId, seasonalAnswers, seasonalEvents, seasonalLimits } from './schema.ts'

/**
 * Answers a poll, once and for good. The time is that of this transaction: an answer that comes
 * after the end is refused, whenever it was given.
 * @throws AppError 'not-allowed' with 'already-answered' for another answer than the first.
 */
export const giveSeasonalAnswer = defineMutation({
  name: 'seasonalAnswers.give',
  runs: 'device',
  args: z.strictObject({ eventId: Id, option: z.int().check(z.minimum(0), z.maximum(seasonalLimits.options - 1)) }),
  key: ({ eventId }) => `seasonal-answer:${eventId}`,
  async run({ tx, viewer, now }, { eventId, option }) {
    const { userId } = signedIn(viewer)
    const event = await getOrThrow(tx, seasonalEvents, eventId)
    const id = seasonalAnswerId(eventId, userId)
    const before = await tx.get(seasonalAnswers, id)
    if (before?.option === option) return
    // A device may lack its own member's row; the server has every member's, and decides.
    const joinedAt = (await tx.get(members, userId))?.joinedAt ?? 0
    authorize(canAnswerSeasonal(viewer, event, joinedAt, now))
    if (before !== undefined) throw new AppError('not-allowed', { reason: 'already-answered' })
    if (option >= event.options.length) throw new AppError('invalid', { field: 'option' })
    await tx.put(seasonalAnswers, { id, eventId, userId, option, isCounted: false, at: now })
  },
})
