import { expect, test } from 'vitest'
import { permittedRead } from '../kernel/read-policy.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { visitor } from '../kernel/viewer.ts'
import { policies } from '../policies.ts'
import { decided, defineForTest, lamp, over } from '../testing/experiments.ts'
import { admin, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { experiments } from './definitions.ts'
import { assignedGroup, experimentKeyOf, groupOf } from './groups.ts'
import { chooseGroup } from './mutations.ts'
import { experimentChoices } from './schema.ts'

const [lina, nell] = [member(idOf(100)), member(idOf(200))]
const keys = Array.from({ length: 4_000 }, (_, n) => idOf(n))
const choice = { id: `${idOf(100)}:lamp`, userId: idOf(100), test: 'lamp', group: 'green', chosenAt: T0 }

test('a key stays in its group from one build to the next', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((n) => assignedGroup(lamp, idOf(n)) === 'green')).toEqual([
    ...[true, false, false, false, false, false, true, false],
  ])
})

test('each group has its share of the keys', () => {
  const share = keys.filter((key) => assignedGroup(lamp, key) === 'green').length / keys.length
  // Three standard deviations.
  expect(Math.abs(share - 1 / 4)).toBeLessThan(0.021)
})

test('the group in one test says nothing about the group in another', () => {
  const green = keys.filter((key) => assignedGroup(lamp, key) === 'green')
  const share = green.filter((key) => assignedGroup({ ...lamp, name: 'other' }, key) === 'green').length / green.length
  expect(Math.abs(share - 1 / 4)).toBeLessThan(0.042)
})

test('visitors share one key, and each member has their own', () => {
  expect([visitor, lina, nell].map(experimentKeyOf)).toEqual(['visitor', idOf(100), idOf(200)])
})

test('a choice wins over the key, the group of everyone over both, and a group that is gone counts for nothing', () => {
  const key = keys.find((each) => assignedGroup(lamp, each) === 'control') ?? ''
  expect(groupOf(lamp, key, null)).toBe('control')
  expect(groupOf(lamp, key, 'green')).toBe('green')
  expect(groupOf({ ...lamp, everyone: 'control' }, key, 'green')).toBe('control')
  expect(groupOf({ ...lamp, everyone: 'green' }, key, null)).toBe('green')
  expect(groupOf(lamp, key, 'blue')).toBe('control')
})

test('what the product defines has names of its own, two groups or more, and whole weights above 0', () => {
  expect(new Set(experiments.map(({ name }) => name)).size).toBe(experiments.length)
  for (const { name, groups, everyone } of experiments) {
    const names = groups.map((group) => group.name)
    expect([new Set(names).size, names.length > 1, groups.every(({ weight }) => Number.isInteger(weight) && weight > 0)], name).toEqual([
      ...[names.length, true, true],
    ])
    if (everyone !== undefined) expect(names, name).toContain(everyone)
  }
})

test('a member chooses a group, chooses another, and takes the choice back', async () => {
  defineForTest(lamp)
  const mutations = mutationsOver([experimentChoices])
  const choose = (group: string | null, now: number) => mutations.run(chooseGroup, { test: 'lamp', group }, { viewer: lina, now })
  for (const now of [T0, T0 + 1]) await choose('green', now)
  expect(await mutations.get(experimentChoices, choice.id)).toEqual(choice)
  await choose('control', T0 + 2)
  expect(await mutations.get(experimentChoices, choice.id)).toEqual({ ...choice, group: 'control', chosenAt: T0 + 2 })
  for (const now of [T0 + 3, T0 + 4]) await choose(null, now)
  expect(await mutations.get(experimentChoices, choice.id)).toBeUndefined()
})

test.each([
  ['by a visitor', visitor, {}, { reason: 'sign-in-first' }],
  ['by a banned member', { ...visitor, bannedUntil: T0 + 9 }, {}, { reason: 'banned' }],
  ['in an unknown test', lina, { test: 'toString' }, { field: 'test' }],
  ['in a test that is not running', lina, { test: 'bell' }, { field: 'test' }],
  ['in a test in which everyone has one group', lina, { test: 'flag' }, { field: 'test' }],
  ['of a group of no test', lina, { group: 'blue' }, { field: 'group' }],
  ['of an empty name', lina, { group: '' }, { field: 'group' }],
  ['of a name that is too long', lina, { group: 'x'.repeat(81) }, { field: 'group' }],
  ['of a list', lina, { group: ['green'] }, { field: 'group' }],
  ['for somebody else', lina, { userId: idOf(200) }, { code: 'invalid' }],
] as const)('a choice %s is refused, and nothing is stored', async (_what, viewer, given, error) => {
  defineForTest(lamp, over, decided)
  const mutations = mutationsOver([experimentChoices])
  await mutations.put(experimentChoices, choice)
  const before = await mutations.everything()
  const chosen = (async () => mutations.run(chooseGroup, { test: 'lamp', group: 'control', ...given }, { viewer: viewer as Viewer }))()
  expect(await refusalOf(chosen)).toMatchObject(error)
  expect(await mutations.everything()).toBe(before)
})

test('nobody but its member reads a choice', async () => {
  const mutations = mutationsOver([experimentChoices])
  await mutations.put(experimentChoices, choice)
  const readBy = (viewer: Viewer) => mutations.read((rows) => permittedRead(rows, viewer, policies).get(experimentChoices, choice.id))
  expect(await readBy(lina)).toEqual(choice)
  for (const other of [nell, moderator, admin, visitor]) expect(await readBy(other)).toBeUndefined()
})
