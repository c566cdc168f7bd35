import { describe, expect, test } from 'vitest'
import type { Verdict } from '../kernel/verdict.ts'
import { members } from '../accounts/schema.ts'
import { visitor } from '../kernel/viewer.ts'
import { aMember, admin, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { putLocalGroup, removeLocalGroup } from './mutations.ts'
import { allLocalGroups } from './queries.ts'
import { canEditLocalGroup, canMakeLocalGroup, canRemoveLocalGroup } from './rules.ts'
import { localGroupLimits, localGroups } from './schema.ts'

const [ada, ben, eve] = [member(idOf(1)), member(idOf(2)), member(idOf(3))]
const args = {
  ...{ id: idOf(9), name: 'Bergen', otherName: '', organizerIds: [idOf(1), idOf(2)], body: paragraph('We walk.'), isOnline: false },
  ...{ location: 'Bergen, Norway', latitude: 60.39, longitude: 5.32, categories: ['city'], links: ['https://bergen.example/'] },
  ...{ contact: '', color: 'blue', isActive: true },
}

async function community() {
  const mutations = mutationsOver([localGroups, members])
  for (const n of [1, 2, 3]) {
    const names = { userName: `m${n}`, userNameKey: `m${n}`, displayName: `M${n}`, displayNameKey: `m${n}`, slug: `m${n}` }
    await mutations.put(members, { ...aMember(), id: idOf(n), ...names, isDeactivated: false })
  }
  return mutations
}

test('a member makes a group once, its organizers say it anew, the staff takes it away', async () => {
  const mutations = await community()
  for (const now of [T0, T0 + 5]) await mutations.run(putLocalGroup, args, { viewer: ada, now })
  await mutations.run(putLocalGroup, { ...args, name: 'Bergen walks', isActive: false }, { viewer: ben, now: T0 + 9 })
  const found = await mutations.read((read) => read.list(allLocalGroups()))
  expect(found).toEqual([{ ...args, name: 'Bergen walks', isActive: false, makerId: idOf(1), createdAt: T0 }])
  for (const _again of [1, 2]) await mutations.run(removeLocalGroup, { id: idOf(9) }, { viewer: moderator })
  expect(await mutations.get(localGroups, idOf(9))).toBeUndefined()
})

test('a group that meets online needs no place; administrators make one for others', async () => {
  const mutations = await community()
  await mutations.run(
    putLocalGroup,
    { ...args, isOnline: true, location: '', latitude: null, longitude: null, color: null, categories: [], links: [] },
    { viewer: admin },
  )
  expect(await mutations.get(localGroups, idOf(9))).toMatchObject({ isOnline: true, location: '', organizerIds: [idOf(1), idOf(2)] })
})

test('who has left since keeps nobody from changing the rest', async () => {
  const mutations = await community()
  await mutations.run(putLocalGroup, args, { viewer: ada })
  const gone = await mutations.get(members, idOf(2))
  if (gone !== undefined) await mutations.put(members, { ...gone, isDeactivated: true })
  await mutations.run(putLocalGroup, { ...args, name: 'Bergen walks' }, { viewer: ada })
  expect(await mutations.get(localGroups, idOf(9))).toMatchObject({ name: 'Bergen walks' })
  const other = { ...args, id: idOf(10) }
  expect(await refusalOf(mutations.run(putLocalGroup, other, { viewer: ada }))).toMatchObject({ field: 'organizerIds' })
})

test('a member makes so many and no more; the staff goes on', async () => {
  const mutations = await community()
  const make = (n: number, viewer = ada) => mutations.run(putLocalGroup, { ...args, id: idOf(100 + n) }, { viewer })
  for (let n = 0; n < localGroupLimits.madeByMember; n += 1) await make(n)
  expect(await refusalOf(make(99))).toMatchObject({ reason: 'too-many-groups' })
  // What is there can be changed all the same.
  await make(0)
  await make(99, admin)
})

test.each([
  ['a visitor', visitor, {}, { reason: 'sign-in-first' }],
  ['another member', eve, {}, { reason: 'organizers-only' }],
  ['a member whose posting is disabled', { ...ada, postingDisabled: true }, {}, { reason: 'posting-disabled' }],
  ['one that makes it for others', eve, { id: idOf(10) }, { reason: 'organizers-only' }],
  ['a moderator who makes it for others', moderator, { id: idOf(10) }, { reason: 'organizers-only' }],
  ['one that puts themselves in', eve, { organizerIds: [idOf(3)] }, { reason: 'organizers-only' }],
  ['no name', ada, { name: ' ' }, { field: 'name' }],
  ['no organizer', ada, { organizerIds: [] }, { field: 'organizerIds' }],
  ['an organizer twice', ada, { organizerIds: [idOf(1), idOf(1)] }, { field: 'organizerIds' }],
  ['an organizer who is no member', ada, { organizerIds: [idOf(1), idOf(77)] }, { field: 'organizerIds' }],
  ['too many organizers', ada, { organizerIds: Array.from({ length: 21 }, (_, n) => idOf(n + 1)) }, { field: 'organizerIds' }],
  ['no place', ada, { location: '' }, { field: 'location' }],
  ['beyond the pole', ada, { latitude: 90.1 }, { field: 'latitude' }],
  ['around the world', ada, { longitude: -180.5 }, { field: 'longitude' }],
  ['no number', ada, { longitude: Number.NaN }, { field: 'longitude' }],
  ['half a place', ada, { longitude: null }, { field: 'latitude' }],
  ['a category that is none', ada, { categories: ['secret'] }, {}],
  ['a link that runs', ada, { links: ['javascript:alert(1)'] }, {}],
  ['too many links', ada, { links: Array.from({ length: 9 }, (_, n) => `https://x.example/${n}`) }, { field: 'links' }],
  ['a color that is none', ada, { color: 'red;}' }, { field: 'color' }],
  ['a description that is none', ada, { body: { type: 'doc', content: [{ type: 'script' }] } }, { field: 'body' }],
  ['too long a description', ada, { body: paragraph('x'.repeat(10_001)) }, { field: 'body' }],
  ['a field that is none', ada, { makerId: idOf(3) }, {}],
] as const)('%s is refused, and nothing is stored', async (_what, viewer, given, error) => {
  const mutations = await community()
  await mutations.run(putLocalGroup, args, { viewer: ada })
  const before = await mutations.everything()
  const put = (async () => mutations.run(putLocalGroup, { ...args, contact: 'Other', ...given }, { viewer }))()
  expect(await refusalOf(put)).toMatchObject({ code: 'reason' in error ? 'not-allowed' : 'invalid', ...error })
  expect(await mutations.everything()).toBe(before)
})

describe('who may do what', () => {
  const said = (verdict: Verdict): string => (verdict.allowed ? 'yes' : verdict.reason)
  const roles = [visitor, { kind: 'visitor', bannedUntil: 9e15 } as const, eve, ada, { ...ada, postingDisabled: true }, moderator, admin]
  const group = { organizerIds: [idOf(1)] }
  test.each([
    ['make one', canMakeLocalGroup, ['sign-in-first', 'banned', 'organizers-only', 'yes', 'posting-disabled', 'organizers-only', 'yes']],
    ['edit it', canEditLocalGroup, ['sign-in-first', 'banned', 'organizers-only', 'yes', 'posting-disabled', 'yes', 'yes']],
    ['delete it', canRemoveLocalGroup, ['sign-in-first', 'banned', 'staff-only', 'staff-only', 'staff-only', 'yes', 'yes']],
  ] as const)('%s', (_what, rule, expected) => {
    expect(roles.map((viewer) => said(rule(viewer, group)))).toEqual(expected)
  })
})

test.each([
  ['an organizer', ada, 'staff-only'],
  ['a visitor', visitor, 'sign-in-first'],
] as const)('%s does not delete it', async (_who, viewer, reason) => {
  const mutations = await community()
  await mutations.run(putLocalGroup, args, { viewer: ada })
  expect(await refusalOf(mutations.run(removeLocalGroup, { id: idOf(9) }, { viewer }))).toMatchObject({ reason })
  expect(await mutations.get(localGroups, idOf(9))).toBeDefined()
})
