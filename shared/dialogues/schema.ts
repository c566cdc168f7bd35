import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'

/** The longest that waits to be said. */
export const longestInput = 50_000

/**
 * What somebody is about to say in a dialogue, as the others who take part see it; id `POST:USER`.
 * Written by that participant. What has been said are comments with a `message`.
 */
export const DialogueInput = z.object({
  id: z.string(),
  postId: Id,
  userId: Id,
  /** Markdown as typed; never HTML. */
  text: z.string(),
  changedAt: Time,
})
export type DialogueInput = z.infer<typeof DialogueInput>

export const dialogueInputs = defineTable({
  name: 'dialogue_inputs',
  row: DialogueInput,
  indexes: [['postId', 'changedAt']],
  visibility: { scope: (input) => `draft:${input.postId}`, shape: (input) => `draft:${input.postId}` },
})

export const dialogueInputId = (postId: string, userId: string): string => `${postId}:${userId}`
