import { expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import { visitor } from '../kernel/viewer.ts'
import { aMember, idOf, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { endKeysOf, keysOf } from './key-records.ts'
import { endKey, makeKey, touchKey } from './mutations.ts'
import { apiKeyLimits, canUseKey } from './rules.ts'
import type { ApiKey } from './schema.ts'
import { apiKeys } from './schema.ts'
import { dayMs } from '../kernel/durations.ts'

const ben = idOf(200)
const args = (n = 1, changes: Partial<Parameters<typeof makeKey.run>[1]> = {}) => ({
  ...{
    id: idOf(n),
    tokenHash: String(n).padStart(43, 'A'),
    userId: ben,
    name: `Key ${n}`,
    scopes: ['read' as const],
    expiresAt: T0 + dayMs,
  },
  ...changes,
})

async function aTransaction() {
  const tx = memoryTransaction()
  await tx.put(members, aMember({ id: ben }))
  const at = (now = T0) => ({ tx, viewer: visitor, now })
  return { tx, at }
}

test('a key is kept with its hash alone, once however often it is made', async () => {
  const { tx, at } = await aTransaction()
  await makeKey.run(at(), args())
  await makeKey.run(at(T0 + 1), args(1, { name: 'Another' }))
  expect(await tx.list(keysOf(ben))).toEqual([{ ...args(), createdAt: T0, lastUsedOn: null, endedAt: null }])
})

test.each([
  ['a name that a live key has', args(2, { name: 'Key 1' }), 'taken'],
  ['an end that is past', args(2, { expiresAt: T0 }), 'invalid'],
  ['an end out of reach', args(2, { expiresAt: T0 + apiKeyLimits.longestMs + 1 }), 'invalid'],
  ['a member who is none', args(2, { userId: idOf(999) }), 'not-found'],
])('no key with %s', async (_what, asked, code) => {
  const { tx, at } = await aTransaction()
  await makeKey.run(at(), args())
  await expect(makeKey.run(at(), asked)).rejects.toMatchObject({ code })
  expect(await tx.get(apiKeys, idOf(2))).toBeUndefined()
})

test('there is no twenty-first key, until one has ended', async () => {
  const { at } = await aTransaction()
  for (let n = 1; n <= apiKeyLimits.perMember; n += 1) await makeKey.run(at(), args(n))
  await expect(makeKey.run(at(), args(21))).rejects.toMatchObject({ code: 'conflict', field: 'keys' })
  await endKey.run(at(), { userId: ben, keyId: idOf(3) })
  await makeKey.run(at(), args(21))
})

test('however many keys are made and ended after it, a key ends with the others', async () => {
  const { tx, at } = await aTransaction()
  await makeKey.run(at(), args())
  for (let n = 2; n <= 252; n += 1) {
    await makeKey.run(at(T0 + n), args(n))
    await endKey.run(at(T0 + n), { userId: ben, keyId: idOf(n) })
  }
  await endKeysOf(tx, ben, T0 + 300)
  expect(await tx.get(apiKeys, idOf(1))).toMatchObject({ endedAt: T0 + 300 })
})

test('only its own member ends a key, and the time of the first word stands', async () => {
  const { tx, at } = await aTransaction()
  await makeKey.run(at(), args())
  await expect(endKey.run(at(), { userId: idOf(201), keyId: idOf(1) })).rejects.toMatchObject({ code: 'not-found' })
  await endKey.run(at(T0 + 1), { userId: ben, keyId: idOf(1) })
  await endKey.run(at(T0 + 2), { userId: ben, keyId: idOf(1) })
  await endKeysOf(tx, ben, T0 + 3)
  expect(await tx.get(apiKeys, idOf(1))).toMatchObject({ endedAt: T0 + 1 })
})

test('the day of the last use only moves on', async () => {
  const { tx, at } = await aTransaction()
  await makeKey.run(at(), args())
  for (const day of ['2026-11-02', '2026-11-01']) await touchKey.run(at(), { keyId: idOf(1), day })
  expect(await tx.get(apiKeys, idOf(1))).toMatchObject({ lastUsedOn: '2026-11-02' })
})

const aKey: ApiKey = { ...args(), createdAt: T0, lastUsedOn: null, endedAt: null }
test.each([
  ['made for it', aKey, 'read', T0, 'allowed'],
  ['made for something else', aKey, 'draft', T0, 'key-scope'],
  ['at its end', aKey, 'read', T0 + dayMs, 'key-invalid'],
  ['revoked', { ...aKey, endedAt: T0 }, 'read', T0, 'key-invalid'],
] as const)('a key %s', (_what, key, scope, now, expected) => {
  const verdict = canUseKey(key, scope, now)
  expect(verdict.allowed ? 'allowed' : verdict.reason).toBe(expected)
})
