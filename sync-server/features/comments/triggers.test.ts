import { expect, test } from 'vitest'
import type { Core } from '#server/testing/core.ts'
import { aCore } from '#server/testing/core.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { quickTakesIdOf } from '#shared/comments/container.ts'
import { comments } from '#shared/comments/schema.ts'
import { postList } from '#shared/feed/queries.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { posts } from '#shared/posts/schema.ts'
import { idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { tallies } from '#shared/votes/schema.ts'

const minute = 60_000

const taking = (n: number, userId: string, now = T0) => ({
  name: 'comments.postQuickTake',
  args: { id: idOf(n), postId: quickTakesIdOf(userId), body: paragraph(`Thought ${n}.`), tags: [], isOnFrontpage: true },
  userId,
  now,
})
const replying = (n: number, to: number, owner: string, userId: string, now: number) => ({
  name: 'comments.post',
  args: { id: idOf(n), postId: quickTakesIdOf(owner), parentId: idOf(to), body: paragraph(`Reply ${n}.`) },
  userId,
  now,
})
async function aModerator(core: Core): Promise<string> {
  const userId = await core.join(900)
  await core.store.write(async ({ tx }) => {
    const row = await getOrThrow(tx, members, userId)
    await tx.put(members, { ...row, groups: ['moderators'] })
  })
  return userId
}
const commentOf = (core: Core, n: number) => core.store.read((read) => read.get(comments, idOf(n)))

test('a quick take is counted and voted for like any comment; its place gets an address and stands in no list', async () => {
  const core = await aCore()
  const ada = await core.join(100)
  await core.must(taking(10, ada))
  await core.store.read(async (read) => {
    expect(await read.get(posts, quickTakesIdOf(ada))).toMatchObject({
      holds: 'quickTakes',
      commentCount: 1,
      slug: expect.stringContaining('quick-takes'),
    })
    expect(await read.get(tallies, idOf(10))).toMatchObject({ baseScore: 1 })
    expect(await read.get(karmaStats, ada)).toMatchObject({ postCount: 0, commentCount: 1 })
    for (const feed of ['all', 'personal', 'frontpage', `author:${ada}`]) expect((await postList(read, feed, 'new', 9)).rows).toEqual([])
  })
})

test('what is said in its thread, however deep, brings it to the top; what is removed counts no more', async () => {
  const core = await aCore()
  const [ada, ben] = [await core.join(100), await core.join(200)]
  await core.must(taking(10, ada))
  await core.must(replying(11, 10, ada, ben, T0 + minute))
  await core.must(replying(12, 11, ada, ada, T0 + 2 * minute))
  expect(await commentOf(core, 10)).toMatchObject({ activeAt: T0 + 2 * minute, replyCount: 1 })
  await core.must({ name: 'comments.remove', args: { id: idOf(12), reason: '' }, userId: ada, now: T0 + 3 * minute })
  expect(await core.store.read((read) => read.get(posts, quickTakesIdOf(ada)))).toMatchObject({ commentCount: 2 })
})

test('one who writes too fast is told when to go on, and one who replies in a closed thread that it is', async () => {
  const core = await aCore()
  const [ada, ben, teo] = [await core.join(100), await core.join(200), await aModerator(core)]
  await core.must(taking(10, ada))
  expect(await core.apply(taking(11, ada, T0 + 1_000))).toMatchObject({ kind: 'later' })
  await core.must({ name: 'comments.setMark', args: { id: idOf(10), mark: { name: 'lock', until: T0 + minute } }, userId: teo, now: T0 })
  expect(await core.apply(replying(12, 10, ada, ben, T0 + 1_000))).toMatchObject({ kind: 'rejected', error: { reason: 'replies-locked' } })
  await core.must(replying(12, 10, ada, ben, T0 + 2 * minute))
})

test('a comment that is not accepted is counted nowhere, and again once it is', async () => {
  const core = await aCore()
  const [ada, ben, teo] = [await core.join(100), await core.join(200), await aModerator(core)]
  await core.must({ name: 'posts.publish', args: publishArgs(), userId: ada, now: T0 })
  const word = { id: idOf(10), postId: idOf(1), parentId: null, body: paragraph('Buy now.') }
  await core.must({ name: 'comments.post', args: word, userId: ben, now: T0 + minute })
  const mark = (reason: string | null) => ({
    name: 'comments.setMark',
    args: { id: idOf(10), mark: { name: 'rejected', reason } },
    userId: teo,
    now: T0 + minute,
  })
  const count = async () => (await core.store.read((read) => read.get(posts, idOf(1))))?.commentCount
  await core.must(mark('An advertisement.'))
  expect(await count()).toBe(0)
  await core.must(mark('An advertisement, again.'))
  expect(await count()).toBe(0)
  await core.must(mark(null))
  expect(await count()).toBe(1)
})
