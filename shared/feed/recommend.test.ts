import { describe, expect, test } from 'vitest'
import { emptyTally } from '../comments/queries.ts'
import { posts } from '../posts/schema.ts'
import { readMarkId, readMarks } from '../reading/schema.ts'
import { aPost, idOf, namedTags, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { tallies } from '../votes/schema.ts'
import { listingsOfPost } from './listings-of-post.ts'
import { recommend, samplingWeight, usualRecommend, weightedSample } from './recommend.ts'
import { listings } from './schema.ts'
import { dayMs } from '../kernel/durations.ts'

const me = idOf(300)

/** Post n has 10·n points; every fifth is personal, every seventh curated. */
async function site() {
  const tx = memoryTransaction()
  for (let n = 0; n < 30; n += 1) {
    const post = aPost({ id: idOf(100 + n), slug: `post-${n}`, frontpageAt: n % 5 === 4 ? null : T0, curatedAt: n % 7 === 0 ? T0 : null })
    const tally = { ...emptyTally('post', post.id, post.id), baseScore: 10 * n }
    await tx.put(posts, post)
    await tx.put(tallies, tally)
    for (const listing of listingsOfPost(post, tally, T0, namedTags(post))) await tx.put(listings, listing)
  }
  return tx
}

const numbers = async (changes: Partial<Parameters<typeof recommend>[1]> = {}, tx = site()) => {
  const rows = await recommend(await tx, { userId: me, settings: usualRecommend, dismissed: new Set(), now: T0, ...changes })
  return rows.map(({ post }) => Number(post.slug?.slice(5)))
}

describe('recommendations', () => {
  test('have more than fifty points, are of the front page, and are ten', async () => {
    const found = await numbers()
    expect(found).toHaveLength(10)
    expect(found.every((n) => n > 5 && n % 5 !== 4)).toBe(true)
  })

  test('are the same all day and others tomorrow', async () => {
    expect(await numbers()).toEqual(await numbers())
    expect(await numbers({ now: T0 + dayMs })).not.toEqual(await numbers())
  })

  test('by the top, with personal posts, when that is wanted', async () => {
    const settings = { ...usualRecommend, method: 'top', includesPersonal: true } as const
    expect(await numbers({ settings, count: 3 })).toEqual([29, 28, 27])
  })

  test('leave out what was read and what was dismissed', async () => {
    const tx = await site()
    await tx.put(readMarks, { id: readMarkId(me, idOf(128)), userId: me, postId: idOf(128), isRead: true, seenUpTo: 0, readAt: T0 })
    const settings = { ...usualRecommend, method: 'top' } as const
    const dismissed = new Set([idOf(127)])
    expect(await numbers({ settings, dismissed, count: 2 }, Promise.resolve(tx))).toEqual([26, 25])
    expect(await numbers({ settings: { ...settings, isUnreadOnly: false }, dismissed, count: 2 }, Promise.resolve(tx))).toEqual([28, 26])
  })
})

test('a post that the staff leave out is not recommended', async () => {
  const tx = await site()
  const post = aPost({ id: idOf(128), slug: 'post-28', frontpageAt: T0, curatedAt: T0, isNotRecommended: true })
  const tally = { ...emptyTally('post', post.id, post.id), baseScore: 280 }
  for (const listing of listingsOfPost(post, tally, T0, namedTags(post))) await tx.put(listings, listing)
  const settings = { ...usualRecommend, method: 'top' } as const
  expect(await numbers({ settings, count: 2 }, Promise.resolve(tx))).toEqual([27, 26])
})

test('the weight is the bonus of where it stands and the cube of its karma', () => {
  expect(samplingWeight({ karma: 4, isFrontpage: true, isCurated: false })).toBe(74)
  expect(samplingWeight({ karma: 4, isFrontpage: true, isCurated: true })).toBe(114)
  expect(samplingWeight({ karma: -4, isFrontpage: false, isCurated: false })).toBe(0)
})

test('a thing three times as heavy is drawn first three times as often', () => {
  const items = [
    { id: 'light', weight: 1 },
    { id: 'heavy', weight: 3 },
    { id: 'none', weight: 0 },
  ]
  const firsts = Array.from({ length: 4_000 }, (_, n) => weightedSample(items, 1, `seed ${n}`)[0]?.id)
  expect(firsts.filter((id) => id === 'heavy').length / 4_000).toBeCloseTo(0.75, 1)
  expect(firsts).not.toContain('none')
})
