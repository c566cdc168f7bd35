import type { Read } from '#shared/kernel/transaction.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { tallies, votes } from '#shared/votes/schema.ts'

export interface TallyMismatch {
  readonly targetId: string
  readonly field: 'baseScore' | 'agreement'
  readonly tally: number
  readonly sum: number
}

/**
 * Compares the tallies of these targets with the sums of their votes. Empty when all is well; a
 * mismatch is a bug to be reported, never mended silently.
 */
export async function tallyMismatches(read: Read, targetIds: readonly string[]): Promise<readonly TallyMismatch[]> {
  const found: TallyMismatch[] = []
  for (const tally of await read.getMany(tallies, targetIds)) {
    for (const [axis, field] of [
      ['approval', 'baseScore'],
      ['agreement', 'agreement'],
    ] as const) {
      const cast = await read.list(
        defineQuery({ table: votes, index: ['targetId', 'axis'], equals: [tally.id, axis], order: 'ascending', limit: 100_000 }),
      )
      const sum = cast.reduce((total, vote) => total + vote.power, 0)
      if (sum !== tally[field]) found.push({ targetId: tally.id, field, tally: tally[field], sum })
    }
  }
  return found
}
