import type { Read } from '../kernel/transaction.ts'
import type { Post } from '../posts/schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { revisions } from '../posts/schema.ts'
import { questionsIn, type PredictionQuestion } from './rules.ts'
import { predictionOutcomes, predictions } from './schema.ts'

/** More of one question are not drawn. */
const maxPredictions = 1_000

export const predictionsOf = (postId: string, questionUid: string) =>
  defineQuery({
    table: predictions,
    index: ['postId', 'questionUid', 'percent'],
    equals: [postId, questionUid],
    order: 'ascending',
    limit: maxPredictions,
  })

export const outcomesOfPost = (postId: string) =>
  defineQuery({ table: predictionOutcomes, index: ['postId'], equals: [postId], order: 'ascending', limit: 200 })

/**
 * A question of the text that readers see; `undefined` where it has none of that name, or none is
 * published.
 */
export async function publishedQuestion(read: Read, post: Post, uid: string): Promise<PredictionQuestion | undefined> {
  const revision = post.status !== 'published' || post.revisionId === null ? undefined : await read.get(revisions, post.revisionId)
  return revision === undefined ? undefined : questionsIn(revision.body).find((question) => question.uid === uid)
}
