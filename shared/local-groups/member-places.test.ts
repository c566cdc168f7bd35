import { describe, expect, test } from 'vitest'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { members } from '../accounts/schema.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import { visitor } from '../kernel/viewer.ts'
import { policies } from '../policies.ts'
import { aMember, admin, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { cellOf } from './cells.ts'
import { putMapPoint, putMemberPlace, removeMapPoint, removeMemberPlace } from './member-place-mutations.ts'
import { canSetMapPoint, canSetMemberPlace } from './member-place-rules.ts'
import { mapPoints, memberPlaces } from './member-place-schema.ts'
import { latestMapPoints } from './queries.ts'

const [ada, ben] = [member(idOf(1)), member(idOf(2))]
const bergen = { latitude: 60.39299, longitude: 5.32415 }
const place = { id: idOf(1), location: 'Bergen', ...bergen, radius: 50, notifies: true }
const point = { id: idOf(1), ...bergen, isExact: false, note: 'Ask me about tides' }

function community() {
  const mutations = mutationsOver([memberPlaces, mapPoints, members])
  const seen = async (viewer: Viewer) =>
    mutations.read(async (read) => {
      const theirs = permittedRead(read, viewer, policies)
      return { place: await theirs.get(memberPlaces, idOf(1)), points: await theirs.list(latestMapPoints()) }
    })
  return { ...mutations, seen }
}

test('a member sets their place, changes it and deletes it; the same again changes nothing', async () => {
  const { run, get } = community()
  for (const now of [T0, T0 + 5]) await run(putMemberPlace, place, { viewer: ada, now })
  expect(await get(memberPlaces, idOf(1))).toEqual({ ...place, notifiedArea: cellOf(bergen, 'area'), changedAt: T0 })
  await run(putMemberPlace, { ...place, notifies: false }, { viewer: ada, now: T0 + 9 })
  expect(await get(memberPlaces, idOf(1))).toEqual({ ...place, notifies: false, notifiedArea: null, changedAt: T0 + 9 })
  for (const _again of [1, 2]) await run(removeMemberPlace, { id: idOf(1) }, { viewer: ada })
  expect(await get(memberPlaces, idOf(1))).toBeUndefined()
})

test('a point on the map is stored rounded, unless its member wants the exact one', async () => {
  const { run, get } = community()
  await run(putMapPoint, point, { viewer: ada })
  expect(await get(mapPoints, idOf(1))).toEqual({ ...point, latitude: 60.39, longitude: 5.32, at: T0 })
  await run(putMapPoint, { ...point, isExact: true }, { viewer: ada, now: T0 + 9 })
  expect(await get(mapPoints, idOf(1))).toEqual({ ...point, isExact: true, at: T0 + 9 })
  await run(removeMapPoint, { id: idOf(1) }, { viewer: ada })
  expect(await get(mapPoints, idOf(1))).toBeUndefined()
})

test('nobody else reads a place, the staff neither; a point is everybody’s until its member leaves', async () => {
  const { run, put, seen } = community()
  await put(members, { ...aMember(), id: idOf(1), isDeactivated: false })
  await run(putMemberPlace, place, { viewer: ada })
  await run(putMapPoint, point, { viewer: ada })
  expect((await seen(ada)).place).toMatchObject(bergen)
  for (const viewer of [ben, moderator, admin, visitor]) {
    expect((await seen(viewer)).place).toBeUndefined()
    expect((await seen(viewer)).points).toHaveLength(1)
  }
  await put(members, { ...aMember(), id: idOf(1), isDeactivated: true })
  for (const viewer of [ben, moderator, admin, visitor]) expect((await seen(viewer)).points).toEqual([])
})

describe('is refused, and nothing is stored:', () => {
  test.each([
    ['somebody else’s place', putMemberPlace, place, { reason: 'not-yours' }, ben],
    ['somebody else’s place, by the staff', putMemberPlace, place, { reason: 'not-yours' }, admin],
    ['somebody else’s point', putMapPoint, point, { reason: 'not-yours' }, moderator],
    ['a visitor’s place', putMemberPlace, place, { reason: 'sign-in-first' }, visitor],
    ['no point', putMemberPlace, { ...place, latitude: null, longitude: null }, { field: 'latitude' }, ada],
    ['half a point', putMapPoint, { ...point, longitude: null }, { field: 'latitude' }, ada],
    ['a point off the sphere', putMapPoint, { ...point, latitude: 90.01 }, { field: 'latitude' }, ada],
    ['no radius', putMemberPlace, { ...place, radius: 0 }, { field: 'radius' }, ada],
    ['a radius around half the world', putMemberPlace, { ...place, radius: 301 }, { field: 'radius' }, ada],
    ['a long note', putMapPoint, { ...point, note: 'n'.repeat(141) }, { field: 'note' }, ada],
  ] as const)('%s', async (_what, mutation, args, details, viewer) => {
    const { run, everything } = community()
    const before = await everything()
    const refused = await refusalOf((async () => run<object>(mutation as unknown as Parameters<typeof run<object>>[0], args, { viewer }))())
    expect(refused).toMatchObject(details)
    expect(await everything()).toBe(before)
  })

  test('what is somebody else’s stays', async () => {
    const { run, get } = community()
    await run(putMapPoint, point, { viewer: ada })
    expect(await refusalOf(run(removeMapPoint, { id: idOf(1) }, { viewer: admin }))).toMatchObject({ reason: 'not-yours' })
    expect(await get(mapPoints, idOf(1))).toBeDefined()
  })
})

const yes = (verdict: Verdict): boolean => verdict.allowed
test.each([
  ['its member', ada, true, true],
  ['another', ben, false, false],
  ['a moderator', moderator, false, false],
  ['an administrator', admin, false, false],
  ['a visitor', visitor, false, false],
])('%s sets a place and a point, as the table says', (_who, viewer, isPlace, isPoint) => {
  expect([yes(canSetMemberPlace(viewer, idOf(1))), yes(canSetMapPoint(viewer, idOf(1)))]).toEqual([isPlace, isPoint])
})
