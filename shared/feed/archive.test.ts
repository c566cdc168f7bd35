import { describe, expect, test } from 'vitest'
import { aPost, idOf } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { posts } from '../posts/schema.ts'
import { archive, isoDay, parseArchiveParams, postsPerBlock } from './archive.ts'
import { listings } from './schema.ts'
import { dayMs } from '../kernel/durations.ts'

const now = Date.UTC(2026, 10, 20, 15)

async function community(ages: readonly { readonly days: number; readonly score?: number; readonly feed?: string }[]) {
  const tx = memoryTransaction()
  for (const [n, { days, score = 5, feed = 'all' }] of ages.entries()) {
    const publishedAt = now - days * dayMs
    await tx.put(posts, aPost({ id: idOf(n + 1), slug: `p${n}`, publishedAt }))
    const common = {
      postId: idOf(n + 1),
      publishedAt,
      at: publishedAt,
      baseScore: score,
      score,
      scoredAt: now,
      adjustedScore: score,
      lastCommentedAt: publishedAt,
    }
    await tx.put(listings, { ...common, id: `${feed}:${n}`, feed })
  }
  return tx
}

const paramsOf = (query: string) => parseArchiveParams(new URLSearchParams(query)).params
const shape = (found: Awaited<ReturnType<typeof archive>>) =>
  found.blocks.map((block) => [isoDay(block.from), isoDay(block.until), block.rows.length])

describe('parseArchiveParams', () => {
  test('without a query everything has its default', () => {
    expect(parseArchiveParams(new URLSearchParams())).toEqual({
      params: {
        includesEvents: false,
        includesTakes: true,
        timeframe: 'daily',
        sort: 'magic',
        filter: 'all',
        tag: null,
        karmaThreshold: -10,
        limit: 10,
        after: null,
        before: null,
        reverse: false,
      },
      problems: [],
    })
  })

  test.each([
    'after=2026-02-30',
    'before=yesterday',
    'timeframe=hourly',
    'sortedBy=price',
    'filter=x',
    'limit=0',
    'limit=1e9',
    'karmaThreshold=many',
  ])('%s is said to be wrong and left at its default', (query) => {
    const { params, problems } = parseArchiveParams(new URLSearchParams(query))
    expect(problems).toEqual([query.split('=')[0]])
    expect(params).toEqual(paramsOf(''))
  })
})

describe('archive', () => {
  test('days go backwards from today to the oldest post; an empty today is left out', async () => {
    const read = await community([{ days: 1.1 }, { days: 3 }])
    expect(shape(await archive(read, paramsOf(''), now))).toEqual([
      ['2026-11-19', '2026-11-20', 1],
      ['2026-11-18', '2026-11-19', 0],
      ['2026-11-17', '2026-11-18', 1],
    ])
  })

  test('weeks begin on Monday, months on the first, years on 1 January', async () => {
    const read = await community([{ days: 0 }])
    expect(shape(await archive(read, paramsOf('timeframe=weekly'), now))).toEqual([['2026-11-16', '2026-11-23', 1]])
    expect(shape(await archive(read, paramsOf('timeframe=monthly'), now))).toEqual([['2026-11-01', '2026-12-01', 1]])
    expect(shape(await archive(read, paramsOf('timeframe=yearly'), now))).toEqual([['2026-01-01', '2027-01-01', 1]])
  })

  test('exponential blocks grow and lose no post between them', async () => {
    const ages = [0, 1, 3, 10, 20, 45, 80, 150, 300, 700].map((days) => ({ days }))
    const found = await archive(await community(ages), paramsOf('timeframe=exponential&limit=50'), now)
    expect(found.blocks.reduce((sum, block) => sum + block.rows.length, 0)).toBe(ages.length)
    for (const [at, block] of found.blocks.entries()) {
      const later = found.blocks[at + 1]
      if (later) expect(later.until).toBe(block.from)
    }
  })

  test('a block shows its best 16 and says how many there are', async () => {
    const read = await community(Array.from({ length: 20 }, (_, n) => ({ days: 0.1 + n / 1_000, score: n })))
    const [block] = (await archive(read, paramsOf('sortedBy=top'), now)).blocks
    expect(block?.rows).toHaveLength(postsPerBlock)
    expect(block?.total).toBe(20)
    expect(block?.rows[0]?.post.id).toBe(idOf(20))
  })

  test('posts below the karma threshold are left out', async () => {
    const read = await community([
      { days: 0.1, score: -11 },
      { days: 0.2, score: -10 },
    ])
    expect((await archive(read, paramsOf(''), now)).blocks[0]?.total).toBe(1)
    expect((await archive(read, paramsOf('karmaThreshold=-1000'), now)).blocks[0]?.total).toBe(2)
  })

  test('a tag replaces the filter; an empty community has no blocks', async () => {
    const read = await community([{ days: 0.1, feed: 'tag:water' }])
    expect((await archive(read, paramsOf('tag=water'), now)).blocks[0]?.total).toBe(1)
    expect((await archive(read, paramsOf('filter=curated'), now)).blocks).toEqual([])
  })

  test('after and before together show that stretch alone', async () => {
    const read = await community([{ days: 1.1 }, { days: 3 }])
    expect(shape(await archive(read, paramsOf('after=2026-11-17&before=2026-11-18'), now))).toEqual([['2026-11-17', '2026-11-18', 1]])
  })
})
