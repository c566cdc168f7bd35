import { describe, expect, test } from 'vitest'
import type { Viewer } from '../kernel/viewer.ts'
import { members } from '../accounts/schema.ts'
import { comments } from '../comments/schema.ts'
import { visitor } from '../kernel/viewer.ts'
import { auditEntries } from '../moderation/measure-queries.ts'
import { auditLog } from '../moderation/measure-schema.ts'
import { policies } from '../policies.ts'
import { posts } from '../posts/schema.ts'
import { admin, aPost, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { dismissCandidate, publishNotice, putNotice, removeNotice, suggestCuration } from './mutations.ts'
import { curationCandidates, curationNotices } from './schema.ts'

const [ada, ben] = [member(idOf(100)), member(idOf(200))]
const trusted = member(idOf(300), { groups: ['trusted'] })
const lent = member(idOf(400), { groups: ['canSuggestCuration'] })
const other = member(idOf(905), { groups: ['moderators'] })
const [postId, id, commentId] = [idOf(1), idOf(2), idOf(3)]
const body = paragraph('It asks a good question.')

async function scene(changes: Parameters<typeof aPost>[0] = {}) {
  const mutations = mutationsOver([members, posts, comments, curationNotices, curationCandidates, auditLog])
  await mutations.put(
    posts,
    aPost({ id: postId, authorId: ada.userId, status: 'published', publishedAt: T0, frontpageAt: T0, slug: 'tides', ...changes }),
  )
  return mutations
}
const suggest = (viewer: Viewer, isOn = true, now = T0) => [suggestCuration, { postId, isOn }, { viewer, now }] as const

describe('a suggestion', () => {
  test('of several members is kept once each, the newest says when, and each takes back their own', async () => {
    const mutations = await scene()
    for (const viewer of [trusted, trusted, lent, moderator]) await mutations.run(...suggest(viewer))
    await mutations.run(...suggest(lent, true, T0 + 5))
    expect(await mutations.get(curationCandidates, postId)).toMatchObject({
      ...{ suggestedByIds: [trusted.userId, lent.userId, moderator.userId], suggestedAt: T0, isWaiting: true },
    })
    for (const viewer of [trusted, lent, moderator]) await mutations.run(...suggest(viewer, false))
    expect(await mutations.get(curationCandidates, postId)).toMatchObject({ suggestedByIds: [], suggestedAt: 0, isWaiting: false })
  })

  test.each([
    ['a visitor', visitor, {}, 'sign-in-first'],
    ['a member', ben, {}, 'staff-only'],
    ['a trusted member, of their own post', trusted, { authorId: trusted.userId }, 'own-content'],
    ['a moderator, of their own post', moderator, { authorId: moderator.userId }, 'own-content'],
    ['a trusted member, of a post that is not on the front page', trusted, { frontpageAt: null }, 'not-found'],
    ['a trusted member, of a draft', trusted, { status: 'draft' }, 'not-found'],
  ] as const)('by %s is refused', async (_who, viewer, changes, reason) => {
    const mutations = await scene(changes)
    const before = await mutations.everything()
    const refusal = await refusalOf(mutations.run(...suggest(viewer)))
    expect(refusal.reason ?? refusal.code).toBe(reason)
    expect(await mutations.everything()).toBe(before)
  })

  test('that was dismissed waits no more, however often it is made again, until that is undone', async () => {
    const mutations = await scene()
    const dismiss = (isOn: boolean) => mutations.run(dismissCandidate, { postId, isOn }, { viewer: moderator, now: T0 + 9 })
    await mutations.run(...suggest(trusted))
    for (const _again of [1, 2]) await dismiss(true)
    await mutations.run(...suggest(lent))
    expect(await mutations.get(curationCandidates, postId)).toMatchObject({
      ...{ isWaiting: false, dismissedById: moderator.userId, dismissedAt: T0 + 9 },
    })
    await dismiss(false)
    expect(await mutations.get(curationCandidates, postId)).toMatchObject({ isWaiting: true, dismissedById: null, dismissedAt: 0 })
  })
})

describe('a notice', () => {
  const put = (viewer: Viewer, changes = {}) => [putNotice, { id, postId, body, ...changes }, { viewer }] as const
  const publish = (viewer: Viewer, now = T0 + 5) => [publishNotice, { id, commentId }, { viewer, now }] as const

  test('is a draft until its author publishes it: then it is their comment with the moderators’ mark, and the post is curated, once', async () => {
    const mutations = await scene()
    await mutations.run(...put(moderator))
    expect(await mutations.get(posts, postId)).toMatchObject({ curatedAt: null })
    await mutations.run(...put(moderator, { body: paragraph('Better said.') }))
    await mutations.run(...publish(moderator))
    expect(await mutations.get(comments, commentId)).toMatchObject({
      ...{ postId, authorId: moderator.userId, parentId: null, hat: 'shown', body: paragraph('Better said.') },
    })
    expect(await mutations.get(posts, postId)).toMatchObject({ curatedAt: T0 + 5 })
    const before = await mutations.everything()
    await mutations.run(publishNotice, { id, commentId: idOf(9) }, { viewer: moderator, now: T0 + 99 })
    expect(await mutations.everything()).toBe(before)
    expect(await refusalOf(mutations.run(...put(moderator)))).toMatchObject({ code: 'conflict' })
    expect(await refusalOf(mutations.run(removeNotice, { id }, { viewer: moderator }))).toMatchObject({ code: 'conflict' })
  })

  test('leaves the day on which a post was curated already', async () => {
    const mutations = await scene({ curatedAt: T0 - 99 })
    await mutations.run(...put(moderator))
    await mutations.run(...publish(moderator))
    expect(await mutations.get(posts, postId)).toMatchObject({ curatedAt: T0 - 99 })
  })

  test('of somebody else no moderator publishes or changes; an administrator deletes a draft, which stands in the audit log, and what is gone is gone', async () => {
    const mutations = await scene()
    await mutations.run(...put(moderator))
    for (const viewer of [other, admin])
      for (const attempt of [mutations.run(...publish(viewer)), mutations.run(...put(viewer, { body: paragraph('Mine.') }))])
        expect(await refusalOf(attempt)).toMatchObject({ reason: 'not-yours' })
    expect(await refusalOf(mutations.run(removeNotice, { id }, { viewer: other }))).toMatchObject({ reason: 'not-yours' })
    for (const _again of [1, 2]) await mutations.run(removeNotice, { id }, { viewer: admin })
    expect(await mutations.get(curationNotices, id)).toBeUndefined()
    const entry = { byId: admin.userId, act: 'curationNotices.remove', userId: moderator.userId, targetId: postId }
    expect(await mutations.read((read) => read.list(auditEntries(9)))).toMatchObject([entry])
    expect(await refusalOf(mutations.run(...publish(moderator)))).toMatchObject({ code: 'not-found' })
    await mutations.run(...put(moderator))
    await mutations.run(removeNotice, { id }, { viewer: moderator })
    expect(await mutations.read((read) => read.list(auditEntries(9)))).toHaveLength(1)
  })

  test.each([
    ['a visitor', visitor, 'sign-in-first'],
    ['a member', ben, 'staff-only'],
    ['the author of the post', ada, 'staff-only'],
    ['who may suggest', lent, 'staff-only'],
  ] as const)('is nothing that %s writes, publishes or deletes, nor a candidate what they dismiss', async (_who, viewer, reason) => {
    const mutations = await scene()
    await mutations.run(...put(moderator))
    const before = await mutations.everything()
    for (const attempt of [
      mutations.run(...put(viewer, { id: idOf(8) })),
      mutations.run(...publish(viewer)),
      mutations.run(removeNotice, { id }, { viewer }),
      mutations.run(dismissCandidate, { postId, isOn: true }, { viewer }),
    ])
      expect(await refusalOf(attempt)).toMatchObject({ reason })
    expect(await mutations.everything()).toBe(before)
  })

  test.each([
    ['that went back to its drafts', { status: 'draft' }, 'not-found'],
    ['that left the front page', { frontpageAt: null }, 'not-found'],
    ['that was rejected', { rejectedReason: 'Off topic.' }, 'not-found'],
    ['of its own author', { authorId: moderator.userId }, 'own-content'],
    ['of which its author is a coauthor', { coauthorIds: [moderator.userId] }, 'own-content'],
  ] satisfies [string, Parameters<typeof aPost>[0], string][])(
    'of a post %s is not published, and nothing is curated',
    async (_which, changes, reason) => {
      const mutations = await scene()
      await mutations.run(...put(moderator))
      const post = { id: postId, authorId: ada.userId, status: 'published', publishedAt: T0, frontpageAt: T0, slug: 'tides' } as const
      await mutations.put(posts, aPost({ ...post, ...changes }))
      const before = await mutations.everything()
      const refusal = await refusalOf(mutations.run(...publish(moderator)))
      expect(refusal.reason ?? refusal.code).toBe(reason)
      expect(await mutations.everything()).toBe(before)
    },
  )
})

test.each([
  ['a moderator', moderator, true],
  ['a member who suggested it', trusted, false],
  ['the author of the post', ada, false],
  ['a visitor', visitor, false],
] as const)('who suggested what, and drafts of notices, are shown to %s (%#)', async (_who, viewer, isShown) => {
  const notice = { id, postId, byId: moderator.userId, body, createdAt: T0, publishedAt: null, commentId: null }
  const candidate = { id: postId, suggestedByIds: [trusted.userId], suggestedAt: T0, dismissedById: null, dismissedAt: 0, isWaiting: true }
  const seen = await (
    await scene()
  ).read(async (read) => [
    await policies.of(curationNotices)(notice, viewer, read),
    await policies.of(curationCandidates)(candidate, viewer, read),
  ])
  expect(seen.map((row) => row !== undefined)).toEqual([isShown, isShown])
})
