import { describe, expect, test } from 'vitest'
import { emptyPostDay } from '#shared/analytics/schema.ts'
import { analyticsDays, sumsOf } from '#shared/analytics/queries.ts'
import { T0, aComment, aMember, aPost, idOf, member, moderator } from '#shared/testing/factories.ts'
import { rowsRead, testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { dayMs } from '#shared/kernel/durations.ts'

const day = Math.floor(T0 / dayMs)
const rows = {
  members: [aMember()],
  posts: [aPost()],
  comments: [aComment({ postedAt: T0 + 1 })],
  post_days: [
    { ...emptyPostDay(idOf(1), day), views: 10, visitors: 8, reads: 6, seconds: 800, karma: 5, votes: 3 },
    { ...emptyPostDay(idOf(1), day + 2), views: 1, visitors: 0, karma: -2 },
  ],
}
const now = T0 + 3 * dayMs
const at = (url: string, viewer = member(idOf(100))) => web.render({ url, as: 'html' }, testPageData(rows, { viewer, now }))

test('days without anything are days too, and the sums are of what is shown', async () => {
  const days = await analyticsDays(rowsRead(rows), idOf(1), day, day + 3)
  expect(days.map(({ views, comments }) => [views, comments])).toEqual([
    [10, 1],
    [0, 0],
    [1, 0],
    [0, 0],
  ])
  expect(sumsOf(days)).toEqual({ views: 11, visitors: 8, reads: 6, karma: 3, comments: 1, bounceRate: 0.25, meanSeconds: 100 })
  expect(sumsOf([])).toMatchObject({ bounceRate: null, meanSeconds: null })
})

describe('how a post is received', () => {
  test('is for its author and the staff', async () => {
    expect((await at(`/postAnalytics?postId=${idOf(1)}`)).status).toBe(200)
    expect((await at(`/postAnalytics?postId=${idOf(1)}`, moderator)).status).toBe(200)
    expect((await at(`/postAnalytics?postId=${idOf(1)}`, member(idOf(300)))).status).toBe(403)
    expect((await at(`/postAnalytics?postId=${idOf(77)}`)).status).toBe(404)
    const visitors = await web.render({ url: `/postAnalytics?postId=${idOf(1)}`, as: 'html' }, testPageData(rows, { now }))
    expect(visitors.status).toBe(401)
  })

  test('stands in a drawing and in a table, without style attributes', async () => {
    const { body } = await at(`/postAnalytics?postId=${idOf(1)}`)
    expect(body).toContain('<svg class="bars days"')
    expect(body.match(/<tr>/gu)).toHaveLength(5)
    expect(body).toContain('25%')
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('a malformed date is said, and the days are all shown', async () => {
    const { body, status } = await at(`/postAnalytics?postId=${idOf(1)}&from=2026-13-01`)
    expect(status).toBe(200)
    expect(body).toContain('A date wasn’t valid')
  })
})
