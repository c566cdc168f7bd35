import { describe, expect, test } from 'vitest'
import { noPlan } from '#shared/annual-review/plan-mutations.ts'
import { candidateId } from '#shared/annual-review/schema.ts'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import { aMember, aPost, idOf } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { columnsOf, distributionWords, votesPerDot } from './distribution.ts'

const year = 2025
const now = phaseStart(year, 'complete')
const aResult = (n: number, rank: number, values: readonly number[]) => ({
  ...{ id: candidateId(idOf(n), year), postId: idOf(n), year, rank, values, countedAt: now },
  score: values.reduce((sum, value) => sum + value, 0),
})
const rows = {
  members: [{ ...aMember(), id: idOf(100) }],
  posts: [1, 2].map((n) => aPost({ id: idOf(n), slug: `p-${n}`, title: `Post ${n} <b>`, publishedAt: yearStart(year) + n })),
  // The third is of a post that is gone: ranks stay as they were.
  review_results: [aResult(2, 1, [9, 4, 4, -1]), aResult(1, 3, [9, 9, 1]), aResult(3, 2, [9])],
  review_counts: [{ id: '2025', countedAt: now, postCount: 3, voterCount: 4 }],
}
const at = (url: string, time = now, some: Parameters<typeof testPageData>[0] = rows) =>
  web.render({ url, as: 'html' }, testPageData(some, { now: time }))
const plain = (html: string): string => html.replaceAll('<!-- -->', '')
const titles = (html: string) => [...html.matchAll(/>Post (\d) &lt;b&gt;<\/a>/gu)].map((match) => Number(match[1]))

describe('/reviews/:year?tab=results', () => {
  test('has the posts of a year by rank, for everybody, each vote as a dot', async () => {
    const { status, body } = await at('/reviews/2025?tab=results')
    expect([status, titles(body)]).toEqual([200, [2, 1]])
    expect(plain(body)).toContain('4 members voted on 3 posts')
    expect(body.match(/<circle/gu)).toHaveLength(7)
    expect(body.match(/class="against"/gu)).toHaveLength(1)
    expect(body).toContain('aria-label="1 vote of +9, 2 of +4, 1 of −1"')
    expect(plain(body)).toContain('<td class="rank">3</td>')
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('offers its numbers as files, and says what each column holds; none where there are no results', async () => {
    const { body } = await at('/reviews/2025?tab=results')
    for (const file of ['results.csv', 'votes.csv', 'review.json']) expect(body).toContain(`href="/api/reviews/2025/${file}"`)
    expect(plain(body)).toContain('<dt>votes.count</dt>')
    expect((await at('/reviews/2025?tab=results', now, {})).body).not.toContain('/api/reviews/')
  })

  test('leads to its winners and their book once their gallery is shown, and not before', async () => {
    const chosen = { ...rows, review_winners: [{ id: idOf(1), year, category: 'practical', place: 0 }] }
    const shown = { ...chosen, review_plans: [{ ...noPlan(year), galleryAt: now }] }
    const { body } = await at('/reviews/2025?tab=results', now, shown)
    expect(body).toMatch(/href="\/api\/sequence\/best-of-2025\/book\.epub"[^>]*>Download as EPUB</u)
    for (const href of ['/s/best-of-2025', '/bestoflesswrong?year=2025']) expect(body).toContain(`href="${href}"`)
    expect((await at('/reviews/2025?tab=results', now, chosen)).body).not.toContain('best-of-2025')
  })

  test('has them by score, where every vote weighs the same', async () => {
    expect(titles((await at('/reviews/2025?tab=results&sort=score')).body)).toEqual([1, 2])
  })

  test.each([
    ['voting is going on', phaseStart(year, 'voting'), 'Results come here when voting has ended'],
    ['votes are counted', phaseStart(year, 'results'), 'The votes are being counted'],
    ['nobody voted', now, 'No votes were cast on posts of 2025'],
  ])('says where there are none: %s', async (_why, time, words) => {
    const { status, body } = await at('/reviews/2025?tab=results', time, {})
    expect([status, body.includes(words)]).toEqual([200, true])
  })

  test('names the other years, is not found for what is none, and without one leads to the latest', async () => {
    expect((await at('/reviews/2025?tab=results')).body).toContain('href="/reviews/2018?tab=results"')
    expect((await at('/reviews/2031?tab=results')).status).toBe(404)
    expect(await at('/reviews')).toMatchObject({ status: 302, location: '/reviews/2025' })
  })
})

test('a distribution has a column for each worth, those weakened by their voters among them', () => {
  const columns = columnsOf([9, 8.6, -0.6, 0, 12])
  expect(columns).toHaveLength(19)
  expect(columns.filter(({ count }) => count > 0)).toEqual([
    { value: -1, count: 1 },
    { value: 0, count: 1 },
    { value: 9, count: 3 },
  ])
  expect(distributionWords([])).toBe('No votes')
})

test('of many votes a dot stands for several, on the whole page alike', () => {
  expect(votesPerDot([columnsOf([9]), columnsOf(Array.from({ length: 10 }, () => 4))])).toBe(1)
  expect(votesPerDot([columnsOf([9]), columnsOf(Array.from({ length: 25 }, () => 4))])).toBe(3)
  expect(votesPerDot([])).toBe(1)
})
