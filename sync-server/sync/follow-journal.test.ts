import { afterEach, beforeEach, expect, test } from 'vitest'
import { aNote, notes } from '#shared/testing/notes.ts'
import { openStore } from '#server/store/open-store.ts'
import type { JournalRow, Store } from '#server/store/port.ts'
import { sqlitePlace } from '#server/store/testing/each-store.ts'
import type { TestPlace } from '#server/store/testing/each-store.ts'
import { followJournal } from './follow-journal.ts'
import type { Follower } from './follow-journal.ts'
import { serverRegistry } from './testing/test-registry.ts'
import { hourMs } from '#shared/kernel/durations.ts'

let place: TestPlace
let store: Store
let follower: Follower | undefined
beforeEach(async () => {
  place = await sqlitePlace()
  store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
})
afterEach(async () => {
  await follower?.stop()
  await store.close()
  await place.remove()
})

const write = (...ids: readonly string[]) =>
  store.write(async ({ tx }) => {
    for (const id of ids) await tx.put(notes, aNote({ id }))
  })
const quiet = { log: () => undefined, backOffMs: 1 }

test('a consumer hears everything once, in order, in parts', async () => {
  await write('a', 'b', 'c')
  const parts: string[] = []
  follower = followJournal(store, 'test', async (rows) => void parts.push(idsOf(rows)), { ...quiet, atOnce: 2 })
  await follower.caughtUp()
  expect(parts).toEqual(['ab', 'c'])
  await write('d')
  await follower.caughtUp()
  expect(parts).toEqual(['ab', 'c', 'd'])
  expect(await store.journal.cursor('test')).toBe(4)
})

test('a long way to catch up lets others have their turn', async () => {
  await write(...Array.from({ length: 60 }, (_, at) => `note-${at}`))
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const busy = async () => {
    const until = performance.now() + 3
    while (performance.now() < until) await store.read((read) => read.get(notes, 'note-1'))
  }
  const both = [1, 2].map((n) => followJournal(store, `test-${n}`, busy, { ...quiet, atOnce: 1 }))
  await Promise.all(both.map((one) => one.caughtUp()))
  isDone = true
  await Promise.all(both.map((one) => one.stop()))
  // 360 ms of work in turns of 8 ms and what was begun.
  expect(turns).toBeGreaterThan(20)
})

test('it goes on where it stopped', async () => {
  await write('a')
  const heard: string[] = []
  const handler = async (rows: readonly JournalRow[]) => void heard.push(idsOf(rows))
  const first = followJournal(store, 'test', handler, quiet)
  await first.caughtUp()
  await first.stop()
  await write('b')
  expect(heard).toEqual(['a'])
  follower = followJournal(store, 'test', handler, quiet)
  await follower.caughtUp()
  expect(heard).toEqual(['a', 'b'])
})

test('what a consumer has failed on from its beginning is not pruned under it', async () => {
  await write('a', 'b')
  const failed = Promise.withResolvers<void>()
  let isMended = false
  const heard: string[] = []
  const handler = async (rows: readonly JournalRow[]) => {
    if (isMended) return void heard.push(idsOf(rows))
    failed.resolve()
    throw new Error('planted')
  }
  follower = followJournal(store, 'test', handler, quiet)
  await failed.promise
  expect(await store.write((batch) => batch.pruneJournal(0, 10))).toBe(0)
  isMended = true
  await follower.caughtUp()
  expect(heard).toEqual(['ab'])
})

test('entries that a handler failed on come again before any later ones', async () => {
  await write('a')
  const heard: string[] = []
  let failuresLeft = 3
  const handler = async (rows: readonly JournalRow[]) => {
    heard.push(idsOf(rows))
    if ((failuresLeft -= 1) >= 0) throw new Error('planted')
  }
  follower = followJournal(store, 'test', handler, { ...quiet, atOnce: 1 })
  await write('b')
  await follower.caughtUp()
  expect(heard).toEqual(['a', 'a', 'a', 'a', 'b'])
})

test('a commit wakes it long before the next look', async () => {
  let wake = () => undefined as void
  const heard: string[] = []
  const onCommit = (listen: () => void) => {
    wake = listen
    return () => undefined
  }
  const done = Promise.withResolvers<void>()
  const handler = async (rows: readonly JournalRow[]) => {
    heard.push(idsOf(rows))
    done.resolve()
  }
  follower = followJournal(store, 'test', handler, { ...quiet, onCommit, pollMs: hourMs })
  await follower.caughtUp()
  await write('a')
  wake()
  await done.promise
  expect(heard).toEqual(['a'])
})

test('without being woken it looks by itself', async () => {
  const done = Promise.withResolvers<string>()
  follower = followJournal(store, 'test', async (rows) => done.resolve(idsOf(rows)), { ...quiet, pollMs: 1 })
  await follower.caughtUp()
  await write('a')
  expect(await done.promise).toBe('a')
})

function idsOf(rows: readonly JournalRow[]): string {
  return rows.map((row) => row.id).join('')
}
