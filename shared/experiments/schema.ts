import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { own } from '../kernel/visibility.ts'

/** The group that a member has chosen in a test; id `USER:TEST`. */
export const ExperimentChoice = z.object({
  id: z.string(),
  userId: Id,
  /** Names of the definition (`definitions.ts`), as they were then. */
  test: z.string(),
  group: z.string(),
  chosenAt: Time,
})
export type ExperimentChoice = z.infer<typeof ExperimentChoice>

/** Its member's alone, the staff's neither. Devices hold none of it: pages say the group. */
export const experimentChoices = defineTable({
  name: 'experiment_choices',
  row: ExperimentChoice,
  indexes: [['userId']],
  visibility: own('userId', { isFollowed: false }),
})

export const experimentChoiceId = (userId: string, test: string): string => `${userId}:${test}`
