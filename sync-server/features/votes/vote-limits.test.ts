import { beforeEach, expect, test } from 'vitest'
import type { Core } from '#server/testing/core.ts'
import { aCore } from '#server/testing/core.ts'
import { members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { posts } from '#shared/posts/schema.ts'
import { aComment, aPost, idOf, T0 } from '#shared/testing/factories.ts'
import { voteEvents } from '#shared/votes/schema.ts'

const minute = 60_000
const hour = 60 * minute
const voter = idOf(50)
const scene: { core: Core | null } = { core: null }

function core(): Core {
  if (scene.core === null) throw new Error('no core')
  return scene.core
}

beforeEach(async () => {
  scene.core = await aCore()
  for (const n of [50, 51]) await core().join(n)
})

/** Comments with these authors, under a post that says it has so many. */
async function withComments(authorIds: readonly string[], commentCount = 0): Promise<void> {
  await core().store.write(async ({ tx }) => {
    await tx.put(posts, aPost({ id: idOf(1), authorId: idOf(100), commentCount }))
    for (const [n, authorId] of authorIds.entries()) await tx.put(comments, aComment({ id: idOf(1_000 + n), postId: idOf(1), authorId }))
  })
}

/** What the voter has done already: so many votes on an author, at a time. */
async function voted(count: number, targetAuthorId: string, at: number): Promise<void> {
  await core().store.write(async ({ tx }) => {
    const first = 50_000 + (at % 10_000_000)
    for (let n = 0; n < count; n += 1) {
      const which = { isStrong: false, isDown: false, isOnComment: true }
      const id = idOf(first * 1_000 + n)
      await tx.put(voteEvents, { id, userId: voter, targetId: id, targetAuthorId, postId: idOf(2), ...which, at: at + n })
    }
  })
}

const vote = (n: number, value: number, now = T0, userId = voter) => {
  const args = { targetKind: 'comment', targetId: idOf(1_000 + n), axis: 'approval', value }
  return core().apply({ name: 'votes.set', args, userId, now })
}

test('the 201st vote within 24 hours has to wait for the first to be a day old', async () => {
  await withComments([idOf(200), idOf(201)])
  for (let n = 0; n < 3; n += 1) await voted(n === 2 ? 1 : 99, idOf(300 + n), T0 - 20 * hour + n * 2 * hour)
  expect(await vote(0, 1)).toMatchObject({ kind: 'applied' })
  expect(await vote(1, 1, T0 + 1)).toEqual({ kind: 'later', retryAfterMs: 4 * hour })
})

test('the 101st vote within an hour has to wait', async () => {
  await withComments([idOf(200), idOf(201)])
  await voted(50, idOf(300), T0 - 30 * minute)
  await voted(49, idOf(301), T0 - 20 * minute)
  expect(await vote(0, 1)).toMatchObject({ kind: 'applied' })
  expect(await vote(1, 1, T0 + 1)).toEqual({ kind: 'later', retryAfterMs: 30 * minute })
})

test('the 101st vote on one author within 24 hours has to wait, and one on somebody else has not', async () => {
  await withComments([idOf(200), idOf(200), idOf(201)])
  await voted(99, idOf(200), T0 - 20 * hour)
  expect(await vote(0, 1)).toMatchObject({ kind: 'applied' })
  expect(await vote(1, 1, T0 + 1)).toEqual({ kind: 'later', retryAfterMs: 4 * hour })
  expect(await vote(2, 1, T0 + 1)).toMatchObject({ kind: 'applied' })
})

test('a strong vote too many in one discussion is refused for good; one that is taken back makes room', async () => {
  const authors = Array.from({ length: 9 }, (_, n) => idOf(200 + n))
  await withComments(authors, 20)
  for (let n = 0; n < 6; n += 1) expect(await vote(n, 2, T0 + n)).toMatchObject({ kind: 'applied' })
  expect(await vote(6, 2, T0 + 10)).toMatchObject({ kind: 'rejected', error: { code: 'rate-limited', field: 'strongVote' } })
  expect(await vote(6, 1, T0 + 11)).toMatchObject({ kind: 'applied' })
  await vote(0, 0, T0 + 12)
  expect(await vote(7, -2, T0 + 13)).toMatchObject({ kind: 'applied' })
  expect(await vote(8, 2, T0 + 14)).toMatchObject({ kind: 'rejected' })
})

test('votes on oneself and those of admins are not limited', async () => {
  await withComments([voter, idOf(200)])
  await voted(100, idOf(200), T0 - minute)
  expect(await vote(0, -1)).toMatchObject({ kind: 'applied' })
  expect(await vote(1, 1)).toMatchObject({ kind: 'later' })
  await core().store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, voter)), isAdmin: true }))
  expect(await vote(1, 1)).toMatchObject({ kind: 'applied' })
})
