import { describe, expect, test } from 'vitest'
import type { Viewer } from '../kernel/viewer.ts'
import { members } from '../accounts/schema.ts'
import { visitor } from '../kernel/viewer.ts'
import { auditEntries } from '../moderation/measure-queries.ts'
import { auditLog } from '../moderation/measure-schema.ts'
import { policies } from '../policies.ts'
import { admin, aMember, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { traceFigures } from './figures.ts'
import { findAltAccounts } from './find.ts'
import { forgetTraces, lookForAltAccounts, noteTraces, rotateTraceKey } from './mutations.ts'
import { livingTraceKeys } from './queries.ts'
import { altAccountLooks, signInTraces, traceKeys } from './schema.ts'

const [ada, ben, cleo] = [idOf(100), idOf(200), idOf(300)]
const second = member(idOf(902), { isAdmin: true })
const hash = (n: number) => String(n).padStart(43, 'h')
const [home, cafe, laptop] = [hash(1), hash(2), hash(3)]
const id = idOf(1)
const look = (changes = {}) => ({ id, kind: 'member', userId: ada, hashes: [], reason: 'Votes from one place.', ...changes })

/** Ada and Ben share a laptop, Ada and Cleo an address. */
async function scene() {
  const mutations = mutationsOver([members, signInTraces, traceKeys, altAccountLooks, auditLog])
  for (const userId of [ada, ben, cleo])
    await mutations.put(members, aMember({ id: userId, slug: userId, displayName: userId, userName: userId, userNameKey: userId, displayNameKey: userId })) // oxfmt-ignore
  const note = (userId: string, now: number, browser: string, address: string) =>
    mutations.run(noteTraces, { userId, traces: [{ kind: 'browser', hash: browser }, { kind: 'address', hash: address }] }, { now }) // oxfmt-ignore
  await note(ada, T0, laptop, home)
  await note(ada, T0 + 5, laptop, cafe)
  await note(ben, T0 + 9, laptop, hash(4))
  await note(cleo, T0 + 7, hash(5), cafe)
  const found = (viewer: Viewer, now = T0 + 10, lookId = id) => mutations.read((read) => findAltAccounts(read, viewer, lookId, now))
  return { mutations, note, found }
}

describe('a look for other accounts', () => {
  test('finds who signed in from the same browser, then who did from the same address, and stands in the audit log', async () => {
    const { mutations, found } = await scene()
    for (const now of [T0 + 10, T0 + 11]) await mutations.run(lookForAltAccounts, look(), { viewer: admin, now })
    const { traces = [], userId } = (await found(admin)) ?? {}
    expect(userId).toBe(ada)
    expect(traces.map(({ kind, hash: of, own, others }) => [kind, of, own?.times, others.map((one) => one.userId)])).toEqual([
      ['browser', laptop, 2, [ben]],
      ['address', cafe, 1, [cleo]],
      ['address', home, 1, []],
    ])
    expect(traces[0]?.own).toMatchObject({ firstAt: T0, lastAt: T0 + 5 })
    expect(await mutations.read((read) => read.list(auditEntries(9)))).toMatchObject([
      { byId: admin.userId, act: 'read.altAccounts', userId: ada, details: { kind: 'member', reason: 'Votes from one place.' } },
    ])
  })

  test('from a browser or an address finds all who were there; the log has no hash of either', async () => {
    const { mutations, found } = await scene()
    await mutations.run(lookForAltAccounts, look({ kind: 'address', userId: null, hashes: [cafe, hash(9)] }), { viewer: admin })
    expect((await found(admin))?.traces).toMatchObject([{ hash: cafe, own: null, others: [{ userId: cleo }, { userId: ada }] }])
    expect(JSON.stringify(await mutations.read((read) => read.list(auditEntries(9))))).not.toContain(cafe)
    await mutations.run(lookForAltAccounts, look({ id: idOf(2), kind: 'browser', userId: null, hashes: [hash(9)] }), { viewer: admin })
    expect((await found(admin, T0, idOf(2)))?.traces).toEqual([])
    await mutations.run(lookForAltAccounts, look({ id: idOf(3), kind: 'browser', userId: null, hashes: [laptop] }), { viewer: admin })
    expect((await found(admin, T0, idOf(3)))?.traces).toMatchObject([{ hash: laptop }])
    expect(JSON.stringify(await mutations.read((read) => read.list(auditEntries(9))))).not.toContain(laptop)
  })

  test('is shown to who made it, for a while, and as long as they have the right', async () => {
    const { mutations, found } = await scene()
    await mutations.run(lookForAltAccounts, look(), { viewer: admin, now: T0 })
    const end = T0 + traceFigures.lookMs
    expect(await found(admin, end - 1)).toBeDefined()
    for (const [viewer, now] of [
      [admin, end],
      [admin, T0 - 60_001],
      [second, T0],
      [moderator, T0],
      [member(admin.userId), T0],
      [visitor, T0],
    ] as const)
      // oxfmt-ignore
      expect(await found(viewer, now)).toBeUndefined()
    expect(await found(admin, T0, idOf(99))).toBeUndefined()
  })

  test.each([
    ['a visitor', visitor, {}, { reason: 'sign-in-first' }],
    ['a member', member(ben), {}, { reason: 'admins-only' }],
    ['a moderator', moderator, {}, { reason: 'admins-only' }],
    ['an administrator without a reason', admin, { reason: ' ' }, { code: 'invalid', field: 'reason' }],
    ['an administrator with no words', admin, { reason: '!!!' }, { code: 'invalid', field: 'reason' }],
    ['an administrator, of nobody', admin, { userId: idOf(999) }, { code: 'not-found' }],
    ['an administrator, of a member and nobody', admin, { userId: null }, { code: 'invalid', field: 'value' }],
    ['an administrator, of a member and a browser', admin, { hashes: [laptop] }, { code: 'invalid', field: 'value' }],
    ['an administrator, of two browsers', admin, { kind: 'browser', userId: null, hashes: [laptop, hash(5)] }, { code: 'invalid' }],
    ['an administrator, of an address as a browser', admin, { kind: 'browser', userId: null, hashes: [home] }, { code: 'invalid' }],
    ['an administrator, of a browser as an address', admin, { kind: 'address', userId: null, hashes: [laptop] }, { code: 'invalid' }],
    ['an administrator, of no hash', admin, { kind: 'browser', userId: null, hashes: ['x'] }, { code: 'invalid' }],
  ] as const)('by %s is refused, and nothing is written', async (_who, viewer, changes, refusal) => {
    const { mutations } = await scene()
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(lookForAltAccounts, look(changes), { viewer }))).toMatchObject(refusal)
    expect(await mutations.everything()).toBe(before)
  })

  test('under an id that another administrator has used is refused', async () => {
    const { mutations } = await scene()
    await mutations.run(lookForAltAccounts, look(), { viewer: admin })
    expect(await refusalOf(mutations.run(lookForAltAccounts, look(), { viewer: second }))).toMatchObject({ code: 'taken' })
  })
})

describe('a trace', () => {
  test('is found for 90 days from when it was first seen, however often it is seen, and then deleted', async () => {
    const { mutations, note, found } = await scene()
    const end = T0 + traceFigures.traceMs
    await note(ada, end - 5, laptop, home)
    await mutations.run(lookForAltAccounts, look(), { viewer: admin, now: end - 5 })
    expect((await found(admin, end - 1))?.traces.find(({ hash: of }) => of === laptop)).toMatchObject({ own: { times: 3 } })
    expect((await found(admin, end))?.traces.map(({ hash: of }) => of)).toEqual([cafe])
    await mutations.run(forgetTraces, {}, { now: end })
    const left = async (n: string) => mutations.get(signInTraces, n)
    expect([await left(`browser:${laptop}:${ada}`), await left(`address:${home}:${ada}`)]).toEqual([undefined, undefined])
    expect(await left(`browser:${laptop}:${ben}`)).toBeDefined()
    await mutations.run(forgetTraces, {}, { now: end + traceFigures.lookMs })
    expect([await left(`browser:${laptop}:${ben}`), await mutations.get(altAccountLooks, id)]).toEqual([undefined, undefined])
  })

  test('is hashed by a key of a month, which goes with the last of its traces', async () => {
    const { mutations } = await scene()
    const rotate = (n: number, now: number) => mutations.run(rotateTraceKey, { id: idOf(n), secret: `key ${n}` }, { now })
    const living = async (now: number) => (await mutations.read((read) => read.list(livingTraceKeys(now)))).map(({ secret }) => secret)
    await rotate(10, T0)
    await rotate(11, T0 + traceFigures.keyMs - 1)
    expect(await living(T0)).toEqual(['key 10'])
    await rotate(12, T0 + traceFigures.keyMs)
    expect(await living(T0 + traceFigures.keyMs)).toEqual(['key 12', 'key 10'])
    const end = T0 + traceFigures.keyMs + traceFigures.traceMs
    await mutations.run(forgetTraces, {}, { now: end - 1 })
    expect(await mutations.get(traceKeys, idOf(10))).toBeDefined()
    await mutations.run(forgetTraces, {}, { now: end })
    expect([await mutations.get(traceKeys, idOf(10)), await living(end)]).toEqual([undefined, ['key 12']])
  })

  test.each([signInTraces, traceKeys, altAccountLooks])('never leaves the server by itself, as nothing of its table does (%#)', (table) => {
    expect(() => policies.of(table as typeof signInTraces)).toThrow(TypeError)
  })
})
