import { expect, test } from 'vitest'
import { productPlaces } from '#server/store/testing/product-store.ts'
import { openStore } from '#server/store/open-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistryOf } from '#server/server-registry.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { listings } from '#shared/feed/schema.ts'
import { aComment, aMember, idOf, member, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { votes } from '#shared/votes/schema.ts'
import { waitFor } from './rate-limit.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const [author, host] = [idOf(1), idOf(2)]
const voters = [3, 4, 5].map(idOf)

/** A site that goes by karma: an author, somebody whose post is discussed, and three who vote. */
async function withSite(makePlace: (typeof productPlaces)[number][1], karma: number, work: (site: Site) => Promise<void>): Promise<void> {
  const place = await makePlace()
  const serverRegistry = serverRegistryOf({
    rateLimitProfile: 'karma',
    siteName: 'Lyceum',
    reviewNewMembers: 'off',
    smtpUrl: null,
    paymentsCurrency: 'USD',
  })
  const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
  const writer = inProcessWriter(store, serverRegistry, { clock: () => T0 })
  const apply = async (name: string, args: unknown, userId: string, now: number): Promise<string> => {
    const outcome = await writer.apply({ name, args, userId, now, source: 'member' })
    if (outcome.kind === 'later') return `later ${outcome.retryAfterMs / 1_000} s`
    return outcome.kind === 'applied' ? 'applied' : `${outcome.error.code} ${outcome.error.reason ?? ''}`.trim()
  }
  try {
    await store.write(async ({ tx }) => {
      for (const [at, id] of [author, host, ...voters].entries()) {
        const names = { userName: `m${at}`, userNameKey: `m${at}`, displayName: `M${at}`, displayNameKey: `m${at}`, slug: `m${at}` }
        await tx.put(members, aMember({ id, ...names }))
        await tx.put(karmaStats, { id, karma: id === author ? karma : 1_000, postCount: 0, commentCount: 0 })
      }
    })
    await apply('posts.publish', publishArgs({ id: idOf(10), revisionId: idOf(11) }), host, T0)
    await work({
      comment: (n, now, postId = idOf(10)) =>
        apply('comments.post', { id: idOf(n), postId, parentId: null, body: paragraph(`Comment ${n}`) }, author, now),
      publish: (n, now) =>
        apply('posts.publish', publishArgs({ id: idOf(n), revisionId: idOf(n + 500), title: `Essay ${n}` }), author, now),
      voteDown: (n, by, now) => apply('votes.set', { targetKind: 'comment', targetId: idOf(n), axis: 'approval', value: -1 }, by, now),
    })
  } finally {
    await writer.close()
    await store.close()
    await place.remove()
  }
}
interface Site {
  comment(n: number, now: number, postId?: string): Promise<string>
  publish(n: number, now: number): Promise<string>
  voteDown(n: number, by: string, now: number): Promise<string>
}

test.each(productPlaces)(
  '%s: who was voted down by three comments once an hour, and freely under an essay of their own',
  async (_name, makePlace) => {
    await withSite(makePlace, 20, async (site) => {
      expect(await site.publish(50, T0)).toBe('applied')
      expect(await site.comment(100, T0 + dayMs)).toBe('applied')
      expect(await site.comment(101, T0 + dayMs + 9_000)).toBe('applied')
      for (const by of voters) expect(await site.voteDown(101, by, T0 + dayMs + 20_000)).toBe('applied')
      const later = T0 + dayMs + 60_000
      expect(await site.comment(102, later)).toMatch(/^later \d+ s$/)
      expect(await site.comment(103, later, idOf(50))).toBe('applied')
    })
  },
)

test.each(productPlaces)(
  '%s: more than a day is refused with the reason, so that a queue does not stand still for it',
  async (_name, makePlace) => {
    await withSite(makePlace, 4, async (site) => {
      expect(await site.publish(50, T0)).toBe('applied')
      expect(await site.publish(51, T0 + 60_000)).toBe('applied')
      expect(await site.publish(52, T0 + 120_000)).toBe('rate-limited pace-little-karma')
      expect(await site.publish(52, T0 + 7 * dayMs)).toBe('applied')
    })
  },
)

test('who may post without a limit does, others wait', async () => {
  const tx = memoryTransaction()
  for (const n of [1, 2, 3, 4, 5]) {
    const facts = { baseScore: 1, score: 1, scoredAt: T0, adjustedScore: 1, publishedAt: T0, at: T0, lastCommentedAt: T0 }
    await tx.put(listings, { id: `l${n}`, feed: `author:${author}`, postId: idOf(n + 20), ...facts })
  }
  const wait = async (groups: Parameters<typeof member>[1]) =>
    (await waitFor(tx, 'default', member(author, { isApproved: true, ...groups }), T0 + 1, { action: 'post', id: null, post: null }))?.until
  expect(await wait({})).toBe(T0 + dayMs)
  expect(await wait({ groups: ['canBypassPostRateLimit'] })).toBeUndefined()
})

test('the comment that is judged is none of the twenty by which it is judged', async () => {
  const tx = memoryTransaction()
  for (let n = 0; n <= 20; n += 1) await tx.put(comments, aComment({ id: idOf(100 + n), authorId: author, postedAt: T0 + n * 10_000 }))
  const vote = { targetKind: 'comment', axis: 'approval', value: 1, power: 2, tallied: 2, isSelf: false, at: T0 } as const
  await tx.put(votes, { id: 'v', userId: host, targetId: idOf(100), ...vote })
  await tx.put(karmaStats, { id: author, karma: 20, postCount: 0, commentCount: 0 })
  const judged = { action: 'comment', id: idOf(120), post: null } as const
  expect(await waitFor(tx, 'karma', member(author), T0 + 200_000, judged)).toBeNull()
  // Of those before it, one that nobody voted for has taken the place of the one they did.
  expect(await waitFor(tx, 'karma', member(author), T0 + 210_000, { ...judged, id: idOf(121) })).toMatchObject({
    reason: 'pace-down-voted',
  })
})
