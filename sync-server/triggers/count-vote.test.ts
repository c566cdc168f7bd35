import { expect, test } from 'vitest'
import { tallyMismatches } from '#server/features/votes/audit.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import { aPost, someKarmaStats, idOf, T0 } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import type { Vote } from '#shared/votes/schema.ts'
import { tallies, voteId, votes } from '#shared/votes/schema.ts'
import { countVote } from './count-vote.ts'

const many = 1_000
const post = aPost({ authorId: idOf(1) })

function aVote(n: number, changes: Partial<Vote> = {}): Vote {
  const axis = changes.axis ?? 'agreement'
  const base = { targetKind: 'post', targetId: post.id, axis, value: 2, power: 1, tallied: 1, isSelf: false, at: T0 } as const
  return { id: voteId(idOf(n), post.id, axis), userId: idOf(n), ...base, ...changes }
}

/**
 * A thousand have strongly agreed, each of them when their karma was worth one point; it is worth
 * two since.
 */
async function agreedByMany(): Promise<Transaction> {
  const tx = memoryTransaction()
  for (let n = 0; n < many; n += 1) {
    await tx.put(votes, aVote(1_000 + n))
    await tx.put(karmaStats, someKarmaStats({ id: idOf(1_000 + n), karma: 10 }))
  }
  await tx.put(tallies, { ...emptyTally('post', post.id, post.id), agreement: many, agreementVoteCount: many })
  return tx
}

function counting(tx: Transaction) {
  let rows = 0
  const reading: Transaction = {
    ...tx,
    list: async (query) => {
      const found = await tx.list(query)
      rows += found.length
      return found
    },
    getMany: async (table, ids) => {
      rows += ids.length
      return tx.getMany(table, ids)
    },
  }
  return { reading, rows: () => rows }
}

test('a vote where a thousand have agreed reads a bounded number of rows, and the sums are those of the votes after each', async () => {
  const tx = await agreedByMany()
  for (let n = 0; n < 5; n += 1) {
    const { reading, rows } = counting(tx)
    const vote = aVote(3_000 + n, { axis: 'approval', value: 1, tallied: 0 })
    await countVote(reading, vote, post, [idOf(1)], T0)
    expect(rows()).toBeLessThan(200)
    expect(await tallyMismatches(tx, [post.id])).toEqual([])
  }
})

test('within sixteen more votes every one of the thousand weighs what its voter’s karma is worth', async () => {
  const tx = await agreedByMany()
  const turns = Math.ceil(many / 64)
  for (let n = 0; n < turns; n += 1) await countVote(tx, aVote(3_000 + n, { axis: 'approval', value: 1, tallied: 0 }), post, [idOf(1)], T0)
  expect(await tx.get(tallies, post.id)).toMatchObject({ agreement: 2 * many, agreementVoteCount: many })
  expect(await tallyMismatches(tx, [post.id])).toEqual([])
})

test('agreements taken back stand in nobody’s way', async () => {
  const tx = await agreedByMany()
  for (let n = 0; n < many; n += 2) await tx.put(votes, aVote(1_000 + n, { value: 0, power: 0, tallied: 0 }))
  await tx.put(tallies, { ...emptyTally('post', post.id, post.id), agreement: many / 2, agreementVoteCount: many / 2 })
  const turns = Math.ceil(many / 64)
  for (let n = 0; n < turns; n += 1) await countVote(tx, aVote(3_000 + n, { axis: 'approval', value: 1, tallied: 0 }), post, [idOf(1)], T0)
  expect(await tx.get(tallies, post.id)).toMatchObject({ agreement: many, agreementVoteCount: many / 2 })
  expect(await tallyMismatches(tx, [post.id])).toEqual([])
})
