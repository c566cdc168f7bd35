import { describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { admin, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { claimReview, putTemplate, releaseReview, setTemplateDeleted } from './mutations.ts'
import { templatesBy, templatesOf } from './queries.ts'
import { moderationTemplates, queueLimits, reviewClaims } from './schema.ts'
import { filledIn } from './template-text.ts'

const template = {
  id: idOf(1),
  name: 'Welcome',
  kind: 'messages',
  groupLabel: 'First days',
  order: 10,
  contents: 'Hi {{displayName}}!',
} as const
const roles = [
  ['visitor', visitor, 'sign-in-first'],
  ['banned member', { kind: 'visitor', bannedUntil: T0 + 9 }, 'banned'],
  ['member', member(idOf(300)), 'staff-only'],
  ['trusted member', member(idOf(300), { groups: ['trusted'] }), 'staff-only'],
  ['moderator', moderator, null],
  ['administrator', admin, null],
] as const

async function withTemplate() {
  const mutations = mutationsOver([moderationTemplates, reviewClaims])
  await mutations.run(putTemplate, template, { viewer: moderator })
  return mutations
}

describe('a template', () => {
  test('is listed by kind in its order, is said anew, and comes back after it was deleted', async () => {
    const mutations = await withTemplate()
    await mutations.run(putTemplate, { ...template, id: idOf(2), name: 'Sooner', order: 5 }, { viewer: admin })
    await mutations.run(putTemplate, { ...template, id: idOf(3), kind: 'rejections' }, { viewer: admin })
    const names = () => mutations.read(async (read) => (await read.list(templatesOf('messages'))).map(({ name }) => name))
    expect(await names()).toEqual(['Sooner', 'Welcome'])
    for (const isDeleted of [true, false, false]) await mutations.run(setTemplateDeleted, { id: idOf(1), isDeleted }, { viewer: admin })
    await mutations.run(setTemplateDeleted, { id: idOf(2), isDeleted: true }, { viewer: admin })
    expect(await names()).toEqual(['Welcome'])
    expect(await mutations.read((read) => read.list(templatesBy(true)))).toMatchObject([{ name: 'Sooner' }])
  })

  test('fills in what it knows and leaves other words alone', () => {
    const facts = { displayName: 'Lina $& Brandt', siteName: 'Lyceum', title: 'On tides' }
    expect(filledIn('{{ displayName }}, “{{title}}” at {{siteName}} {{other}}', facts)).toBe(
      'Lina $& Brandt, “On tides” at Lyceum {{other}}',
    )
  })

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['no text', { contents: ' ' }, 'contents'],
    ['too long a text', { contents: 'x'.repeat(queueLimits.templateText + 1) }, 'contents'],
    ['a placeholder nobody knows', { contents: 'Hi {{firstName}}' }, 'contents'],
    ['an unknown kind', { kind: 'poems' }, 'kind'],
    ['half an order', { order: 1.5 }, 'order'],
  ])('with %s is refused, and nothing is stored', async (_what, given, fieldAtFault) => {
    const mutations = await withTemplate()
    const before = await mutations.everything()
    const put = (async () => mutations.run(putTemplate, { ...template, ...given }, { viewer: moderator }))()
    expect(await refusalOf(put)).toMatchObject({ code: 'invalid', field: fieldAtFault })
    expect(await mutations.everything()).toBe(before)
  })

  test.each(roles)('is made, changed and deleted by a %s or not', async (_role, viewer, reason) => {
    const mutations = await withTemplate()
    for (const run of [
      () => mutations.run(putTemplate, { ...template, id: idOf(2) }, { viewer }),
      () => mutations.run(putTemplate, { ...template, name: 'Other' }, { viewer }),
      () => mutations.run(setTemplateDeleted, { id: idOf(1), isDeleted: true }, { viewer }),
    ]) {
      if (reason === null) await run()
      else expect(await refusalOf(run())).toMatchObject({ reason })
    }
    const stands = (await mutations.get(moderationTemplates, idOf(1))) ?? { name: '', isDeleted: false }
    expect([stands.name, stands.isDeleted]).toEqual(reason === null ? ['Other', true] : ['Welcome', false])
  })
})

describe('a member of the queue', () => {
  const userId = idOf(400)

  test('is with one moderator at a time, until they let go or their time is over', async () => {
    const mutations = await withTemplate()
    await mutations.run(claimReview, { userId }, { viewer: moderator, now: T0 })
    expect(await refusalOf(mutations.run(claimReview, { userId }, { viewer: admin, now: T0 + 1 }))).toMatchObject({
      reason: 'claimed-by-other',
    })
    await mutations.run(claimReview, { userId }, { viewer: moderator, now: T0 + 60_000 })
    await mutations.run(releaseReview, { userId }, { viewer: admin, now: T0 + 60_001 })
    expect(await mutations.get(reviewClaims, userId)).toMatchObject({ byId: moderator.userId, endsAt: T0 + 60_000 + queueLimits.claimMs })
    await mutations.run(claimReview, { userId }, { viewer: admin, now: T0 + 60_000 + queueLimits.claimMs })
    await mutations.run(releaseReview, { userId }, { viewer: admin })
    expect(await mutations.get(reviewClaims, userId)).toBeUndefined()
  })

  test.each(roles)('is taken and left by a %s or not', async (_role, viewer, reason) => {
    const mutations = await withTemplate()
    for (const mutation of [claimReview, releaseReview]) {
      const run = mutations.run(mutation, { userId }, { viewer })
      if (reason === null) await run
      else expect(await refusalOf(run)).toMatchObject({ reason })
    }
  })
})
