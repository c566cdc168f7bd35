import { beforeEach, describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { aTag, admin, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { acceptTag, rejectTag } from './proposal-mutations.ts'
import { canBeginTag, canSeeTag } from './rules.ts'
import { tags } from './schema.ts'

const [newcomer, ben] = [member(idOf(200), { karma: 0 }), member(idOf(201), { karma: 1 })]
const zork = aTag({ id: idOf(500), name: 'Zork', slug: 'zork', state: 'proposed', publishedAt: null })

let mutations: ReturnType<typeof mutationsOver>
beforeEach(async () => {
  mutations = mutationsOver([tags])
  await mutations.put(tags, zork)
})
const decide = (mutation: typeof acceptTag, viewer = ben, now = T0 + 5) => mutations.run(mutation, { id: zork.id }, { viewer, now })
const stateNow = async () => (await mutations.get(tags, zork.id))?.state

describe('a tag that waits', () => {
  test.each([
    ['accepted', acceptTag, rejectTag, 'placeholder'],
    ['rejected', rejectTag, acceptTag, 'rejected'],
  ] as const)('is %s by who may begin a page, once, and stays so', async (_what, mutation, other, state) => {
    await decide(mutation)
    expect(await mutations.get(tags, zork.id)).toEqual({ ...zork, state, changedAt: T0 + 5 })
    const before = await mutations.everything()
    await decide(mutation, ben, T0 + 9)
    expect((await refusalOf(decide(other))).code).toBe('conflict')
    expect(await mutations.everything()).toBe(before)
  })

  test.each([
    ['a visitor', visitor, 'sign-in-first'],
    ['a member without karma', newcomer, 'wiki-needs-karma'],
    ['a moderator without karma', { ...moderator, karma: 0 }, 'wiki-needs-karma'],
    ['a member whose posting is switched off', { ...ben, postingDisabled: true }, 'posting-disabled'],
  ] as const)('is not decided on by %s', async (_who, viewer, reason) => {
    for (const mutation of [acceptTag, rejectTag]) {
      const refused = await refusalOf(mutations.run(mutation, { id: zork.id }, { viewer }))
      expect([refused.code, refused.reason]).toEqual(['not-allowed', reason])
    }
    expect(await stateNow()).toBe('proposed')
  })

  test.each(['page', 'draft', 'deleted'] as const)('is no %s: those are not decided on', async (state) => {
    await mutations.put(tags, { ...zork, state })
    for (const mutation of [acceptTag, rejectTag]) expect((await refusalOf(decide(mutation))).code).toBe('conflict')
    expect(await stateNow()).toBe(state)
  })

  test('is seen by those who decide, and what was rejected by nobody', () => {
    const sees = (state: 'proposed' | 'rejected') =>
      [visitor, newcomer, ben, admin].map((viewer) => canSeeTag(viewer, { ...zork, state }, undefined))
    expect([sees('proposed'), sees('rejected')]).toEqual([
      [false, false, true, true],
      [false, false, false, false],
    ])
  })
})

test('what the operator imports begins tags, under whatever member’s name', () => {
  expect([canBeginTag(newcomer).allowed, canBeginTag({ ...newcomer, isOperator: true }).allowed]).toEqual([false, true])
})
