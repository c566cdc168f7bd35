import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { memberByUserName } from '#shared/accounts/queries.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { activeAction, activeLimits, banOn } from '#shared/moderation/measure-queries.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'

let site: FeatureSite
/** Ada is an administrator, Mo a moderator, Ben and Cleo are members. */
let ada: Browser
let mo: Browser
let cleo: Browser
let [adaId, moId, benId] = ['', '', '']
const from = '/users/ben/edit'
const today = new Date(T0).toISOString().slice(0, 10)

beforeEach(async () => {
  site = await featureSite()
  ;[ada, mo, cleo] = [site.browser(), site.browser(), site.browser()]
  await ada.signUp('Ada')
  await mo.signUp('Mo')
  await site.browser().signUp('Ben')
  await cleo.signUp('Cleo')
  ;[adaId, moId, benId] = [await idOfMember('Ada'), await idOfMember('Mo'), await idOfMember('Ben')]
  const roles = { userId: moId, isAdmin: false, groups: ['moderators'] }
  await site.writer.apply({ name: 'accounts.setRoles', args: roles, userId: adaId, source: 'server' })
})

const memberNow = (name: string) => site.store.read((read) => memberByUserName(read, name))
const idOfMember = async (name: string) => (await memberNow(name))?.id ?? ''
const limits = () => site.store.read((read) => activeLimits(read, benId, site.clock.now))
const send = async (by: Browser, name: string, fields: Record<string, string>) => by.form(`moderation.${name}`, { ...fields, from })
const statusOf = async (by: Browser, name: string, fields: Record<string, string>) => (await send(by, name, fields)).status
const limit = (changes = {}) => ({
  ...{ id: '', userId: benId, type: 'allComments', intervalLength: '1', intervalUnit: 'days', actionsPerInterval: '3' },
  ...{ endsOn: today, reason: 'Slow down.', seen: '0', ...changes },
})
const ban = (changes = {}) => ({ userId: benId, endsOn: today, publicReason: 'Spam.', privateNote: '', seen: '0', ...changes })

test('a limit ends with the day that was chosen, or when a moderator ends it', async () => {
  const { status, headers } = await send(mo, 'limit', limit())
  expect([status, headers['location']]).toEqual([303, expect.stringContaining(from)])
  const [made] = await limits()
  expect(made).toMatchObject({ type: 'allComments', actionsPerInterval: 3, endsAt: Date.parse(`${today}T00:00:00Z`) + dayMs })
  expect(await statusOf(mo, 'endLimit', { id: made?.id ?? '' })).toBe(303)
  expect(await limits()).toEqual([])
})

test('the same limit sent twice is one', async () => {
  for (const _again of [1, 2]) await send(mo, 'limit', limit())
  expect(await limits()).toHaveLength(1)
})

test.each([
  ['no day', { endsOn: '' }],
  ['a day that is over', { endsOn: '2001-01-01' }],
  ['no reason', { reason: ' ' }],
  ['a reason beyond its length', { reason: 'x'.repeat(501) }],
  ['a kind that is none', { type: 'votes' }],
  ['no number', { actionsPerInterval: '' }],
  ['a number below 0', { actionsPerInterval: '-1' }],
  ['an interval of 0', { intervalLength: '0' }],
])('a limit with %s is refused, and the form comes back', async (_what, changes) => {
  expect(await statusOf(mo, 'limit', limit(changes))).toBe(400)
  expect(await limits()).toEqual([])
})

test('a privilege is taken and given back, a role too, and the exemption goes on and off', async () => {
  expect(await statusOf(mo, 'setRight', { userId: benId, right: 'voting', isAllowed: '', reason: '', seen: '0' })).toBe(303)
  expect((await memberNow('Ben'))?.votingDisabled).toBe(true)
  const given = { userId: benId, right: 'voting', isAllowed: 'true', reason: '', seen: String(site.clock.now) }
  expect(await statusOf(mo, 'setRight', given)).toBe(303)
  expect((await memberNow('Ben'))?.votingDisabled).toBe(false)
  expect(await statusOf(mo, 'setRole', { userId: benId, role: 'trusted', isOn: 'true', reason: 'Kind.' })).toBe(303)
  expect((await memberNow('Ben'))?.groups).toEqual(['trusted'])
  const isExempt = async () =>
    (await site.store.read((read) => activeAction(read, benId, 'exemptFromRateLimits', site.clock.now))) !== undefined
  expect(await statusOf(mo, 'setExempt', { userId: benId, isExempt: 'true' })).toBe(303)
  expect(await isExempt()).toBe(true)
  expect(await statusOf(mo, 'setExempt', { userId: benId, isExempt: '' })).toBe(303)
  expect(await isExempt()).toBe(false)
})

test('who decides on what they saw before another’s decision gets a conflict', async () => {
  site.clock.now += 1_000
  await send(mo, 'limit', limit())
  expect(await statusOf(ada, 'ban', ban({ seen: String(T0) }))).toBe(409)
})

describe('a ban', () => {
  const banned = () => site.store.read((read) => banOn(read, benId, site.clock.now))
  const dayIn = (days: number) => new Date(T0 + days * dayMs).toISOString().slice(0, 10)

  test('ends with its day, and is lifted', async () => {
    expect(await statusOf(mo, 'ban', ban({ endsOn: dayIn(5) }))).toBe(303)
    expect((await banned())?.endsAt).toBe(Date.parse(`${dayIn(5)}T00:00:00Z`) + dayMs)
    expect(await statusOf(mo, 'unban', { userId: benId, reason: '' })).toBe(303)
    expect(await banned()).toBeUndefined()
  })

  test('beyond three months is for administrators, and so is lifting it', async () => {
    expect(await statusOf(mo, 'ban', ban({ endsOn: dayIn(200) }))).toBe(403)
    expect(await statusOf(ada, 'ban', ban({ endsOn: dayIn(200) }))).toBe(303)
    expect(await statusOf(mo, 'unban', { userId: benId, reason: '' })).toBe(403)
  })
})

describe('nobody else does any of it', () => {
  const every = () =>
    [
      ['limit', limit()],
      ['endLimit', { id: idOf(70) }],
      ['setExempt', { userId: benId, isExempt: 'true' }],
      ['setRight', { userId: benId, right: 'voting', isAllowed: '', reason: '', seen: '' }],
      ['setRole', { userId: benId, role: 'trusted', isOn: 'true', reason: '' }],
      ['ban', ban()],
      ['unban', { userId: benId, reason: '' }],
      ['setOwnAdmin', { isAdmin: 'true' }],
    ] as const

  test('a member is refused, a visitor is asked to sign in', async () => {
    for (const [name, fields] of every())
      expect([name, await statusOf(cleo, name, fields), await statusOf(site.browser(), name, fields)]).toEqual([name, 403, 401])
    expect(await memberNow('Ben')).toMatchObject({ groups: [], votingDisabled: false, bannedUntil: null })
    expect(await limits()).toEqual([])
  })

  test('a moderator nothing against an administrator, and makes no moderators', async () => {
    expect(await statusOf(mo, 'limit', limit({ userId: adaId }))).toBe(403)
    expect(await statusOf(mo, 'setRole', { userId: benId, role: 'moderators', isOn: 'true', reason: '' })).toBe(403)
    expect(await statusOf(ada, 'setRole', { userId: benId, role: 'moderators', isOn: 'true', reason: '' })).toBe(303)
    expect((await memberNow('Ben'))?.groups).toEqual(['moderators'])
  })
})

test('an administrator’s own power is put down and taken up, but never the last one’s', async () => {
  const own = (isAdmin: string) => statusOf(ada, 'setOwnAdmin', { isAdmin })
  expect(await own('')).toBe(403)
  await send(ada, 'setRole', { userId: adaId, role: 'realAdmins', isOn: 'true', reason: '' })
  expect(await own('')).toBe(409)
  const roles = { userId: moId, isAdmin: true, groups: [] }
  await site.writer.apply({ name: 'accounts.setRoles', args: roles, userId: adaId, source: 'server' })
  expect(await own('')).toBe(303)
  expect((await memberNow('Ada'))?.isAdmin).toBe(false)
  expect(await own('true')).toBe(303)
  expect((await memberNow('Ada'))?.isAdmin).toBe(true)
})
