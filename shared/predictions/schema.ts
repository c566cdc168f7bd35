import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { likePost } from '../kernel/visibility.ts'
import { PollName } from '../polls/schema.ts'

/** Never 0 and never 100: nobody is sure. */
export const Percent = z.int().check(z.minimum(1), z.maximum(99))

/**
 * How likely a member thinks it is; id `POST:QUESTION:USER`. Public, with their name; the row goes
 * when it is taken back.
 */
export const Prediction = z.object({
  id: z.string(),
  userId: Id,
  postId: Id,
  /** The name of the question within its text. */
  questionUid: PollName,
  percent: Percent,
  at: Time,
})
export type Prediction = z.infer<typeof Prediction>

export const predictions = defineTable({
  name: 'predictions',
  row: Prediction,
  indexes: [['postId', 'questionUid', 'percent']],
  visibility: likePost('postId'),
})

/**
 * How it turned out; id `POST:QUESTION`. From then on no prediction changes. Written by the post's
 * authors, and by staff.
 */
export const PredictionOutcome = z.object({
  id: z.string(),
  postId: Id,
  questionUid: PollName,
  /** `withdrawn`: the question has no answer, or should not have been asked. */
  outcome: z.enum(['yes', 'no', 'withdrawn']),
  at: Time,
  byId: Id,
})
export type PredictionOutcome = z.infer<typeof PredictionOutcome>

export const predictionOutcomes = defineTable({
  name: 'prediction_outcomes',
  row: PredictionOutcome,
  indexes: [['postId']],
  visibility: likePost('postId'),
})

export const predictionId = (postId: string, questionUid: string, userId: string): string => `${postId}:${questionUid}:${userId}`
export const outcomeId = (postId: string, questionUid: string): string => `${postId}:${questionUid}`
