import { afterEach, describe, expect, test } from 'vitest'
import { aNote, ballots, notes, secrets, sums, testTables } from '#shared/testing/notes.ts'
import { openEnd } from './copy-end.ts'
import { copyStore, type CopyStep } from './copy-store.ts'
import { openStore } from './open-store.ts'
import type { Store } from './port.ts'
import { places } from './testing/each-store.ts'
import type { TestPlace } from './testing/each-store.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

async function aPlace(make: () => Promise<TestPlace>): Promise<TestPlace> {
  const place = await make()
  opened.push(() => place.remove())
  return place
}
async function within<T>(place: TestPlace, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(place.address, testTables)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
async function copy(from: TestPlace, to: TestPlace, onStep?: (step: CopyStep) => void) {
  const [source, target] = [await openEnd(from.address), await openEnd(to.address)]
  try {
    return await copyStore({ from: source, to: target, tables: testTables, knownSchema: 0, ...(onStep && { onStep }) })
  } finally {
    await source.close()
    await target.close()
  }
}
/** Everything that a server or a device could ask. */
const all = (place: TestPlace) =>
  within(place, async (store) => ({
    epoch: store.meta.epoch,
    journal: await store.journal.since(0, 10_000),
    cursor: await store.journal.cursor('search'),
    rows: await store.read(async (read) => [
      ...(await read.rowsOfShape('shelf:a', null, 10_000)),
      ...(await read.rowsOfShape('shelf:b', null, 10_000)),
      await read.getMany(secrets, ['s1', 's2', 's3']),
      await read.getMany(ballots, ['b1']),
      await read.stamps(notes, ['n1', 'n2', 'odd']),
      await read.floor(),
    ]),
  }))
const fill = (place: TestPlace) =>
  within(place, async (store) => {
    await store.write(async ({ tx }) => {
      for (let n = 1; n <= 1_200; n++) await tx.put(notes, aNote({ id: `n${n}`, key: `key ${n}`, at: n + 0.5, isPinned: n % 2 === 0 }))
      await tx.put(
        notes,
        aNote({ id: 'odd', title: '𝒯 – “x” \\u0000 é', body: { text: 'a\u0000b\ud800', deep: [1e300, -0.5, null] }, rank: null, place: 7 }),
      )
      await tx.put(secrets, { id: 's1', holder: 'ada' })
      await tx.put(secrets, { id: 's2', holder: 'ben' })
      await tx.put(ballots, { id: 'b1', target: 'n1', value: -1 })
    })
    await store.write(async ({ tx }) => {
      await tx.delete(notes, 'n5')
      await tx.delete(secrets, 's2')
      await tx.put(notes, aNote({ id: 'n6', shelf: 'b', key: null }))
    })
    await store.journal.moveCursor('search', 4)
  })

describe.each(places.flatMap(([a, from]) => places.map(([b, to]) => [a, b, from, to] as const)))(
  'from %s to %s',
  (_a, _b, makeFrom, makeTo) => {
    test('a whole store is there, as it was: rows, tombstones, journal, cursors, epoch; and goes on', async () => {
      const [from, to] = [await aPlace(makeFrom), await aPlace(makeTo)]
      await fill(from)
      const report = await copy(from, to)
      expect(report).toMatchObject({ rows: 1_203 + 1_205, brought: 1_203 + 1_205, removed: 0 })
      expect(await all(to)).toEqual(await all(from))
      await within(to, async (store) => {
        await expect(store.write(({ tx }) => tx.put(notes, aNote({ id: 'other', key: 'key 1' })))).rejects.toMatchObject({
          code: 'taken',
        })
        await store.write(({ tx }) => tx.put(notes, aNote({ id: 'new' })))
        expect(await store.journal.position()).toBe(report.position + 1)
      })
    })

    test('cut short it is not opened, and goes on where it was; a second one brings what has changed, and takes away what has gone', async () => {
      const [from, to] = [await aPlace(makeFrom), await aPlace(makeTo)]
      await fill(from)
      await expect(copy(from, to, ({ table, done }) => cutAt(table === 'notes' && done >= 1_000))).rejects.toThrow('cut')
      await expect(within(to, async () => undefined)).rejects.toThrow('has not ended')
      const second = await copy(from, to)
      expect([second.removed, second.brought < second.rows]).toEqual([0, true])
      await within(from, (store) =>
        store.write(async ({ tx }) => {
          // One key changes hands, against the order of the ids.
          await tx.put(notes, aNote({ id: 'n2', key: null }))
          await tx.put(notes, aNote({ id: 'n1', key: 'key 2' }))
          await tx.delete(secrets, 's1')
          await tx.put(secrets, { id: 's3', holder: 'cy' })
        }),
      )
      const third = await copy(from, to)
      // n1, n2 and the secret; the two with their entries in the journal, and the new secret.
      expect(third).toMatchObject({ removed: 3, brought: 5 })
      expect(await all(to)).toEqual(await all(from))
    })
  },
)

test('what somebody else wrote is left alone: a community of its own, one that has gone on, a copy of another', async () => {
  const [[, makeFrom]] = places
  const [from, to, other] = [await aPlace(makeFrom), await aPlace(makeFrom), await aPlace(makeFrom)]
  await fill(from)
  await within(other, (store) => store.write(({ tx }) => tx.put(secrets, { id: 'x', holder: 'dan' })))
  await expect(copy(from, other)).rejects.toThrow('a community of its own')
  await copy(from, to)
  await expect(copy(other, to)).rejects.toThrow('a copy of another store')
  await within(to, (store) => store.write(({ tx }) => tx.put(sums, { id: 'a', total: 1, count: 1 })))
  await expect(copy(from, to)).rejects.toThrow('has gone on')
})

test('a row that is not the same under the same stamp is found', async () => {
  const [[, makeFrom]] = places
  const [from, to] = [await aPlace(makeFrom), await aPlace(makeFrom)]
  await fill(from)
  await copy(from, to)
  const end = await openEnd(to.address)
  await end.session.run(`update notes set body = replace(body, 'n7', 'n8') where id = 'n7'`)
  await end.close()
  await expect(copy(from, to)).rejects.toThrow('notes is not the same on both sides')
})

function cutAt(isThere: boolean): void {
  if (isThere) throw new Error('cut')
}
