import type { Read } from '#shared/kernel/transaction.ts'
import type { PredictionQuestion } from '#shared/predictions/rules.ts'
import type { PredictionOutcome } from '#shared/predictions/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { outcomesOfPost, predictionsOf } from '#shared/predictions/queries.ts'
import { questionsIn } from '#shared/predictions/rules.ts'

export interface Given {
  readonly userId: string
  readonly name: string
  readonly percent: number
}

/** A prediction question of a page with what members have said. */
export interface PredictionView {
  readonly question: PredictionQuestion
  readonly given: readonly Given[]
  readonly outcome: Pick<PredictionOutcome, 'outcome' | 'at'> | null
}

/** Those of a published text. Where it has none, nothing is read. */
export async function predictionViews(read: Read, postId: string, body: Doc): Promise<readonly PredictionView[]> {
  const questions = questionsIn(body)
  if (questions.length === 0) return []
  const outcomes = await read.list(outcomesOfPost(postId))
  return Promise.all(
    questions.map(async (question): Promise<PredictionView> => {
      const found = outcomes.find(({ questionUid }) => questionUid === question.uid)
      return {
        question,
        given: await givenTo(read, postId, question.uid),
        outcome: found ? { outcome: found.outcome, at: found.at } : null,
      }
    }),
  )
}

export async function givenTo(read: Read, postId: string, uid: string): Promise<readonly Given[]> {
  const found = await read.list(predictionsOf(postId, uid))
  const cards = await memberCards(
    read,
    found.map(({ userId }) => userId),
  )
  return found.map(({ userId, percent }) => ({ userId, percent, name: (cards.get(userId) ?? unknownMember).name }))
}
