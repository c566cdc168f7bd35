import { describe, expect, test } from 'vitest'
import type { Viewer } from '../kernel/viewer.ts'
import { karmaStats, members } from './schema.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import { visitor } from '../kernel/viewer.ts'
import { policies } from '../policies.ts'
import { aMember, admin, idOf, member, moderator, someKarmaStats, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { goToStep } from './onboarding-mutations.ts'
import { suggestedMembers, suggestedTags } from './onboarding-queries.ts'
import { canGoThroughOnboarding } from './onboarding-rules.ts'
import { onboardings, suggestedCount } from './onboarding-schema.ts'

const ada = member(idOf(1))
const begun = { id: idOf(1), step: 'profile', startedAt: T0, endedAt: null, termsAcceptedAt: T0 } as const

test('the step of a member is stored; once it has ended it stays so, and the terms stay accepted', async () => {
  const { put, run, get } = mutationsOver([onboardings])
  await put(onboardings, begun)
  for (const _again of [1, 2]) await run(goToStep, { step: 'follow' }, { viewer: ada, now: T0 + 1 })
  expect(await get(onboardings, idOf(1))).toEqual({ ...begun, step: 'follow' })
  for (const now of [T0 + 2, T0 + 3]) await run(goToStep, { step: 'end' }, { viewer: ada, now })
  await run(goToStep, { step: 'notify' }, { viewer: ada, now: T0 + 4 })
  expect(await get(onboardings, idOf(1))).toEqual({ ...begun, step: 'notify', endedAt: T0 + 2 })
})

test('a member from before there were steps may go through them', async () => {
  const { run, get } = mutationsOver([onboardings])
  await run(goToStep, { step: 'follow' }, { viewer: ada })
  expect(await get(onboardings, idOf(1))).toEqual({ id: idOf(1), step: 'follow', startedAt: T0, endedAt: null })
})

describe('role by role: going on, and reading how far somebody is', () => {
  const banned: Viewer = { kind: 'visitor', bannedUntil: T0 + 9 }
  test.each([
    ['a visitor', visitor, 'sign-in-first', false],
    ['a banned member', banned, 'banned', false],
    ['its member', ada, 'allowed', true],
    ['another member', member(idOf(2)), 'allowed', false],
    ['a moderator', moderator, 'allowed', false],
    ['an administrator', admin, 'allowed', false],
  ])('%s', async (_who, viewer, expected, mayRead) => {
    const { put, run, read, get } = mutationsOver([onboardings])
    await put(onboardings, begun)
    const verdict = canGoThroughOnboarding(viewer)
    expect(verdict.allowed ? 'allowed' : verdict.reason).toBe(expected)
    expect((await read((rows) => permittedRead(rows, viewer, policies).get(onboardings, idOf(1)))) !== undefined).toBe(mayRead)
    if (!verdict.allowed) expect(await refusalOf(run(goToStep, { step: 'end' }, { viewer }))).toMatchObject({ reason: expected })
    // Nobody else's step is theirs to say.
    else await run(goToStep, { step: 'end' }, { viewer })
    expect((await get(onboardings, idOf(1)))?.endedAt ?? null).toBe(mayRead ? T0 : null)
  })
})

test.each([[{ step: 'somewhere' }], [{}], [{ step: 'end', userId: idOf(2) }]])('%o is no step', async (args) => {
  const { run, everything } = mutationsOver([onboardings])
  const before = await everything()
  expect(await refusalOf(run(goToStep, args, { viewer: ada }))).toMatchObject({ code: 'invalid' })
  expect(await everything()).toEqual(before)
})

test('members who were thanked most are suggested: not oneself, nor who is banned, has left or wrote nothing', async () => {
  const { put, read } = mutationsOver([members, karmaStats])
  const person = (n: number, over: object = {}, stats: object = {}) =>
    Promise.all([
      put(members, aMember({ id: idOf(n), userNameKey: `k${n}`, displayNameKey: `k${n}`, slug: `s${n}`, ...over })),
      put(karmaStats, someKarmaStats({ id: idOf(n), karma: n, postCount: 1, ...stats })),
    ])
  await person(1)
  await person(2, { bannedUntil: T0 + 1 })
  await person(3, { bannedUntil: T0 })
  await person(4, { isDeactivated: true })
  await person(5, {}, { postCount: 0 })
  await person(6)
  await person(7, {}, { karma: 0 })
  await person(8)
  expect((await read((rows) => suggestedMembers(rows, idOf(8), T0))).map(({ id }) => id)).toEqual([idOf(6), idOf(3), idOf(1)])
})

test('core tags are suggested in their order, then those of most posts, and none that no post has', () => {
  const tag = (n: number, isCore: boolean, postCount: number) => ({ id: idOf(n), name: `T${n}`, slug: `t${n}`, isCore, postCount })
  const all = [tag(1, true, 0), tag(2, true, 9), tag(3, false, 1), tag(4, false, 5), tag(5, false, 0)]
  expect(suggestedTags(all).map(({ name }) => name)).toEqual(['T1', 'T2', 'T4', 'T3'])
  expect(suggestedTags(Array.from({ length: 30 }, (_, n) => tag(n + 1, false, 1)))).toHaveLength(suggestedCount.tags)
})
