import { beforeEach, expect, test } from 'vitest'
import type { JournalRow } from '#server/store/port.ts'
import { Freshness, gatheringMs } from './freshness.ts'

/** A journal in memory, and a clock that moves when the test says so. */
let rows: JournalRow[]
let isBroken: boolean
let timers: { readonly at: number; readonly work: () => void }[]
let time: number
let dropped: (readonly string[])[]
let errors: unknown[]
let freshness: Freshness

beforeEach(async () => {
  rows = []
  timers = []
  dropped = []
  errors = []
  time = 0
  isBroken = false
  freshness = new Freshness({
    journal: {
      position: async () => rows.at(-1)?.seq ?? 0,
      since: async (seq, limit) => {
        if (isBroken) throw new Error('unreachable')
        return rows.filter((row) => row.seq > seq).slice(0, limit)
      },
    },
    drop: (keys) => dropped.push([...keys]),
    after(ms, work) {
      const timer = { at: time + ms, work }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    onError: (error) => errors.push(error),
  })
  await freshness.start()
})

function commit(kind: string, id: string, more: Partial<JournalRow> = {}): number {
  const seq = rows.length + 1
  rows.push({ seq, shape: null, kind, id, version: 1, op: 'put', keys: [`${kind}?`], ...more })
  return seq
}

function pass(ms: number): void {
  time += ms
  const due = timers.filter((timer) => timer.at <= time)
  timers = timers.filter((timer) => timer.at > time)
  for (const timer of due) timer.work()
}

test('a change is dropped as soon as it is heard of', async () => {
  commit('comments', 'c', { keys: ['comments?postId=p'] })
  await freshness.wake()
  expect(dropped).toEqual([['comments/c', 'comments?postId=p']])
})

test('votes are gathered for a second', async () => {
  for (const id of ['a', 'b', 'a']) commit('tallies', id, { version: 3 })
  await freshness.wake()
  pass(gatheringMs.sums - 1)
  expect(dropped).toEqual([])
  pass(1)
  expect(dropped).toEqual([['tallies/a', 'tallies?', 'tallies/b']])
})

test('rankings are gathered for ten seconds, but a post that comes or goes is not', async () => {
  commit('listings', 'all:a', { version: 2 })
  commit('listings', 'all:b', { version: 1 })
  commit('listings', 'all:c', { version: 4, op: 'del' })
  await freshness.wake()
  expect(dropped).toEqual([['listings/all:b', 'listings?', 'listings/all:c']])
  pass(gatheringMs.rankings)
  expect(dropped[1]).toEqual(['listings/all:a', 'listings?'])
})

test('a post that changed with its listings is on its lists at once, whatever version they came as', async () => {
  commit('posts', 'd', { version: 2 })
  commit('listings', 'all:d', { version: 2 })
  await freshness.wake()
  expect(dropped).toEqual([['posts/d', 'posts?', 'listings/all:d', 'listings?']])
})

test('a thousand entries are all handled, in one go', async () => {
  for (let n = 0; n < 1_200; n += 1) commit('posts', `p${n}`)
  await freshness.wake()
  expect(new Set(dropped.flat()).size).toBe(1_201)
  expect(freshness.position).toBe(1_200)
})

test('after a failure nothing is left out', async () => {
  commit('posts', 'a')
  isBroken = true
  await freshness.wake()
  expect([dropped, errors.length, freshness.position]).toEqual([[], 1, 0])
  isBroken = false
  await freshness.wake()
  expect(dropped.flat()).toContain('posts/a')
})

test('a change nobody told of is found by looking', async () => {
  commit('posts', 'a')
  pass(2_000)
  await freshness.wake()
  expect(dropped.flat()).toContain('posts/a')
})

test('whoever waits for a change goes on once it has been dropped', async () => {
  const seq = commit('posts', 'a')
  await freshness.reached(seq)
  expect(dropped.flat()).toContain('posts/a')
})

test('a wait for what never comes has an end', async () => {
  const waiting = freshness.reached(99)
  pass(2_000)
  await waiting
  expect(freshness.position).toBe(0)
})

test('it begins at the present', async () => {
  for (let n = 0; n < 5; n += 1) commit('posts', `p${n}`)
  const later = new Freshness({
    journal: { position: async () => 5, since: async (seq) => rows.filter((row) => row.seq > seq) },
    drop: (keys) => dropped.push([...keys]),
    after: () => () => undefined,
    onError: (error) => errors.push(error),
  })
  await later.start()
  await later.wake()
  expect(dropped).toEqual([])
})
