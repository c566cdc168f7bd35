import * as z from 'zod/mini'
import { defineMutation } from '../kernel/mutation.ts'
import { BoardLine, boardFigures, boardPeriods, boards, karmaDays } from './board-schema.ts'

/** Sets the boards, and forgets days that count for none any more. */
export const keepBoards = defineMutation({
  name: 'feed.keepBoards',
  from: 'server',
  args: z.strictObject({
    boards: z.array(z.strictObject({ id: z.enum(boardPeriods), lines: z.array(BoardLine).check(z.maxLength(boardFigures.most)) })),
    pastDays: z.array(z.string()).check(z.maxLength(500)),
  }),
  async run({ tx, now }, { boards: next, pastDays }) {
    for (const { id, lines } of next) await tx.put(boards, { id, lines, at: now })
    for (const id of pastDays) await tx.delete(karmaDays, id)
  },
})
