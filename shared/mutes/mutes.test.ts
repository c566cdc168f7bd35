import { describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { admin, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { setMute } from './mutations.ts'
import { hasMuted, mutedBy, mutesOf, withoutMuted } from './queries.ts'
import { canMute } from './rules.ts'
import { muteLimits, mutes } from './schema.ts'

const [mia, ada] = [idOf(300), idOf(100)]
const reader = member(mia)
const args = { mutedId: ada, isMuted: true }

describe('role by role: muting another, muting oneself', () => {
  const shut = { kind: 'visitor', bannedUntil: 9e15 } as const
  test.each([
    ['a visitor', visitor, 'sign-in-first', 'sign-in-first'],
    ['a banned member', shut, 'banned', 'banned'],
    ['a member', reader, 'allowed', 'cannot-mute-yourself'],
    ['a moderator', moderator, 'allowed', 'cannot-mute-yourself'],
    ['an administrator', admin, 'allowed', 'cannot-mute-yourself'],
  ])('%s', (_who, viewer, other, self) => {
    const said = (id: string): string => {
      const verdict = canMute(viewer, id)
      return verdict.allowed ? 'allowed' : verdict.reason
    }
    expect([said(ada), said(viewer.kind === 'member' ? viewer.userId : ada)]).toEqual([other, self])
  })
})

test('a mute is one row however often it is said, and none once it has ended', async () => {
  const mutations = mutationsOver([mutes])
  await mutations.run(setMute, args, { viewer: reader })
  await mutations.run(setMute, args, { viewer: reader, now: T0 + 5 })
  expect(await mutations.read((read) => read.list(mutesOf(mia)))).toMatchObject([{ mutedId: ada, changedAt: T0 }])
  await mutations.run(setMute, { ...args, isMuted: false }, { viewer: reader })
  await mutations.run(setMute, { ...args, isMuted: false }, { viewer: reader })
  expect(await mutations.read((read) => read.list(mutesOf(mia)))).toEqual([])
})

test('nobody mutes for somebody else, oneself, or without end', async () => {
  const mutations = mutationsOver([mutes])
  expect(await refusalOf(mutations.run(setMute, args))).toMatchObject({ reason: 'sign-in-first' })
  expect(await refusalOf(mutations.run(setMute, { mutedId: mia, isMuted: true }, { viewer: reader }))).toMatchObject({
    reason: 'cannot-mute-yourself',
  })
  for (let n = 0; n < muteLimits.perMember; n += 1)
    await mutations.run(setMute, { mutedId: idOf(1_000 + n), isMuted: true }, { viewer: reader })
  const before = await mutations.everything()
  expect(await refusalOf(mutations.run(setMute, args, { viewer: reader }))).toMatchObject({ code: 'invalid', field: 'mutedId' })
  expect(await mutations.everything()).toBe(before)
})

test('a mute counts for its owner alone', async () => {
  const mutations = mutationsOver([mutes])
  await mutations.run(setMute, args, { viewer: reader })
  await mutations.read(async (read) => {
    expect([await hasMuted(read, mia, ada), await hasMuted(read, ada, mia), await hasMuted(read, mia, null)]).toEqual([true, false, false])
    expect([[...(await mutedBy(read, reader))], [...(await mutedBy(read, visitor))]]).toEqual([[ada], []])
  })
  const found = [{ actorId: ada }, { actorId: mia }, { actorId: null }]
  expect(withoutMuted(found, new Set([ada]))).toEqual([{ actorId: mia }, { actorId: null }])
})
