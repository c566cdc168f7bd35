/**
 * Whatever a device repeats, reorders or leaves out: each mutation is done once, and the store is
 * as if they had come one after another.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fc } from '#shared/testing/properties.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { notes } from '#shared/testing/notes.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/port.ts'
import { places } from '#server/store/testing/each-store.ts'
import type { TestPlace } from '#server/store/testing/each-store.ts'
import type { Writer } from './writer.ts'
import { devices } from './device-tables.ts'
import { aDevice, brief, totalOf, serverRegistry } from './testing/numbered-registry.ts'
import type { Sent } from './testing/numbered-registry.ts'
import { inProcessWriter } from './writer.ts'

type Kind = 'add' | 'make' | 'make-slowly' | 'make-refused' | 'reply' | 'open-door'

/** The n-th mutation of a device; a reply is to what the mutation `back` before it was to make. */
function mutationOf(run: string, n: number, kind: Kind, back: number): Sent {
  const id = (of: number) => `${run}-${of}`
  if (kind === 'add') return { name: 'sums.add', args: { id: run } }
  if (kind === 'open-door') return { name: 'door.open', args: {} }
  if (kind === 'reply') return { name: 'notes.reply', args: { id: id(n), to: id(n - back) } }
  const title = { make: 'A note', 'make-slowly': 'slow', 'make-refused': 'refuse' }[kind]
  return { name: 'notes.make', args: { id: id(n), title } }
}

const kinds = fc.constantFrom<Kind>('add', 'add', 'make', 'make-slowly', 'make-refused', 'reply', 'reply', 'open-door')
const plans = fc.record({
  mutations: fc.array(fc.tuple(kinds, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 12 }),
  /** Slices that are pushed, side by side in one group where `together` says so. */
  pushes: fc.array(fc.record({ from: fc.integer({ min: 1, max: 12 }), count: fc.integer({ min: 1, max: 6 }), together: fc.boolean() }), {
    maxLength: 12,
  }),
})

describe.each(places)('any interleaving on %s', (_name, makePlace) => {
  let place: TestPlace
  let store: Store
  let writer: Writer
  let runs = 0
  beforeEach(async () => {
    place = await makePlace()
    store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
    writer = inProcessWriter(store, serverRegistry, { clock: () => 1_800_000_000_000 })
  })
  afterEach(async () => {
    await writer.close()
    await store.close()
    await place.remove()
  })

  /** What a run has left, whoever did it. */
  const stateOf = async (run: string) => {
    const titles = defineQuery({ table: notes, index: ['shelf', 'at'], equals: ['a'], order: 'ascending', limit: 100_000 })
    const rows = await store.read((read) => read.list(titles))
    const own = rows.filter((note) => note.id.startsWith(`${run}-`))
    return { total: await totalOf(store, run), notes: own.map(({ id, title, rank }) => [id.slice(run.length), title, rank]) }
  }

  test('leaves what its applied mutations leave when done once each, in the order of their answers', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async ({ mutations, pushes }) => {
        const run = `r${(runs += 1)}`
        const list = mutations.map(([kind, back], at) => mutationOf(run, at + 1, kind, back))
        const applied: number[] = []
        const last = new Map<number, string>()
        const phone = aDevice(writer, `user-${run}`, run)
        const send = async (n: number): Promise<void> => {
          const sent = list[n - 1]
          if (sent === undefined) return
          const answer = brief(await phone.send(n, sent))
          if (answer.startsWith('gap')) return
          const before = last.get(n)
          if (before !== undefined && !before.startsWith('later')) expect(answer).toBe(before)
          if (answer === 'applied' && before !== 'applied') applied.push(n)
          last.set(n, answer)
        }
        let group: Promise<void>[] = []
        for (const { from, count, together } of pushes) {
          for (let n = from; n < from + count; n += 1) group.push(send(n))
          if (together) continue
          await Promise.all(group)
          group = []
        }
        await Promise.all(group)
        for (let n = 1; n <= list.length; n += 1) await send(n)
        const device = await store.read((read) => read.get(devices, run))
        const open = [...last].filter(([, answer]) => answer.startsWith('later')).map(([n]) => n)
        expect(device).toMatchObject({ lastMutation: list.length, openNumbers: open.toSorted((a, b) => a - b) })

        // The oracle: the same mutations under other ids, one after another and without numbers.
        const oracle = `o${runs}`
        for (const n of applied) {
          const [kind, back] = mutations[n - 1] ?? ['add', 1]
          const outcome = await writer.apply({ ...mutationOf(oracle, n, kind, back), userId: `user-${oracle}`, source: 'member' })
          expect(outcome.kind).toBe('applied')
        }
        expect(await stateOf(run)).toEqual(await stateOf(oracle))
      }),
      { numRuns: 60 },
    )
  })
})
