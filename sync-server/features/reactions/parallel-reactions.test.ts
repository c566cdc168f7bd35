import { describe, expect, test } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import { productPlaces } from '#server/store/testing/product-store.ts'
import type { NumberedRequest } from '#server/sync/numbered.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { reactionFigures } from '#shared/reactions/rules.ts'
import { reactionTallies } from '#shared/reactions/schema.ts'
import { aMember, someKarmaStats, idOf, publishArgs, T0 } from '#shared/testing/factories.ts'

const people = Array.from({ length: 200 }, (_, at) => idOf(1_000 + at))
const author = idOf(1)
const post = idOf(2)

describe.each(productPlaces)('reactions on %s', (_name, makePlace) => {
  test('of 200 devices at once, some of them sent twice and some changed, give the exact counts', async () => {
    const place = await makePlace()
    const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
    const writer = inProcessWriter(store, serverRegistry, { clock: () => T0 })
    await store.write(async ({ tx }) => {
      for (const id of [author, ...people]) {
        await tx.put(members, aMember({ id, userName: `m${id}`, userNameKey: `m${id}`, slug: `m${id}`, displayName: id }))
        await tx.put(karmaStats, someKarmaStats({ id, karma: 100 }))
      }
    })
    await writer.apply({ name: 'posts.publish', args: publishArgs({ id: post, revisionId: idOf(3) }), userId: author, source: 'member' })
    await writer.apply({ name: 'reactions.set', args: { ...on, value: 1 }, userId: author, source: 'member' })

    const react = (userId: string, n: number, value: number): NumberedRequest => ({
      name: 'reactions.set',
      args: { ...on, value },
      userId,
      source: 'member',
      numbered: { device: userId, n, v: 1, hash: `${n}:${value}` },
    })
    // Everybody joins; every fourth sends that twice; every third then opposes, every tenth then
    // takes it back.
    const mutations = people.flatMap((userId, at) => [
      react(userId, 1, 1),
      ...(at % 4 === 0 ? [react(userId, 1, 1)] : []),
      ...(at % 3 === 0 ? [react(userId, 2, -1)] : []),
      ...(at % 10 === 0 ? [react(userId, at % 3 === 0 ? 3 : 2, 0)] : []),
    ])
    const taken = await Promise.all(mutations.map((mutation) => writer.take(mutation)))
    expect(new Set(taken.map((one) => (one.kind === 'result' ? one.result.outcome : one.kind)))).toEqual(new Set(['applied']))

    const finals = people.map((_, at) => (at % 10 === 0 ? 0 : at % 3 === 0 ? -1 : 1))
    await store.read(async (read) => {
      const tally = await read.get(reactionTallies, post)
      expect(tally?.entries).toMatchObject([
        { part: 'agree', for: finals.filter((value) => value === 1).length + 1, against: finals.filter((value) => value === -1).length },
      ])
      expect(tally?.entries[0]?.forIds).toHaveLength(reactionFigures.names)
    })
    await writer.close()
    await store.close()
    await place.remove()
  })
})

const on = { targetKind: 'post', targetId: post, reaction: 'agree', quote: null }
