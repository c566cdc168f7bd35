import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AppError } from '#shared/kernel/errors.ts'
import { defineMutation } from '#shared/kernel/mutation.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { aNote, notes, secrets, sums } from '#shared/testing/notes.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/port.ts'
import { sqlitePlace } from '#server/store/testing/each-store.ts'
import type { TestPlace } from '#server/store/testing/each-store.ts'
import { applyDeps, applyMutation } from './apply.ts'
import type { ApplyRequest } from './apply.ts'
import { defineTrigger } from './triggers.ts'
import { serverRegistry } from './testing/test-registry.ts'

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

const now = 1_800_000_000_000
let ids = 0
const deps = applyDeps(serverRegistry, { clock: () => now, newId: () => `id-${(ids += 1)}` })
const apply = (request: Partial<ApplyRequest>) =>
  store.write((batch) =>
    applyMutation(batch, deps, {
      name: 'notes.write',
      args: { id: 'n', key: null, title: 'A title' },
      userId: 'ann',
      source: 'member',
      ...request,
    }),
  )

const isEmpty = async () => expect(await store.journal.position()).toBe(0)

test('a mutation and its trigger are stored together, at the time given', async () => {
  expect(await apply({})).toEqual({ kind: 'applied' })
  const note = await store.read((read) => read.get(notes, 'n'))
  expect(note).toMatchObject({ authorId: 'ann', at: now, rank: 1, body: { derived: expect.stringMatching(/^id-/) } })
  expect(await store.read((read) => read.get(sums, 'notes-of-ann'))).toMatchObject({ count: 1 })
  await apply({ args: { id: 'm', key: null, title: '' }, now: 5 })
  expect(await store.read((read) => read.get(notes, 'm'))).toMatchObject({ at: 5 })
})

test('a replayed mutation leaves what the first one left', async () => {
  await apply({})
  const before = await store.journal.position()
  expect(await apply({ now: now + 60_000 })).toEqual({ kind: 'applied' })
  expect(await store.journal.position()).toBe(before)
})

test.each([
  ['an unknown name', { name: 'notes.juggle' }, { code: 'unknown-mutation' }],
  ['a name of every object', { name: 'constructor' }, { code: 'unknown-mutation' }],
  [
    'a server mutation sent by a member',
    { name: 'secrets.keep', args: { id: 's', holder: 'ann' } },
    { code: 'not-allowed', reason: 'server-only' },
  ],
  ['a wrong argument', { args: { id: 'n', key: null, title: 7 } }, { code: 'invalid', field: 'title' }],
  ['an argument too many', { args: { id: 'n', key: null, title: '', isAdmin: true } }, { code: 'invalid', field: 'isAdmin' }],
  ['no arguments', { args: undefined }, { code: 'invalid' }],
  ['a visitor', { userId: null }, { code: 'not-allowed', reason: 'sign-in-first' }],
  ['a banned member', { userId: 'banned' }, { code: 'not-allowed', reason: 'banned' }],
  ['a rule, after writing', { name: 'notes.fail', args: { id: 'n', how: 'refusal' } }, { code: 'not-allowed', reason: 'not-yours' }],
  ['a limit of more than a day', { name: 'notes.fail', args: { id: 'n', how: 'far-too-fast' } }, { code: 'rate-limited' }],
] as const)('%s is refused and stores nothing', async (_what, request, error) => {
  expect(await apply(request)).toMatchObject({ kind: 'rejected', error })
  await isEmpty()
})

test('a limit that passes within a day says when to come again, and stores nothing', async () => {
  expect(await apply({ name: 'notes.fail', args: { id: 'n', how: 'too-fast' } })).toEqual({ kind: 'later', retryAfterMs: 5_000 })
  await isEmpty()
})

test('the server may send its own mutations', async () => {
  const request = { name: 'secrets.keep', args: { id: 's', holder: 'ann' }, userId: null, source: 'server' } as const
  expect(await apply(request)).toEqual({ kind: 'applied' })
  expect(await store.read((read) => read.get(secrets, 's'))).toMatchObject({ holder: 'ann' })
})

test('a bug is thrown, also from a trigger; the mutation is undone and the batch goes on', async () => {
  await store.write(async (batch) => {
    await batch.tx.put(notes, aNote({ id: 'kept' }))
    const bugs = [
      { name: 'notes.fail', args: { id: 'n', how: 'bug' } },
      { name: 'notes.write', args: { id: 'n', key: null, title: 'break' } },
    ]
    for (const bug of bugs) {
      const attempt = applyMutation(batch, deps, { ...bug, userId: 'ann', source: 'member' })
      await expect(attempt).rejects.toBeInstanceOf(TypeError)
    }
  })
  expect(await store.read((read) => read.get(notes, 'n'))).toBeUndefined()
  expect((await store.journal.since(0, 10)).map((row) => row.id)).toEqual(['kept'])
})

test('only the operator is seen as one', async () => {
  const seen: Viewer[] = []
  const look = defineMutation({ name: 'look', args: z.unknown(), run: async ({ viewer }) => void seen.push(viewer) })
  const own = applyDeps({ ...serverRegistry, mutations: [look], triggers: [] }, { clock: () => now, newId: () => 'x' })
  const request = { name: 'look', args: null, userId: 'ann', source: 'server' } as const
  await store.write(async (batch) => {
    await applyMutation(batch, own, request)
    await applyMutation(batch, own, { ...request, isOperator: true })
    await applyMutation(batch, own, { ...request, userId: null, isOperator: true })
  })
  expect(seen.map((viewer) => viewer.kind === 'member' && viewer.isOperator)).toEqual([undefined, true, false])
})

test('two mutations of one name, or a trigger of none, stop the start', () => {
  const options = { clock: () => now, newId: () => 'x' }
  const markdown = defineMutation({ name: 'twin', args: z.unknown(), run: async () => undefined })
  expect(() => applyDeps({ ...serverRegistry, mutations: [markdown, markdown], triggers: [] }, options)).toThrow(TypeError)
  const triggers = [defineTrigger(markdown, async () => Promise.reject(new AppError('conflict')))]
  expect(() => applyDeps({ ...serverRegistry, triggers }, options)).toThrow(TypeError)
})
