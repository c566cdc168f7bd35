import { describe, expect, test } from 'vitest'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { aPost, anInlineComment, idOf, member, T0 } from '../testing/factories.ts'
import { archivePost, restorePost } from './mutations.ts'
import { acceptCoauthor, setCoauthor } from './coauthor-mutations.ts'
import { invitations } from './invitation-schema.ts'
import { authorshipsOf } from './queries.ts'
import { authorships, posts } from './schema.ts'
import { joinByLink, setLinkSharing, sharePost, unsharePost } from './share-mutations.ts'
import { inlineComments } from '../inline-comments/schema.ts'
import { maxShares } from './shares.ts'

const id = idOf(1)
const key = idOf(777)
const author = member(idOf(100), { karma: 1 })
const ben = member(idOf(201))
const cleo = member(idOf(202))

async function aDraft(changes: Parameters<typeof aPost>[0] = {}) {
  const store = mutationsOver([invitations, posts, authorships, inlineComments])
  await store.put(posts, aPost({ id, status: 'draft', publishedAt: null, slug: null, revisionId: null, ...changes }))
  return {
    ...store,
    shares: async () => (await store.get(posts, id))?.shares?.map(({ userId, level, isByLink }) => [userId, level, isByLink]) ?? [],
    levelOf: async (userId: string) => (await store.read((read) => read.list(authorshipsOf(userId))))[0]?.level ?? null,
  }
}

test('what is said about a text changes for a right that shows it or hides it, and for no other', async () => {
  const draft = await aDraft()
  await draft.put(inlineComments, anInlineComment({ postId: id }))
  const turns = async () => (await draft.get(inlineComments, anInlineComment().id))?.turns ?? 0
  const share = async (level: 'none' | 'read' | 'comment' | 'edit') => {
    await draft.run(sharePost, { id, userId: ben.userId, level }, { viewer: author })
    return turns()
  }
  expect([await share('read'), await share('none'), await share('comment'), await share('edit')]).toEqual([0, 0, 1, 1])
  expect([await share('read'), await share('comment'), await share('none')]).toEqual([2, 3, 4])
  await draft.run(setCoauthor, { id, userId: cleo.userId, isOn: true }, { viewer: author })
  await draft.run(acceptCoauthor, { id }, { viewer: cleo })
  await draft.run(archivePost, { id }, { viewer: author })
  expect(await turns()).toBe(5)
})

describe('posts.share', () => {
  test('gives a level, changes it, and tells the other’s devices', async () => {
    const draft = await aDraft()
    await draft.run(sharePost, { id, userId: ben.userId, level: 'read' }, { viewer: author })
    expect([await draft.shares(), await draft.levelOf(ben.userId)]).toEqual([[[ben.userId, 'read', false]], 'read'])
    await draft.run(sharePost, { id, userId: ben.userId, level: 'edit' }, { viewer: author, now: T0 + 5 })
    expect([await draft.shares(), await draft.levelOf(ben.userId)]).toEqual([[[ben.userId, 'edit', false]], 'edit'])
    await draft.run(sharePost, { id, userId: ben.userId, level: 'none' }, { viewer: author })
    expect([await draft.shares(), await draft.levelOf(ben.userId)]).toEqual([[[ben.userId, 'none', false]], null])
  })

  test('a replay changes nothing', async () => {
    const draft = await aDraft()
    await draft.run(sharePost, { id, userId: ben.userId, level: 'comment' }, { viewer: author })
    const once = await draft.everything()
    await draft.run(sharePost, { id, userId: ben.userId, level: 'comment' }, { viewer: author, now: T0 + 5 })
    expect(await draft.everything()).toBe(once)
  })

  test('whoever is a coauthor keeps that, and the author’s own level is no share', async () => {
    const draft = await aDraft({ coauthorIds: [ben.userId] })
    await draft.run(sharePost, { id, userId: ben.userId, level: 'read' }, { viewer: author })
    await draft.run(sharePost, { id, userId: author.userId, level: 'read' }, { viewer: author })
    expect(await draft.shares()).toEqual([])
  })

  test('the fifty-first is refused, and a level of the fifty may still be changed', async () => {
    const shares = Array.from({ length: maxShares }, (_, n) => ({ userId: idOf(500 + n), level: 'read' as const, isByLink: false }))
    const draft = await aDraft({ shares })
    expect((await refusalOf(draft.run(sharePost, { id, userId: ben.userId, level: 'read' }, { viewer: author }))).field).toBe('shares')
    await draft.run(sharePost, { id, userId: idOf(500), level: 'edit' }, { viewer: author })
    expect((await draft.shares())[0]).toEqual([idOf(500), 'edit', false])
  })
})

describe('posts.unshare', () => {
  test('takes a part away, twice is as once', async () => {
    const draft = await aDraft({ shares: [{ userId: ben.userId, level: 'edit', isByLink: false }] })
    for (let turn = 0; turn < 2; turn += 1) await draft.run(unsharePost, { id, userId: ben.userId }, { viewer: author })
    expect(await draft.shares()).toEqual([])
  })

  test('while there is a link, whom the author took out stays out of it; who left may come back', async () => {
    const draft = await aDraft({ link: { level: 'read', key } })
    for (const viewer of [ben, cleo]) await draft.run(joinByLink, { id, key }, { viewer })
    await draft.run(unsharePost, { id, userId: ben.userId }, { viewer: author })
    await draft.run(unsharePost, { id, userId: cleo.userId }, { viewer: cleo })
    expect(await draft.shares()).toEqual([[ben.userId, 'none', true]])
    expect((await refusalOf(draft.run(joinByLink, { id, key }, { viewer: ben }))).code).toBe('not-found')
    await draft.run(joinByLink, { id, key }, { viewer: cleo })
    expect(await draft.levelOf(cleo.userId)).toBe('read')
  })
})

describe('posts.setLinkSharing and posts.joinByLink', () => {
  test('whoever comes by the link has its level, and follows it', async () => {
    const draft = await aDraft({ shares: [{ userId: cleo.userId, level: 'read', isByLink: false }] })
    await draft.run(setLinkSharing, { id, level: 'comment', key }, { viewer: author })
    await draft.run(joinByLink, { id, key }, { viewer: ben })
    await draft.run(joinByLink, { id, key }, { viewer: cleo })
    expect(await draft.shares()).toEqual([
      [cleo.userId, 'read', false],
      [ben.userId, 'comment', true],
    ])
    await draft.run(setLinkSharing, { id, level: 'edit', key }, { viewer: author })
    expect([await draft.levelOf(ben.userId), await draft.levelOf(cleo.userId)]).toEqual(['edit', 'read'])
  })

  test.each([
    ['another key', { level: 'edit', key: idOf(778) }],
    ['no link any more', { level: 'none', key }],
  ] as const)('%s: who came by the old one is out, and who has a level by name is not', async (_how, link) => {
    const draft = await aDraft({ link: { level: 'edit', key } })
    await draft.run(joinByLink, { id, key }, { viewer: ben })
    await draft.run(joinByLink, { id, key }, { viewer: cleo })
    await draft.run(sharePost, { id, userId: cleo.userId, level: 'comment' }, { viewer: author })
    await draft.run(setLinkSharing, { id, ...link }, { viewer: author })
    expect([await draft.levelOf(ben.userId), await draft.levelOf(cleo.userId)]).toEqual([null, 'comment'])
    expect((await refusalOf(draft.run(joinByLink, { id, key }, { viewer: ben }))).code).toBe('not-found')
  })

  test('joining twice, or what one writes oneself, changes nothing', async () => {
    const draft = await aDraft({ link: { level: 'edit', key } })
    await draft.run(joinByLink, { id, key }, { viewer: ben })
    const once = await draft.everything()
    await draft.run(joinByLink, { id, key }, { viewer: ben, now: T0 + 9 })
    await draft.run(joinByLink, { id, key }, { viewer: author })
    expect(await draft.everything()).toBe(once)
  })
})

test('in the bin a draft is nobody’s but its authors’; had back, it is shared as before', async () => {
  const draft = await aDraft({ coauthorIds: [cleo.userId] })
  await draft.run(sharePost, { id, userId: ben.userId, level: 'edit' }, { viewer: author })
  await draft.run(archivePost, { id }, { viewer: author })
  expect([await draft.levelOf(ben.userId), await draft.levelOf(cleo.userId)]).toEqual([null, 'edit'])
  await draft.run(restorePost, { id }, { viewer: author })
  expect(await draft.levelOf(ben.userId)).toBe('edit')
})

test('a coauthor who is taken out has neither an earlier share nor the way back by the link', async () => {
  const draft = await aDraft({ shares: [{ userId: ben.userId, level: 'edit', isByLink: false }], link: { level: 'edit', key } })
  await draft.run(setCoauthor, { id, userId: ben.userId, isOn: true }, { viewer: author })
  await draft.run(setCoauthor, { id, userId: ben.userId, isOn: false }, { viewer: author })
  expect(await draft.levelOf(ben.userId)).toBe(null)
  expect((await refusalOf(draft.run(joinByLink, { id, key }, { viewer: ben }))).code).toBe('not-found')
})

test('whoever was shut out of a published post cannot undo that by leaving', async () => {
  const shut = [{ userId: ben.userId, level: 'none' as const, isByLink: true }]
  const draft = await aDraft({
    status: 'published',
    publishedAt: T0,
    slug: 'on-tides',
    revisionId: idOf(5),
    shares: shut,
    link: { level: 'edit', key },
  })
  await draft.run(unsharePost, { id, userId: ben.userId }, { viewer: ben })
  expect(await draft.shares()).toEqual([[ben.userId, 'none', true]])
  expect((await refusalOf(draft.run(joinByLink, { id, key }, { viewer: ben }))).code).toBe('not-found')
})

test('a link that is closed and opened again keeps out whom the author took out, before or meanwhile', async () => {
  const draft = await aDraft()
  const link = (level: 'none' | 'comment') => draft.run(setLinkSharing, { id, level, key }, { viewer: author })
  await link('comment')
  for (const viewer of [ben, cleo]) await draft.run(joinByLink, { id, key }, { viewer })
  await draft.run(unsharePost, { id, userId: ben.userId }, { viewer: author })
  await link('none')
  await draft.run(sharePost, { id, userId: cleo.userId, level: 'read' }, { viewer: author })
  await draft.run(unsharePost, { id, userId: cleo.userId }, { viewer: author })
  await link('comment')
  for (const viewer of [ben, cleo]) expect((await refusalOf(draft.run(joinByLink, { id, key }, { viewer }))).code).toBe('not-found')
})
