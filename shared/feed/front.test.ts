import { expect, test } from 'vitest'
import { aPost, idOf, namedTags, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { emptyTally } from '../comments/queries.ts'
import { posts } from '../posts/schema.ts'
import { tallies } from '../votes/schema.ts'
import { frontPage } from './front.ts'
import { listingsOfPost } from './listings-of-post.ts'
import { listings } from './schema.ts'
import { parsePreferences, preferencesQuery } from './settings-queries.ts'
import type { FeedPreferences } from './settings-queries.ts'
import { dayMs } from '../kernel/durations.ts'
const now = T0 + dayMs

/** Post n is n days old with 10·n points; odd ones are on tides, every fifth is personal. */
async function site(count = 40) {
  const tx = memoryTransaction()
  for (let n = 0; n < count; n += 1) {
    const post = aPost({
      id: idOf(100 + n),
      slug: `post-${n}`,
      publishedAt: now - n * dayMs,
      frontpageAt: n % 5 === 4 ? null : T0,
      tags: n % 2 === 1 ? ['Tides'] : ['Bees'],
      stickyPriority: n === 7 ? 1 : 0,
    })
    const tally = { ...emptyTally('post', post.id, post.id), baseScore: 10 * n }
    await tx.put(posts, post)
    await tx.put(tallies, tally)
    for (const listing of listingsOfPost(post, tally, now, namedTags(post))) await tx.put(listings, listing)
  }
  return tx
}

const numbers = async (preferences: Partial<FeedPreferences>, limit = 60) => {
  const { rows } = await frontPage(await site(), {
    sort: 'ranked',
    limit,
    now,
    preferences: { filters: '', exponent: null, hidden: [], ...preferences },
  })
  return rows.map(({ post }) => Number(post.slug?.slice(5)))
}

test('as everybody has it: frontpage posts by stored score, the pinned one above and not twice', async () => {
  const { stickies, rows, hasMore } = await frontPage(await site(), { sort: 'ranked', limit: 10, now })
  expect(stickies.map(({ post }) => post.slug)).toEqual(['post-7'])
  expect(rows).toHaveLength(10)
  expect(hasMore).toBe(true)
  expect(rows.every(({ post }) => post.frontpageAt !== null && post.slug !== 'post-7')).toBe(true)
})

test('a filter that changes nothing gives the same order as none', async () => {
  expect(await numbers({ filters: 'tides~default' })).toEqual(await numbers({}))
})

test('hidden words go, required ones stay alone, personal posts come when they are wanted', async () => {
  expect((await numbers({ filters: 'tides~hidden' })).every((n) => n % 2 === 0)).toBe(true)
  expect((await numbers({ filters: 'tides~required' })).every((n) => n % 2 === 1)).toBe(true)
  expect((await numbers({})).some((n) => n % 5 === 4)).toBe(false)
  expect((await numbers({ filters: '*~default' })).some((n) => n % 5 === 4)).toBe(true)
})

test('who is seldom here sees older and better posts first', async () => {
  const often = await numbers({ exponent: 1.08 })
  const seldom = await numbers({ exponent: 0.5 })
  expect(seldom[0]).toBeGreaterThan(often[0] ?? 99)
})

test('a post that was hidden is in no list, pinned or not', async () => {
  const preferences = { filters: '', exponent: null, hidden: [idOf(107), idOf(103)] }
  const { stickies, rows } = await frontPage(await site(), { sort: 'ranked', limit: 60, now, preferences })
  expect(stickies).toEqual([])
  expect(rows.some(({ post }) => post.id === idOf(103))).toBe(false)
})

test('a rejected post leaves every list', () => {
  const post = aPost()
  const tally = emptyTally('post', post.id, post.id)
  expect(listingsOfPost(post, tally, now, [])).not.toEqual([])
  expect(listingsOfPost({ ...post, rejectedReason: '' }, tally, now, [])).toEqual([])
})

test('more than 90 days back nothing is looked for', async () => {
  const { rows } = await frontPage(await site(120), {
    sort: 'ranked',
    limit: 200,
    now,
    preferences: { filters: 'bees~x2', exponent: null, hidden: [] },
  })
  expect(rows.every(({ post }) => (post.publishedAt ?? 0) >= now - 90 * dayMs)).toBe(true)
})

test('a wish survives the address it is asked by', () => {
  const preferences = { filters: '*~default,tides~x2', exponent: 0.72, hidden: [idOf(1), idOf(2)] }
  expect(parsePreferences(new URLSearchParams(preferencesQuery(preferences).map(([name, value]) => [name, value])))).toEqual(preferences)
  expect(parsePreferences(new URLSearchParams('decay=999&filters=~&hide=x'))).toEqual({ filters: '', exponent: null, hidden: [] })
})
