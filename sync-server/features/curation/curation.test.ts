import { expect, test } from 'vitest'
import { aCore } from '#server/testing/core.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { members } from '#shared/accounts/schema.ts'
import { latestNotices } from '#shared/curation/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { curationCandidates } from '#shared/curation/schema.ts'
import { listingsOf } from '#shared/feed/queries.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { logOf } from '#shared/moderation/log-schema.ts'
import { auditEntries } from '#shared/moderation/measure-queries.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'

const [postId, id, commentId] = [idOf(1), idOf(2), idOf(3)]

async function scene() {
  const core = await aCore(() => T0)
  const [ada, mo, ben] = [await core.join(100), await core.join(200), await core.join(300)]
  await core.store.write(async ({ tx }) => {
    await tx.put(members, { ...(await getOrThrow(tx, members, mo)), groups: ['moderators'] })
    await tx.put(members, { ...(await getOrThrow(tx, members, ben)), groups: ['trusted'] })
  })
  const args = { ...publishArgs({ id: postId, revisionId: idOf(51) }), submitToFrontpage: true }
  await core.must({ name: 'posts.publish', args, userId: ada })
  const read = <T>(work: Parameters<typeof core.store.read<T>>[0]) => core.store.read(work)
  return { core, ada, mo, ben, read }
}

test('a published notice counts as the comment it is, lists its post as curated, and stands in both logs once', async () => {
  const { core, mo, ben, read } = await scene()
  await core.must({ name: 'curation.suggest', args: { postId, isOn: true }, userId: ben })
  await core.must({ name: 'curationNotices.put', args: { id, postId, body: paragraph('Worth it.') }, userId: mo })
  const publish = { name: 'curationNotices.publish', args: { id, commentId }, userId: mo }
  for (const now of [T0 + 5, T0 + 9]) await core.must({ ...publish, now })
  expect(await read((r) => r.get(comments, commentId))).toMatchObject({ isCounted: true, hat: 'shown', awaitsReview: false })
  expect(await read((r) => r.get(posts, postId))).toMatchObject({ commentCount: 1, curatedAt: T0 + 5 })
  expect(await read((r) => r.list(listingsOf('curated', 'new', 9)))).toMatchObject([{ postId, at: T0 + 5 }])
  expect(await read((r) => r.list(logOf('moderatorComment', 9, 0)))).toMatchObject([{ targetId: commentId, authorId: mo }])
  const audit = await read((r) => r.list(auditEntries(9)))
  expect(audit.map(({ act, byId, targetId }) => [act, byId, targetId])).toEqual([['curationNotices.publish', mo, postId]])
  expect(await read((r) => r.get(curationCandidates, postId))).toMatchObject({ isWaiting: false })
})

test('what is uncurated waits again where it was suggested, and its notice stays a comment', async () => {
  const { core, mo, ben, read } = await scene()
  await core.must({ name: 'curation.suggest', args: { postId, isOn: true }, userId: ben })
  const waits = async () => (await read((r) => r.get(curationCandidates, postId)))?.isWaiting
  for (const isOn of [true, false]) {
    await core.must({ name: 'posts.setCurated', args: { id: postId, isOn }, userId: mo })
    expect(await waits()).toBe(!isOn)
  }
  expect(await read((r) => r.list(listingsOf('curated', 'new', 9)))).toEqual([])
})

test('a dismissal stands in the audit log', async () => {
  const { core, mo, read } = await scene()
  await core.must({ name: 'curation.dismiss', args: { postId, isOn: true }, userId: mo })
  expect(await read((r) => r.list(auditEntries(9)))).toMatchObject([{ act: 'curation.dismiss', byId: mo, targetId: postId }])
})

test('plain forms make, publish and delete notices; a second press makes no second one, and members are refused', async () => {
  const site = await featureSite()
  const [mo, ben] = [site.browser(), site.browser()]
  const signUp = async (browser: typeof mo, name: string) => {
    await browser.signUp(name)
    return (await browser.me()).viewer.userId ?? ''
  }
  const [moId, benId] = [await signUp(mo, 'mona'), await signUp(ben, 'bennet')]
  await site.store.write(async ({ tx }) => {
    await tx.put(members, { ...(await getOrThrow(tx, members, moId)), groups: ['moderators'], approvedBy: moId })
    const post = aPost({ id: postId, authorId: benId, status: 'published', publishedAt: T0, frontpageAt: T0, slug: 'tides' })
    await tx.put(posts, post)
  })
  const from = '/admin/curation'
  const notices = () => site.store.read((read) => read.list(latestNotices()))
  const put = (markdown: string, by = mo) => by.form('curationNotices.put', { id: '', postId, markdown, from })
  expect((await put('Worth it.', ben)).status).toBe(403)
  for (const _twice of [1, 2]) expect((await put('Worth *it*.')).status).toBe(303)
  expect((await put('  ')).status).toBe(400)
  const [first, ...more] = await notices()
  expect(more).toEqual([])
  for (const _twice of [1, 2])
    expect((await mo.form('curationNotices.publish', { id: first?.id ?? '', from })).headers['location']).toBe(from)
  expect(await notices()).toMatchObject([{ publishedAt: T0 }])
  expect(await site.store.read((read) => read.get(posts, postId))).toMatchObject({ curatedAt: T0, commentCount: 1 })
  expect((await put('Another.')).status).toBe(303)
  const draft = (await notices()).find(({ publishedAt }) => publishedAt === null)?.id ?? ''
  expect((await ben.form('curationNotices.remove', { id: draft, from })).status).toBe(403)
  expect((await mo.form('curationNotices.remove', { id: draft, from })).status).toBe(303)
  expect(await notices()).toHaveLength(1)
  for (const id of ['nonsense', idOf(999)]) expect((await mo.form('curationNotices.publish', { id, from })).status).toBe(404)
})
