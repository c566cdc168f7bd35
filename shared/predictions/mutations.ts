import * as z from 'zod/mini'
import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { PollName } from '../polls/schema.ts'
import { canReadPost } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'
import { publishedQuestion } from './queries.ts'
import { canPredict, canResolvePrediction } from './rules.ts'
import { outcomeId, Percent, predictionId, predictionOutcomes, PredictionOutcome, predictions } from './schema.ts'

/** Sets (never adds) how likely the viewer thinks it is; `null` takes that back. */
export const setPrediction = defineMutation({
  name: 'predictions.set',
  runs: 'device',
  args: z.strictObject({ postId: Id, questionUid: PollName, percent: z.nullable(Percent) }),
  needs: ({ postId }) => [postId],
  key: ({ postId, questionUid }) => `predict:${postId}:${questionUid}`,
  async run({ tx, viewer, now }, { postId, questionUid, percent }) {
    const { userId } = signedIn(viewer)
    await requireAsked(tx, viewer, postId, questionUid)
    const id = predictionId(postId, questionUid, userId)
    const before = await tx.get(predictions, id)
    if ((before?.percent ?? null) === percent) return
    authorize(canPredict(viewer, await tx.get(predictionOutcomes, outcomeId(postId, questionUid))))
    if (percent === null) await tx.delete(predictions, id)
    else await tx.put(predictions, { id, userId, postId, questionUid, percent, at: now })
  },
})

/** Says how it turned out. It can be corrected; it is never open again. */
export const resolvePrediction = defineMutation({
  name: 'predictions.resolve',
  args: z.strictObject({ postId: Id, questionUid: PollName, outcome: PredictionOutcome.shape.outcome }),
  async run({ tx, viewer, now }, { postId, questionUid, outcome }) {
    const { userId } = signedIn(viewer)
    const post = await requireAsked(tx, viewer, postId, questionUid)
    authorize(canResolvePrediction(viewer, post))
    const id = outcomeId(postId, questionUid)
    if ((await tx.get(predictionOutcomes, id))?.outcome === outcome) return
    await tx.put(predictionOutcomes, { id, postId, questionUid, outcome, at: now, byId: userId })
  },
})

/** @throws AppError 'not-found' where the text that readers see does not ask that. */
async function requireAsked(read: Read, viewer: Viewer, postId: string, questionUid: string): Promise<Post> {
  const post = await getOrThrow(read, posts, postId)
  authorize(canReadPost(viewer, post))
  if ((await publishedQuestion(read, post, questionUid)) === undefined) throw new AppError('not-found')
  return post
}
