import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Outcome } from '#shared/kernel/mutation.ts'
import { ballots, notes, sums } from '#shared/testing/notes.ts'
import { openStore } from '#server/store/open-store.ts'
import { StoreFailure } from '#server/store/port.ts'
import type { FailureKind, Store } from '#server/store/port.ts'
import { places, sqlitePlace } from '#server/store/testing/each-store.ts'
import type { TestPlace } from '#server/store/testing/each-store.ts'
import type { ApplyRequest } from './apply.ts'
import { serverRegistry, serverRegistryUrl } from './testing/test-registry.ts'
import { startWriter } from './writer-client.ts'
import { inProcessWriter } from './writer.ts'
import type { Writer } from './writer.ts'

const quiet = () => undefined
const note = (id: string, key: string | null = null, title = 'A note'): ApplyRequest => ({
  name: 'notes.write',
  args: { id, key, title },
  userId: 'ann',
  source: 'member',
})
const ballot = (userId: string, value: number): ApplyRequest => ({
  name: 'ballots.set',
  args: { target: 't', value },
  userId,
  source: 'member',
})
const bug: ApplyRequest = { name: 'notes.fail', args: { id: 'x', how: 'bug' }, userId: 'ann', source: 'member' }

const startInProcess = async (store: Store) => inProcessWriter(store, serverRegistry, { log: quiet })
const startInThread = (_store: Store, place: TestPlace) =>
  startWriter({ address: place.address, serverRegistry: serverRegistryUrl, log: quiet })
const kinds = places.flatMap(([name, makePlace]) => [
  [`${name}, in this thread`, makePlace, startInProcess] as const,
  [`${name}, in a thread of its own`, makePlace, startInThread] as const,
])

describe.each(kinds)('the writer on %s', (_name, makePlace, start) => {
  let place: TestPlace
  let store: Store
  let writer: Writer
  beforeEach(async () => {
    place = await makePlace()
    store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
    writer = await start(store, place)
  })
  afterEach(async () => {
    await writer.close()
    await store.close()
    await place.remove()
  })

  test('an answer comes after the commit, with a position that covers it', async () => {
    const heard: number[] = []
    writer.onCommit((seq) => heard.push(seq))
    const outcome = await writer.apply(note('a'))
    const position = await store.journal.position()
    expect(outcome).toEqual({ kind: 'applied', seq: position })
    expect(heard).toEqual([position])
    expect(await store.read((read) => read.get(notes, 'a'))).toMatchObject({ id: 'a' })
  })

  test('a commit that nobody follows is no news to those who follow the journal', async () => {
    const heard: number[] = []
    await writer.apply(note('a'))
    writer.onCommit((seq) => heard.push(seq))
    await writer.meet({ device: 'phone', userId: 'ann', schema: 1, rightsKey: 'member' })
    expect(heard).toEqual([])
    await writer.apply(note('b'))
    expect(heard).toEqual([await store.journal.position()])
  })

  test('of 200 who want one name at once, one has it and 199 hear that it is taken', async () => {
    const outcomes = await Promise.all(Array.from({ length: 200 }, (_, at) => writer.apply(note(`n${at}`, 'the-name'))))
    expect(outcomes.filter((outcome) => outcome.kind === 'applied')).toHaveLength(1)
    const taken = outcomes.filter(
      (outcome) => outcome.kind === 'rejected' && outcome.error.code === 'taken' && outcome.error.field === 'key',
    )
    expect(taken).toHaveLength(199)
    expect((await store.journal.since(0, 500)).filter((row) => row.kind === 'notes')).toHaveLength(1)
  })

  test('200 ballots at once, some of them changed, add up exactly', async () => {
    const values = Array.from({ length: 200 }, (_, at) => ({ user: `u${at % 150}`, value: (at % 5) - 2 }))
    await Promise.all(values.map(({ user, value }) => writer.apply(ballot(user, value))))
    const last = new Map(values.map(({ user, value }) => [user, value]))
    const total = [...last.values()].reduce((sum, value) => sum + value, 0)
    expect(await store.read((read) => read.get(sums, 't'))).toMatchObject({ total, count: 150 })
    expect(await store.read((read) => read.get(ballots, 'u149:t'))).toMatchObject({ value: last.get('u149') })
  })

  test('a bug fails its own mutation and no other of the group', async () => {
    const all = await Promise.allSettled([writer.apply(note('a')), writer.apply(bug), writer.apply(note('b'))])
    expect(all.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(all[1]).toMatchObject({ reason: { name: 'TypeError', message: 'a planted bug' } })
    const found = await store.read((read) => read.getMany(notes, ['a', 'b', 'x']))
    expect(found.map((one) => one.id)).toEqual(['a', 'b'])
    expect(writer.healthy).toBe(true)
  })

  test('refusals keep code, reason, field and time on their way', async () => {
    const fail = (how: string): ApplyRequest => ({ name: 'notes.fail', args: { id: 'x', how }, userId: 'ann', source: 'member' })
    const outcomes = await Promise.all([
      writer.apply(fail('refusal')),
      writer.apply(fail('too-fast')),
      writer.apply(fail('far-too-fast')),
      writer.apply({ ...note('n'), args: { id: 'n' } }),
    ])
    expect(outcomes.map(brief)).toEqual([
      'rejected AppError not-allowed not-yours',
      'later 5000',
      'rejected AppError rate-limited 90000000',
      'rejected AppError invalid key',
    ])
  })

  test('closing finishes what was asked for', async () => {
    const asked = Promise.all([writer.apply(note('a')), writer.apply(note('b'))])
    await writer.close()
    expect((await asked).map((outcome) => outcome.kind)).toEqual(['applied', 'applied'])
  })
})

function brief(outcome: Outcome): string {
  if (outcome.kind !== 'rejected') return outcome.kind === 'later' ? `later ${outcome.retryAfterMs}` : 'applied'
  const { name, code, reason, field, retryAfterMs } = outcome.error
  return ['rejected', name, code, reason, field, retryAfterMs].filter((part) => part !== undefined).join(' ')
}

describe('when the store fails', () => {
  let place: TestPlace
  let store: Store
  beforeEach(async () => {
    place = await sqlitePlace()
    store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  /** The real store, but every batch that `fails` says so of is lost at its commit. */
  function failing(kind: FailureKind, fails: () => boolean): Store {
    return {
      ...store,
      write: (work) =>
        store.write(async (batch) => {
          const value = await work(batch)
          if (fails()) throw new StoreFailure(kind, 'planted')
          return value
        }),
    }
  }

  test('a failed fsync is never answered with success, and the writer does not carry on', async () => {
    const writer = inProcessWriter(
      failing('io', () => true),
      serverRegistry,
      { log: quiet },
    )
    const group = await Promise.allSettled([writer.apply(note('a')), writer.apply(note('b'))])
    expect(group.map((one) => one.status)).toEqual(['rejected', 'rejected'])
    expect(writer.healthy).toBe(false)
    await expect(writer.apply(note('c'))).rejects.toMatchObject({ name: 'StoreFailure', kind: 'io' })
    expect(await store.journal.position()).toBe(0)
  })

  test('a full disk fails the group, and the writer goes on once there is room', async () => {
    let isFull = true
    const writer = inProcessWriter(
      failing('full', () => isFull),
      serverRegistry,
      { log: quiet },
    )
    await expect(writer.apply(note('a'))).rejects.toMatchObject({ kind: 'full' })
    expect(writer.healthy).toBe(true)
    isFull = false
    expect(await writer.apply(note('a'))).toMatchObject({ kind: 'applied' })
  })

  test('a queue that is full says when to come again', async () => {
    const writer = inProcessWriter(store, serverRegistry, { maxQueued: 2, log: quiet })
    const outcomes = await Promise.all(['a', 'b', 'c'].map((id) => writer.apply(note(id))))
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['applied', 'applied', 'later'])
  })

  test('mutations that arrive together share a commit', async () => {
    const writer = inProcessWriter(store, serverRegistry, { log: quiet })
    let commits = 0
    writer.onCommit(() => (commits += 1))
    await Promise.all(Array.from({ length: 100 }, (_, at) => writer.apply(note(`n${at}`))))
    expect(commits).toBe(1)
  })

  test('a thread that dies fails what it had, and is started again once', async () => {
    const writer = await startWriter({ address: place.address, serverRegistry: serverRegistryUrl, log: quiet, restartPauseMs: 1 })
    const [asked] = await Promise.allSettled([writer.apply(note('a')), writer.crash()])
    expect(asked).toMatchObject({ status: 'rejected', reason: { name: 'StoreFailure', kind: 'unavailable' } })
    expect(writer.healthy).toBe(false)
    await expect.poll(() => writer.healthy).toBe(true)
    expect(await writer.apply(note('a'))).toMatchObject({ kind: 'applied' })
    await writer.crash()
    await expect.poll(() => writer.healthy).toBe(false)
    await expect(writer.apply(note('b'))).rejects.toMatchObject({ kind: 'unavailable' })
    await writer.close()
  })

  test('a server registry that cannot be loaded stops the start', async () => {
    await expect(
      startWriter({ address: place.address, serverRegistry: new URL('./none.ts', serverRegistryUrl).href, log: quiet }),
    ).rejects.toThrow()
  })
})

test('a group ends when it has had the store for long; what is left of it is next, in its order, and all of it is done once', async () => {
  const place = await sqlitePlace()
  const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
  const writer = inProcessWriter(store, serverRegistry, { log: quiet, maxHoldMs: 0 })
  const ids = Array.from({ length: 20 }, (_none, n) => `n${n}`)
  const outcomes = await Promise.all(ids.map((id) => writer.apply(note(id))))
  const positions = outcomes.map((outcome) => (outcome.kind === 'applied' ? outcome.seq : -1))
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(new Set(positions).size).toBeGreaterThan(1)
  const rows = await store.read((read) => read.getMany(notes, ids))
  expect(rows.map(({ id }) => id)).toEqual(ids)
  await writer.close()
  await store.close()
  await place.remove()
})
