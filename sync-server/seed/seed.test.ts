import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Community } from '#server/seed/read-community.ts'
import type { SeedMutation } from '#server/seed/script.ts'
import { drawer } from '#server/seed/random.ts'
import { readCommunity } from '#server/seed/read-community.ts'
import { scriptOf } from '#server/seed/script.ts'
import { seededStore } from '#server/http-tests/testing/seeded-store.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { openStore } from '#server/store/open-store.ts'
import { tallyMismatches } from '#server/features/votes/audit.ts'
import { commentsOfPost, quickTakeThreads } from '#shared/comments/queries.ts'
import { frontPage } from '#shared/feed/front.ts'
import { waitingIn } from '#shared/moderation-queue/queries.ts'
import { postList } from '#shared/feed/queries.ts'
import { members } from '#shared/accounts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { contributorsOf, pagesByLikes } from '#shared/wiki/page-queries.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import { allCollections, communitySequences, curatedSequences, readingOrder } from '#shared/sequences/queries.ts'
import { postsWithTerms } from '#shared/glossary/queries.ts'
import type { Event } from '#shared/events/schema.ts'
import { eventsBefore, eventsFrom, liveSeries, rsvpsOf } from '#shared/events/queries.ts'
import { allLocalGroups, latestMapPoints } from '#shared/local-groups/queries.ts'
import { shownSpotlights } from '#shared/spotlights/queries.ts'
import { winnersOf } from '#shared/annual-review/queries.ts'
import { reviewPlans } from '#shared/annual-review/schema.ts'
import { reviewedYear } from '#server/seed/annual-review.ts'
import { T0 } from '#shared/testing/factories.ts'

let community: Community
let script: readonly SeedMutation[]
beforeAll(async () => {
  community = await readCommunity()
  script = scriptOf(community, T0, drawer('lyceum'))
})

describe('the example community', () => {
  test('is as large and as varied as a newcomer should find it', () => {
    const threads = community.essays.map((essay) => essay.comments)
    expect(community.members.length).toBeGreaterThanOrEqual(12)
    expect(community.essays.length).toBeGreaterThanOrEqual(30)
    expect(threads.flat().length).toBeGreaterThanOrEqual(600)
    expect(Math.max(...threads.map((thread) => thread.length))).toBeGreaterThanOrEqual(300)
    expect(new Set(community.essays.map((essay) => essay.lang))).toEqual(new Set(['en', 'de', 'ar']))
    expect(threads.flat().some((comment) => comment.remove && comment.remove.by !== comment.by)).toBe(true)
    expect(community.essays.some((essay) => essay.locked)).toBe(true)
    const words = community.essays.map((essay) => essay.markdown.split(/\s+/u).length)
    expect(Math.max(...words)).toBeGreaterThanOrEqual(3_000)
    expect(Math.min(...words)).toBeLessThan(120)
  })

  test('never repeats a comment, nor the opening of a sentence more than five times', () => {
    const texts = community.essays.flatMap((essay) => [essay.markdown, ...essay.comments.map((comment) => comment.text)])
    expect(new Set(texts).size).toBe(texts.length)
    const counts = new Map<string, number>()
    for (const text of texts) {
      const prose = text.replace(/```[\s\S]*?```|\$\$[\s\S]*?\$\$/gu, ' ').replace(/^[>|].*$/gmu, ' ')
      for (const sentence of prose.split(/(?<=[.!?…]["”’)]?)\s+|\n{2,}/u)) {
        const opening =
          sentence
            .toLowerCase()
            .match(/[\p{L}\p{N}’']+/gu)
            ?.slice(0, 4)
            .join(' ') ?? ''
        if (opening.split(' ').length === 4) counts.set(opening, (counts.get(opening) ?? 0) + 1)
      }
    }
    expect([...counts].filter(([, times]) => times > 5)).toEqual([])
  })

  test('is the same from the same moment, mutation by mutation', () => {
    expect(scriptOf(community, T0, drawer('lyceum'))).toEqual(script)
  })

  test('is the same from any moment, so that no two seedings differ in karma: who votes on what, and how long before now', () => {
    const later = T0 + 12_345_678_901
    // An id begins with the time it was made at.
    const withoutTime = (id: unknown) => String(id).slice(10)
    const votes = (from: number) =>
      scriptOf(community, from, drawer('lyceum'))
        .filter((mutation) => mutation.name === 'votes.set')
        .map(({ at, userId, args }) => ({ before: from - at, by: withoutTime(userId), args: JSON.stringify(args, idsWithoutTime) }))
    const idsWithoutTime = (key: string, value: unknown) => (key === 'targetId' ? withoutTime(value) : value)
    expect(votes(later)).toEqual(votes(T0))
  })
})

test('a first start has applied all of it by every rule, and its tallies are the sums of its votes', async () => {
  const store = await storeOfFirstStart()
  const now = Date.now()
  const posted = script.filter(({ name }) => name === 'comments.post' || name === 'comments.postQuickTake').length
  await store.read(async (read) => {
    const all = await postList(read, 'all', 'new', 100)
    // A first start that takes more than a minute has the next events of series, too.
    const first = new Set((await read.list(liveSeries(9, 0))).map(({ fromId }) => fromId))
    const isMadeLater = ({ id, seriesId }: Event) => seriesId !== undefined && !first.has(id)
    const later = new Set((await read.list(eventsFrom(now, 99))).filter(isMadeLater).map(({ id }) => id))
    expect(all.rows.filter(({ post }) => !later.has(post.id))).toHaveLength(community.essays.length + community.events.length)
    const front = await frontPage(read, { sort: 'ranked', limit: 13, now })
    expect(front.rows.length).toBe(13)
    let comments = 0
    for (const { post } of all.rows) {
      const rows = await read.list(commentsOfPost(post.id))
      // How many posts are in a review goes by the day of the first start.
      comments += rows.filter(({ reviewingForReview }) => reviewingForReview === undefined).length
      expect(post.commentCount).toBe(rows.filter((comment) => comment.removedBy === null).length)
      expect(await tallyMismatches(read, [post.id, ...rows.map((comment) => comment.id)])).toEqual([])
    }
    // In no list, and there all the same.
    const { threads } = await quickTakeThreads(read, 50)
    expect(threads.flatMap((thread) => thread.comments)).toHaveLength(community.takes.flatMap((take) => [take, ...take.replies]).length)
    const { library } = community
    expect((await curatedSequences(read, 100)).found.map(({ title }) => title)).toEqual(['What the gauge does not say', 'Errata'])
    const [gauge] = (await curatedSequences(read, 1)).found
    expect(await readingOrder(read, gauge?.id ?? '')).toHaveLength(5)
    expect((await communitySequences(read, 100)).found).toHaveLength(2)
    expect(await read.list(allCollections())).toHaveLength(library.collections.length)
    expect(await read.list(postsWithTerms(10))).toHaveLength(community.glossaries.length)
    expect(await read.count(shownSpotlights(1))).toBe(1)
    expect(await read.list(allLocalGroups())).toHaveLength(community.localGroups.length)
    expect(community.localGroups).toHaveLength(6)
    expect(community.events).toHaveLength(25)
    const past = await read.list(eventsBefore(now, 99))
    const coming = (await read.list(eventsFrom(now, 99))).filter(({ id }) => !later.has(id))
    expect([past.length, coming.length]).toEqual([8, 17])
    expect(new Set([...past, ...coming].map(({ zone }) => zone)).size).toBeGreaterThan(8)
    expect(coming.filter(({ recurs }) => typeof recurs === 'string')).toHaveLength(1)
    expect(await read.list(latestMapPoints())).toHaveLength(community.mapPoints.length)
    expect(await read.count(rsvpsOf((await read.list(eventsFrom(now, 1)))[0]?.id ?? '', 'going', 9))).toBe(2)
    // Of the review that is over there are results and a gallery with pictures, and posts say so.
    const won = reviewedYear(now) - 1
    const winners = await read.list(winnersOf(won))
    expect(winners.length).toBeGreaterThanOrEqual(3)
    expect(winners.filter(({ picture }) => (picture ?? null) !== null).length).toBeGreaterThanOrEqual(3)
    expect(await read.get(reviewPlans, String(won))).toMatchObject({ galleryAt: expect.any(Number) })
    const marked = await read.getMany(
      posts,
      winners.map(({ id }) => id),
    )
    expect(marked.map(({ wonIn }) => wonIn)).toEqual(winners.map(() => won))
    const { pages } = community.wiki
    const saidOfPages = pages.flatMap(({ talk }) => talk).length
    expect(comments + threads.flatMap((thread) => thread.comments).length + saidOfPages).toBe(posted)
    const made = await read.list(pagesByLikes())
    // One was made one with another, and one stands at `/donate`.
    expect(made).toHaveLength(pages.length - 1 + 1)
    expect(made.filter(({ isCore }) => isCore)).toHaveLength(4)
    expect(made.filter(({ parentTagId }) => parentTagId !== null).length).toBeGreaterThanOrEqual(8)
    expect(await holderOf(read, 'hunting-bugs')).toMatchObject({ name: 'Debugging', slug: 'debugging' })
    expect((await holderOf(read, 'bus-routes'))?.slug).toBe('transport')
    expect((await holderOf(read, 'childhood'))?.state).toBe('placeholder')
    const measurement = await holderOf(read, 'measurement')
    expect(await listed(read, 'measurement')).toBe(5)
    expect(measurement?.postCount).toBe(5)
    const contributors = await contributorsOf(read, (await read.get(posts, measurement?.id ?? ''))?.revisionId ?? '')
    expect(contributors.length).toBeGreaterThanOrEqual(2)
    // A newcomer waits for the moderators, though new posts appear at once.
    const [waiting, ...others] = await read.list(waitingIn('maybeSpam', 5))
    expect([(await read.get(members, waiting?.id ?? ''))?.userName, others.length]).toEqual(['tam', 0])
  })
})

/** The run's own: replaying it here once more took ten times as long as the rest of this file. */
async function storeOfFirstStart() {
  const { folder } = await seededStore()
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-seed-test-'))
  cpSync(folder, dataDir, { recursive: true })
  const store = await openStore({ databaseUrl: null, dataDir }, serverRegistry.tables, serverRegistry.migrations)
  onTestFinished(async () => {
    await store.close()
    rmSync(dataDir, { recursive: true })
  })
  return store
}

const listed = async (read: Read, slug: string): Promise<number> => (await postList(read, `tag:${slug}`, 'new', 100)).rows.length
