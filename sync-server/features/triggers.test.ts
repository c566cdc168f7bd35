import { describe, expect, test } from 'vitest'
import type { Core } from '#server/testing/core.ts'
import { aCore } from '#server/testing/core.ts'
import { staleScores } from '#server/features/feed/jobs.ts'
import { tallyMismatches } from '#server/features/votes/audit.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { postList } from '#shared/feed/queries.ts'
import { listings } from '#shared/feed/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { tallies, voteEvents } from '#shared/votes/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'

const minute = 60_000

function publishing(n: number, userId: string, changes: Record<string, unknown> = {}, now = T0) {
  const args = publishArgs({ id: idOf(n), revisionId: idOf(n + 5_000), title: `Essay ${n}`, ...changes })
  return { name: 'posts.publish', args, userId, now }
}
const commenting = (n: number, postId: string, userId: string, now = T0, parentId: string | null = null) => ({
  name: 'comments.post',
  args: { id: idOf(n), postId, parentId, body: paragraph(`Comment ${n}`) },
  userId,
  now,
})
const voting = (userId: string, targetKind: 'post' | 'comment', targetId: string, value: number, axis = 'approval', now = T0) => ({
  name: 'votes.set',
  args: { targetKind, targetId, axis, value },
  userId,
  now,
})

const postOf = (core: Core, id: string) => core.store.read((read) => read.get(posts, id))
const feedOf = (core: Core, feed: string) =>
  core.store.read(async (read) => (await postList(read, feed, 'new', 50)).rows.map((row) => row.post.id))

describe('publishing', () => {
  test('gives a slug, a place in the lists, a strong vote of the author’s own, and no karma', async () => {
    const core = await aCore()
    const ada = await core.join(100)
    await core.earn(ada)
    await core.must(publishing(1, ada))
    expect(await postOf(core, idOf(1))).toMatchObject({ slug: 'essay-1', frontpageAt: T0 })
    for (const feed of ['all', 'frontpage', 'tag:water', `author:${ada}`]) expect(await feedOf(core, feed)).toEqual([idOf(1)])
    expect(await feedOf(core, 'personal')).toEqual([])
    await core.store.read(async (read) => {
      expect(await read.get(tallies, idOf(1))).toMatchObject({ baseScore: 1, approvalVoteCount: 1 })
      expect(await read.get(karmaStats, ada)).toMatchObject({ karma: 1, postCount: 1 })
    })
  })

  test('a second post of the same title gets a slug of its own; a title without letters its id', async () => {
    const core = await aCore()
    const ada = await core.join(100)
    await core.must(publishing(1, ada, { title: 'Tides' }))
    await core.must(publishing(2, ada, { title: 'Tides!' }))
    await core.must(publishing(3, ada, { title: '…' }))
    expect((await postOf(core, idOf(2)))?.slug).toBe('tides-2')
    expect((await postOf(core, idOf(3)))?.slug).toBe(idOf(3))
  })

  test('50 members publishing one title at once get 50 different slugs', async () => {
    const core = await aCore()
    const authors = await Promise.all(Array.from({ length: 50 }, (_, n) => core.join(100 + n)))
    await Promise.all(authors.map((author, n) => core.must(publishing(1_000 + n, author, { title: 'Same' }))))
    const slugs = await core.store.read(async (read) => (await postList(read, 'all', 'new', 100)).rows.map((row) => row.post.slug))
    expect(new Set(slugs).size).toBe(50)
  })

  test('sent again, it changes no count; unpublished, it leaves every list and keeps its slug and first date', async () => {
    const core = await aCore()
    const ada = await core.join(100)
    await core.must(publishing(1, ada))
    await core.must(publishing(1, ada, {}, T0 + minute))
    expect((await core.store.read((read) => read.get(karmaStats, ada)))?.postCount).toBe(1)
    await core.must({ name: 'posts.unpublish', args: { id: idOf(1) }, userId: ada })
    expect(await feedOf(core, 'all')).toEqual([])
    expect((await core.store.read((read) => read.get(karmaStats, ada)))?.postCount).toBe(0)
    await core.must(publishing(1, ada, { revisionId: idOf(7_000) }, T0 + 2 * minute))
    expect(await postOf(core, idOf(1))).toMatchObject({ slug: 'essay-1', publishedAt: T0, version: '1.1.0' })
    expect((await core.store.read((read) => read.get(tallies, idOf(1))))?.baseScore).toBe(1)
  })

  test('the sixth first publication within a day has to wait; an edit has not', async () => {
    const core = await aCore()
    const ada = await core.join(100)
    for (let n = 1; n <= 5; n += 1) await core.must(publishing(n, ada, {}, T0 + n * minute))
    expect(await core.apply(publishing(6, ada, {}, T0 + 6 * minute))).toEqual({
      kind: 'later',
      retryAfterMs: 24 * 60 * minute - 5 * minute,
    })
    expect(await postOf(core, idOf(6))).toBeUndefined()
    await core.must(publishing(1, ada, { revisionId: idOf(7_000), title: 'Edited' }, T0 + 7 * minute))
  })
})

describe('commenting', () => {
  test('an older comment that comes back leaves the time of the newest one', async () => {
    const core = await aCore()
    const [ada, bob] = [await core.join(100), await core.join(101)]
    await core.must(publishing(1, ada))
    await core.must(commenting(10, idOf(1), bob))
    await core.must(commenting(11, idOf(1), bob, T0 + minute))
    await core.must({ name: 'comments.remove', args: { id: idOf(10), reason: '' }, userId: bob, now: T0 + 2 * minute })
    await core.must({ name: 'comments.restore', args: { id: idOf(10) }, userId: bob, now: T0 + 3 * minute })
    expect(await postOf(core, idOf(1))).toMatchObject({ commentCount: 2, lastCommentedAt: T0 + minute })
    expect((await core.store.read((read) => read.get(listings, `all:${idOf(1)}`)))?.lastCommentedAt).toBe(T0 + minute)
  })

  test('counts on post, parent and member, once; removing counts back', async () => {
    const core = await aCore()
    const [ada, bob] = [await core.join(100), await core.join(101)]
    await core.must(publishing(1, ada))
    await core.must(commenting(10, idOf(1), bob))
    await core.must(commenting(10, idOf(1), bob, T0 + minute))
    await core.must(commenting(11, idOf(1), ada, T0 + minute, idOf(10)))
    expect(await postOf(core, idOf(1))).toMatchObject({ commentCount: 2, lastCommentedAt: T0 + minute })
    const counts = () =>
      core.store.read(async (read) => [(await read.get(comments, idOf(10)))?.replyCount, (await read.get(karmaStats, bob))?.commentCount])
    expect(await counts()).toEqual([1, 1])
    await core.must({ name: 'comments.remove', args: { id: idOf(11), reason: '' }, userId: ada })
    await core.must({ name: 'comments.remove', args: { id: idOf(11), reason: '' }, userId: ada })
    expect(await counts()).toEqual([0, 1])
    await core.must({ name: 'comments.restore', args: { id: idOf(11) }, userId: ada })
    expect((await postOf(core, idOf(1)))?.commentCount).toBe(2)
  })

  test('a second comment within 8 seconds has to wait and leaves nothing', async () => {
    const core = await aCore()
    const ada = await core.join(100)
    await core.must(publishing(1, ada))
    await core.must(commenting(10, idOf(1), ada))
    expect(await core.apply(commenting(11, idOf(1), ada, T0 + 3_000))).toEqual({ kind: 'later', retryAfterMs: 5_000 })
    expect(await core.store.read((read) => read.get(comments, idOf(11)))).toBeUndefined()
    await core.must(commenting(11, idOf(1), ada, T0 + 8_000))
  })
})

describe('voting', () => {
  test('200 votes in parallel, each sent twice, give an exact score, exact karma and no mismatch', async () => {
    const core = await aCore()
    const ada = await core.join(1)
    await core.must(publishing(1, ada))
    const voters = await Promise.all(Array.from({ length: 200 }, (_, n) => core.join(100 + n)))
    await Promise.all(
      voters
        .flatMap((voter, n) => [voting(voter, 'post', idOf(1), n % 4 === 0 ? -1 : 1), voting(voter, 'post', idOf(1), n % 4 === 0 ? -1 : 1)])
        .map((vote) => core.must(vote)),
    )
    await core.store.read(async (read) => {
      expect(await read.get(tallies, idOf(1))).toMatchObject({ baseScore: 101, approvalVoteCount: 201 })
      expect((await read.get(karmaStats, ada))?.karma).toBe(100)
      expect(await tallyMismatches(read, [idOf(1)])).toEqual([])
    })
  })

  test('changing and taking back a vote moves score and karma by the difference', async () => {
    const core = await aCore()
    const [ada, bob] = [await core.join(100), await core.join(101)]
    await core.must(publishing(1, ada))
    const state = () =>
      core.store.read(async (read) => [(await read.get(tallies, idOf(1)))?.baseScore, (await read.get(karmaStats, ada))?.karma])
    for (const [value, expected] of [
      [1, [2, 1]],
      [-2, [0, -1]],
      [0, [1, 0]],
    ] as const) {
      await core.must(voting(bob, 'post', idOf(1), value))
      expect(await state()).toEqual(expected)
    }
  })

  test('50 points of karma make a personal moderator, once and for good', async () => {
    const core = await aCore()
    const ada = await core.join(1)
    await core.must(publishing(1, ada))
    const groupsOf = async () => (await core.store.read((read) => read.get(members, ada)))?.groups
    const voters = await Promise.all(Array.from({ length: 50 }, (_, n) => core.join(100 + n)))
    for (const voter of voters.slice(0, 49)) await core.must(voting(voter, 'post', idOf(1), 1))
    expect(await groupsOf()).toEqual([])
    await core.must(voting(voters[49] ?? '', 'post', idOf(1), 1))
    expect(await groupsOf()).toEqual(['canModeratePersonal'])
    await core.must(voting(voters[0] ?? '', 'post', idOf(1), 0))
    await core.must(voting(voters[0] ?? '', 'post', idOf(1), 1))
    expect(await groupsOf()).toEqual(['canModeratePersonal'])
  })

  test('agreement moves neither score, karma nor lists', async () => {
    const core = await aCore()
    const [ada, bob] = [await core.join(100), await core.join(101)]
    await core.must(publishing(1, ada))
    await core.must(voting(bob, 'post', idOf(1), 2, 'agreement'))
    await core.store.read(async (read) => {
      expect(await read.get(tallies, idOf(1))).toMatchObject({ baseScore: 1, agreement: 1, agreementVoteCount: 1 })
      expect((await read.get(karmaStats, ada))?.karma).toBe(0)
    })
  })

  test('an agreement weighs what the voter’s karma is worth when the sums next change; approval what it was worth when cast', async () => {
    const core = await aCore()
    const [ada, bob, eve] = [await core.join(100), await core.join(101), await core.join(102)]
    await core.must(publishing(1, ada))
    await core.must(publishing(2, bob))
    await core.must(voting(bob, 'post', idOf(1), 2, 'agreement'))
    await core.must(voting(bob, 'post', idOf(1), 2))
    const sums = () => core.store.read(async (read) => read.get(tallies, idOf(1)))
    expect(await sums()).toMatchObject({ agreement: 1, baseScore: 2 })
    // Ten points of karma: a strong vote of bob's is worth 2 from now on.
    const fans = await Promise.all(Array.from({ length: 10 }, (_, n) => core.join(200 + n)))
    for (const fan of fans) await core.must(voting(fan, 'post', idOf(2), 1))
    expect(await sums()).toMatchObject({ agreement: 1 })
    await core.must(voting(eve, 'post', idOf(1), 1))
    expect(await sums()).toMatchObject({ agreement: 2, agreementVoteCount: 1, baseScore: 3 })
    expect(await core.store.read((read) => tallyMismatches(read, [idOf(1)]))).toEqual([])
  })

  test('the wait a limit names is exact: a moment before it the vote has to wait, then it is taken', async () => {
    const core = await aCore()
    const authors = await Promise.all(Array.from({ length: 11 }, (_, n) => core.join(100 + n)))
    for (const [n, author] of authors.entries()) await core.must(publishing(1_000 + n, author))
    const bob = await core.join(50)
    for (let n = 0; n < 10; n += 1) await core.must(voting(bob, 'post', idOf(1_000 + n), 2, 'approval', T0 + n * minute))
    const late = voting(bob, 'post', idOf(1_010), 2, 'approval', T0 + 20 * minute)
    const outcome = await core.apply(late)
    expect(outcome).toEqual({ kind: 'later', retryAfterMs: 40 * minute + 1 })
    expect(await core.apply({ ...late, now: T0 + 60 * minute })).toMatchObject({ kind: 'later' })
    await core.must({ ...late, now: T0 + 60 * minute + 1 })
  })

  test('the eleventh strong vote within an hour is refused for now, and a weak one is not', async () => {
    const core = await aCore()
    const authors = await Promise.all(Array.from({ length: 12 }, (_, n) => core.join(100 + n)))
    for (const [n, author] of authors.entries()) await core.must(publishing(1_000 + n, author))
    const bob = await core.join(50)
    for (let n = 0; n < 10; n += 1) await core.must(voting(bob, 'post', idOf(1_000 + n), 2))
    expect(await core.apply(voting(bob, 'post', idOf(1_010), 2))).toMatchObject({ kind: 'later' })
    await core.must(voting(bob, 'post', idOf(1_011), 1))
    const events = defineQuery({ table: voteEvents, index: ['userId', 'at'], equals: [bob], order: 'ascending', limit: 100 })
    expect(await core.store.read((read) => read.count(events))).toBe(11)
  })

  test('a vote in the name of nobody is refused', async () => {
    const core = await aCore()
    const ada = await core.join(100)
    await core.must(publishing(1, ada))
    expect(await core.apply(voting(idOf(999), 'post', idOf(1), 1))).toMatchObject({ kind: 'rejected', error: { reason: 'sign-in-first' } })
  })
})

test('a score is written again only once it has moved by 3 %', async () => {
  const core = await aCore()
  const ada = await core.join(100)
  await core.must(publishing(1, ada))
  const stale = (after: number) => core.store.read((read) => staleScores(read, T0 + after))
  expect(await stale(2 * minute)).toEqual([])
  expect(await stale(60 * minute)).toEqual([idOf(1)])
  await core.must({ name: 'feed.rescore', args: { postIds: [idOf(1)] }, userId: null, source: 'server', now: T0 + 60 * minute })
  expect(await stale(60 * minute)).toEqual([])
  const all = await core.store.read((read) => read.get(listings, `all:${idOf(1)}`))
  expect(all?.scoredAt).toBe(T0 + 60 * minute)
})

test('a member cannot send the server’s own mutations', async () => {
  const core = await aCore()
  const ada = await core.join(100)
  for (const name of ['feed.rescore', 'feed.adjustPeriod', 'accounts.setRoles', 'accounts.register', 'accounts.openSession']) {
    expect(await core.apply({ name, args: {}, userId: ada })).toMatchObject({ kind: 'rejected', error: { reason: 'server-only' } })
  }
  expect(await core.apply({ name: 'posts.destroy', args: {}, userId: ada })).toMatchObject({
    kind: 'rejected',
    error: { code: 'unknown-mutation' },
  })
})
