import { expect, test } from 'vitest'
import { aCore } from '#server/testing/core.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import type { BarScope } from '#shared/moderation/schema.ts'
import { threadBanId, threadBans } from '#shared/moderation/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { someKarmaStats, idOf, member, moderator, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'

const minute = 60_000

/** Ada has published with guidelines and much karma; Ben has commented. */
async function aDiscussion() {
  const core = await aCore()
  const [ada, ben] = [await core.join(100), await core.join(200)]
  await core.store.write(async ({ tx }) => tx.put(karmaStats, someKarmaStats({ id: ada, karma: 2_500 })))
  await core.must({ name: 'posts.publish', args: publishArgs({ id: idOf(1), revisionId: idOf(2) }), userId: ada, now: T0 })
  await core.must({ name: 'posts.setGuidelines', args: { id: idOf(1), guidelines: ' Be kind.\r\nBe brief. ' }, userId: ada, now: T0 })
  const comment = (n: number, now: number, parentId: string | null = null) => ({
    name: 'comments.post',
    args: { id: idOf(n), postId: idOf(1), parentId, body: paragraph(`Word ${n}.`) },
    userId: ben,
    now,
  })
  await core.must(comment(10, T0 + minute))
  const bar = (scope: BarScope, userId = ada) => ({
    name: 'moderation.bar',
    args: { postId: idOf(1), userId: ben, scope },
    userId,
    now: T0 + 2 * minute,
  })
  const letIn = (scope: BarScope) => ({ name: 'moderation.letBackIn', args: { postId: idOf(1), userId: ben, scope }, userId: ada, now: T0 })
  return { core, ada, ben, comment, bar, letIn }
}

const refusedAs = (reason: string) => ({ kind: 'rejected', error: expect.objectContaining({ reason }) })

test.each(['post', 'all'] as const)(
  'whom an author has shut out (%s) comments, replies and edits no more until let back in',
  async (scope) => {
    const { core, ben, comment, bar, letIn } = await aDiscussion()
    expect(await core.store.read((read) => getOrThrow(read, posts, idOf(1)))).toMatchObject({ guidelines: 'Be kind.\nBe brief.' })
    await core.must(bar(scope))
    await core.must(bar(scope))
    expect(await core.apply(comment(11, T0 + 3 * minute))).toMatchObject(refusedAs('barred-by-author'))
    expect(await core.apply(comment(12, T0 + 3 * minute, idOf(10)))).toMatchObject(refusedAs('barred-by-author'))
    const edit = {
      name: 'comments.edit',
      args: { id: idOf(10), body: paragraph('Worse.'), bodyVersion: 1 },
      userId: ben,
      now: T0 + 4 * minute,
    }
    expect(await core.apply(edit)).toMatchObject(refusedAs('barred-by-author'))
    expect(await core.store.read((read) => read.get(comments, idOf(11)))).toBeUndefined()
    expect(await core.store.read((read) => read.get(comments, idOf(10)))).toMatchObject({ body: paragraph('Word 10.'), bodyVersion: 1 })
    // Taking one's words back stays open.
    await core.must({ name: 'comments.remove', args: { id: idOf(10), reason: '' }, userId: ben, now: T0 + 5 * minute })
    await core.must(letIn(scope))
    await core.must(letIn(scope))
    await core.must(comment(11, T0 + 6 * minute))
  },
)

test('personal posts are those that are not on the front page', async () => {
  const { core, comment, bar } = await aDiscussion()
  await core.must(bar('personal'))
  await core.must(comment(11, T0 + 3 * minute))
  await core.store.write(async ({ tx }) => tx.put(posts, { ...(await getOrThrow(tx, posts, idOf(1))), frontpageAt: null }))
  expect(await core.apply(comment(12, T0 + 4 * minute))).toMatchObject(refusedAs('barred-by-author'))
})

test('who is shut out is known to them, to the author and to the staff', async () => {
  const { core, ada, ben, bar } = await aDiscussion()
  await core.must(bar('post'))
  const seenBy = (viewer: Parameters<typeof permittedRead>[1]) =>
    core.store.read((read) => permittedRead(read, viewer, policies).get(threadBans, threadBanId(idOf(1), ben)))
  for (const viewer of [member(ada), member(ben), moderator]) expect(await seenBy(viewer)).toMatchObject({ scope: 'post' })
  for (const viewer of [visitor, member(idOf(300), { karma: 9_000 })]) expect(await seenBy(viewer)).toBeUndefined()
})

test('nobody is shut out by those whose post it is not, and staff never are', async () => {
  const { core, ada, ben, bar } = await aDiscussion()
  expect(await core.apply(bar('post', ben))).toMatchObject(refusedAs('not-yours'))
  await core.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, ben)), groups: ['moderators'] }))
  expect(await core.apply(bar('post', ada))).toMatchObject(refusedAs('cannot-be-barred'))
  expect(await core.store.read((read) => read.get(threadBans, threadBanId(idOf(1), ben)))).toBeUndefined()
})

test('whom a moderator keeps from the discussion of a wiki page, whoever began that page does not hear of', async () => {
  const { core, ada, ben } = await aDiscussion()
  const page = { id: idOf(3), revisionId: idOf(4), lang: 'en', isWikiOnly: false, lensOf: null, name: 'Water', body: paragraph('Wet.') }
  await core.must({ name: 'wiki.publish', args: page, userId: ada, now: T0 })
  const teo = await core.join(300)
  await core.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, teo)), groups: ['moderators'] }))
  await core.must({ name: 'moderation.bar', args: { postId: idOf(3), userId: ben, scope: 'post' }, userId: teo, now: T0 })
  const said = {
    name: 'comments.post',
    args: { id: idOf(13), postId: idOf(3), parentId: null, body: paragraph('And?') },
    userId: ben,
    now: T0,
  }
  expect(await core.apply(said)).toMatchObject(refusedAs('barred-by-author'))
  const seenBy = (userId: string) =>
    core.store.read((read) => permittedRead(read, member(userId), policies).get(threadBans, threadBanId(idOf(3), ben)))
  expect(await seenBy(ada)).toBeUndefined()
  expect(await seenBy(teo)).toMatchObject({ ownerId: teo, postId: idOf(3) })
})
