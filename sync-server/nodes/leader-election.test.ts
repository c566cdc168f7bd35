import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Store } from '#server/store/port.ts'
import type { TestPlace } from '#server/store/testing/each-store.ts'
import type { Writer } from '#server/sync/writer.ts'
import { openStore } from '#server/store/open-store.ts'
import { sqlitePlace } from '#server/store/testing/each-store.ts'
import { isLeaseLost, leases, leaseOperations } from '#server/sync/leases.ts'
import { runOperation, defineOperation } from '#server/sync/operations.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import { aNote, notes, testTables } from '#shared/testing/notes.ts'
import { startLeaderElection } from './leader-election.ts'

const [beatMs, patienceMs] = [10, 120]
const putNote = defineOperation('put', async ({ tx }, id: string): Promise<void> => tx.put(notes, aNote({ id })))

let place: TestPlace
let store: Store
const undo: (() => unknown)[] = []
beforeEach(async () => {
  place = await sqlitePlace()
  undo.push(() => place.remove())
  // One of many tables, as in a server registry.
  store = await openStore(place.address, [...testTables, leases as unknown as Table<Row>])
  undo.push(() => store.close())
})
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** A node that can be frozen: what it asks the writer for waits until it thaws. */
function aNode(nodeId: string) {
  const writer = inProcessWriter(store, {
    ...{ tables: [], mutations: [], triggers: [], operations: [...leaseOperations, putNote] },
    viewerOf: async () => visitor,
  })
  let thawed = Promise.withResolvers<void>()
  thawed.resolve()
  const slow: Writer = {
    ...writer,
    async work(...asked) {
      await thawed.promise
      return writer.work(...asked)
    },
  }
  const told: unknown[] = []
  const lead = startLeaderElection({ store, writer: slow, nodeId, beatMs, patienceMs, log: (error) => told.push(error) })
  undo.push(() => lead.stop())
  const turns: string[] = []
  let fenced: Writer | null = null
  lead.onLeader((given) => {
    fenced = given
    turns.push('begun')
    return async () => void turns.push('ended')
  })
  return {
    lead,
    turns,
    told,
    freeze: () => void (thawed = Promise.withResolvers<void>()),
    thaw: () => thawed.resolve(),
    write: async (id: string) => (fenced === null ? Promise.reject(new Error('it never led')) : runOperation(fenced, putNote, id)),
  }
}

const leaders = (nodes: readonly ReturnType<typeof aNode>[]) => nodes.filter(({ lead }) => lead.isLeading).length
const notesNow = () => store.read(async (read) => (await read.getMany(notes, ['mine', 'late'])).map(({ id }) => id))

test('of three nodes one leads; when it goes another does at once, under the next term', async () => {
  const nodes = ['a', 'b', 'c'].map(aNode)
  await expect.poll(() => leaders(nodes)).toBe(1)
  const first = nodes.find(({ lead }) => lead.isLeading)
  await first?.lead.stop()
  expect(first?.turns).toEqual(['begun', 'ended'])
  const rest = nodes.filter((node) => node !== first)
  await expect.poll(() => leaders(rest)).toBe(1)
  expect(rest.find(({ lead }) => lead.isLeading)?.lead.term).toBe(2)
})

test('a leader that is frozen is followed by another, and what it still had in hand is refused', async () => {
  const first = aNode('first')
  await expect.poll(() => first.lead.isLeading).toBe(true)
  await first.write('mine')
  first.freeze()
  const late = first.write('late').catch((error: unknown) => error)
  const second = aNode('second')
  await expect.poll(() => second.lead.isLeading).toBe(true)
  expect(first.lead.isLeading).toBe(false)
  first.thaw()
  expect(isLeaseLost(await late)).toBe(true)
  expect(await notesNow()).toEqual(['mine'])
  await expect.poll(() => first.turns).toEqual(['begun', 'ended'])
  await expect(first.write('late')).rejects.toSatisfy(isLeaseLost)
})

test('a leader that cannot beat for a while stops by itself, and goes on under its term when nobody else has come', async () => {
  const node = aNode('only')
  await expect.poll(() => node.lead.isLeading).toBe(true)
  node.freeze()
  await expect.poll(() => node.lead.isLeading).toBe(false)
  node.thaw()
  await expect.poll(() => node.lead.isLeading).toBe(true)
  expect(node.lead.term).toBe(1)
})

test('a term that was given with an answer which never came is found again', async () => {
  await store.write(({ tx }) => tx.put(leases, { id: 'background', holder: 'mine', term: 7, beat: 0 }))
  const node = aNode('mine')
  await expect.poll(() => node.lead.term).toBe(8)
})
