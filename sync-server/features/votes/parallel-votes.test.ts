import { describe, expect, test } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import { productPlaces } from '#server/store/testing/product-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import type { NumberedRequest } from '#server/sync/numbered.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { aMember, idOf, publishArgs, T0 } from '#shared/testing/factories.ts'
import { members } from '#shared/accounts/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import { tallyMismatches } from './audit.ts'

const voters = Array.from({ length: 200 }, (_, at) => idOf(1_000 + at))
const author = idOf(1)
const post = idOf(2)

describe.each(productPlaces)('votes on %s', (_name, makePlace) => {
  test('of 200 devices at once, some of them sent twice and some changed, give the exact tally', async () => {
    const place = await makePlace()
    const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
    const writer = inProcessWriter(store, serverRegistry, { clock: () => T0 })
    await store.write(async ({ tx }) => {
      for (const id of [author, ...voters]) {
        await tx.put(members, aMember({ id, userName: `m${id}`, userNameKey: `m${id}`, slug: `m${id}`, displayName: id }))
      }
    })
    await writer.apply({ name: 'posts.publish', args: publishArgs({ id: post, revisionId: idOf(3) }), userId: author, source: 'member' })

    const vote = (userId: string, n: number, value: number): NumberedRequest => {
      const args = { targetKind: 'post', targetId: post, axis: 'approval', value }
      return { name: 'votes.set', args, userId, source: 'member', numbered: { device: userId, n, v: 1, hash: `${n}:${value}` } }
    }
    // Every voter up; every fourth sends that twice; every third then down, every tenth then not at
    // all.
    const mutations = voters.flatMap((userId, at) => [
      vote(userId, 1, 1),
      ...(at % 4 === 0 ? [vote(userId, 1, 1)] : []),
      ...(at % 3 === 0 ? [vote(userId, 2, -1)] : []),
      ...(at % 10 === 0 ? [vote(userId, at % 3 === 0 ? 3 : 2, 0)] : []),
    ])
    const taken = await Promise.all(mutations.map((mutation) => writer.take(mutation)))
    expect(new Set(taken.map((one) => (one.kind === 'result' ? one.result.outcome : one.kind)))).toEqual(new Set(['applied']))

    const finals: number[] = voters.map((_, at) => (at % 10 === 0 ? 0 : at % 3 === 0 ? -1 : 1))
    const sum = finals.reduce((total, value) => total + value, 0)
    await store.read(async (read) => {
      // The author's own strong vote stands beside them, and gives no karma.
      expect(await read.get(tallies, post)).toMatchObject({ baseScore: sum + 1, approvalVoteCount: finals.filter(Boolean).length + 1 })
      expect(await read.get(karmaStats, author)).toMatchObject({ karma: sum })
      expect(await tallyMismatches(read, [post])).toEqual([])
    })
    await writer.close()
    await store.close()
    await place.remove()
  })
})
