import { describe, expect, test } from 'vitest'
import { noPlan } from '#shared/annual-review/plan-mutations.ts'
import { candidateId, reviewVoteId, voterId } from '#shared/annual-review/schema.ts'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import { admin, aMember, aPost, idOf, member, moderator } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const year = 2025
const [voting, over] = [phaseStart(year, 'voting'), phaseStart(year, 'results')]
const [few, many] = [idOf(100), idOf(101)]
const voter = (userId: string, voteCount: number, at: number) => ({ id: voterId(userId, year), userId, year, voteCount, at })
const rows = {
  members: [aMember({ id: few, slug: 'few', displayName: 'Few <b>' }), aMember({ id: many, slug: 'many', displayName: 'Many' })],
  posts: [aPost({ id: idOf(1), title: 'Out <b>', publishedAt: yearStart(year) }), aPost({ id: idOf(2), slug: 'won', title: 'Won' })],
  review_voters: [voter(few, 1, voting + 9), voter(many, 3, voting)],
  review_votes: [{ id: reviewVoteId(few, idOf(2), year), userId: few, postId: idOf(2), year, score: 6, counted: 6, at: voting } as const],
  standings: [{ id: few, karma: 500, postCount: 0, commentCount: 0 }],
  review_plans: [{ ...noPlan(year), excludedPostIds: [idOf(1), idOf(9)] }],
  review_results: [{ id: candidateId(idOf(2), year), postId: idOf(2), year, rank: 1, score: 9, values: [9], countedAt: over }],
  review_counts: [{ id: String(year), countedAt: over, postCount: 1, voterCount: 2 }],
}
const at = (url: string, over_: Parameters<typeof testPageData>[1] = {}, some: Parameters<typeof testPageData>[0] = rows) =>
  web.render({ url, as: 'html' }, testPageData(some, { viewer: admin, now: over + 9, ...over_ }))
const plain = (html: string): string => html.replaceAll('<!-- -->', '')
const names = (html: string) => [...html.matchAll(/href="\/users\/(few|many)"/gu)].map(([, name]) => name)

describe('/reviewAdmin/:year', () => {
  test('has what is set, with a plain form for each', async () => {
    const { status, body } = await at('/reviewAdmin/2025')
    expect(status).toBe(200)
    for (const name of ['setPhase', 'setDates', 'setExclusion', 'askCount', 'publish'])
      expect(body).toContain(`action="/api/form/reviewPlans.${name}"`)
    expect(plain(body)).toContain('By the dates (Results)')
    expect(plain(body)).toContain('Usually 21 January 2027')
    expect(plain(body)).toContain('2 members voted on 1 post')
    expect(plain(body)).toContain('Rank 1, 9 points, 1 vote')
  })

  test('has who voted, by votes, karma or time, and not how', async () => {
    expect(names((await at('/reviewAdmin/2025')).body)).toEqual(['many', 'few'])
    expect(names((await at('/reviewAdmin/2025?sort=karma')).body)).toEqual(['few', 'many'])
    expect(names((await at('/reviewAdmin/2025?sort=latest')).body)).toEqual(['few', 'many'])
    expect((await at('/reviewAdmin/2025')).body).not.toContain('Few <b>')
  })

  test('has each vote with its time and voter, the last first, and not on what', async () => {
    const dated = { ...voter(few, 2, voting + 9), dates: [voting + 9, voting - 5] }
    // Of before times were kept one is known.
    const { body } = await at(
      '/reviewAdmin/2025?state=votes',
      {},
      {
        ...{ ...rows, review_results: [], review_voters: [dated, voter(many, 3, voting)] },
      },
    )
    expect(names(body)).toEqual(['few', 'many', 'few'])
    expect([...plain(body).matchAll(/voted <time dateTime="([^"]+)"/gu)].map(([, time]) => time)).toEqual(
      [voting + 9, voting, voting - 5].map((time) => new Date(time).toISOString()),
    )
    expect(body).not.toContain('Won')
  })

  test('has the excluded posts, those that are gone too, to put them back', async () => {
    const { body } = await at('/reviewAdmin/2025?state=excluded')
    expect(body).toContain('Out &lt;b&gt;')
    expect(body).toContain('A post that was deleted')
    expect(body.match(/Put back/gu)).toHaveLength(2)
  })

  test.each([
    ['while members vote', { now: voting }, rows],
    ['before the votes are counted', {}, { ...rows, review_counts: [] }],
    ['once they are public', { now: phaseStart(year, 'complete') }, rows],
    ['while a new count is awaited', {}, { ...rows, review_plans: [{ ...noPlan(year), countAskedAt: over }] }],
  ])('offers no publication of results %s', async (_when, more, some) => {
    expect((await at('/reviewAdmin/2025', more, some)).body).not.toContain('reviewPlans.publish')
  })

  test('says that a count begins only where there is something to count', async () => {
    const asked = { ...rows, review_counts: [], review_plans: [{ ...noPlan(year), countAskedAt: over + 1 }] }
    const begins = async (some: Parameters<typeof testPageData>[0]) =>
      (await at('/reviewAdmin/2025', {}, some)).body.includes('A new count begins within a minute.')
    expect([await begins(asked), await begins({ ...asked, review_votes: [] })]).toEqual([true, false])
  })

  test('is for administrators, and for years that are over; without a year it leads to the latest', async () => {
    const statuses = [{ kind: 'visitor' } as const, member(idOf(300)), moderator].map(
      async (viewer) => (await at('/reviewAdmin/2025', { viewer })).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 403, 403])
    expect((await at('/reviewAdmin/2027')).status).toBe(404)
    expect((await at('/reviewAdmin/2026')).status).toBe(200)
    expect(await at('/reviewAdmin')).toMatchObject({ status: 302, location: '/reviewAdmin/2025' })
  })
})

test('nor do others get the counts of results that are not public', async () => {
  const counts = async (more: object) =>
    JSON.stringify(
      await web.render({ url: '/reviews/2025?tab=results', as: 'data' }, testPageData(rows, { now: over + 9, ...more })),
    ).includes('voters')
  expect([await counts({}), await counts({ now: phaseStart(year, 'complete') })]).toEqual([false, true])
})

test('results stay with the administrators until they are published or the review is complete', async () => {
  const shown = async (more: object, some: Parameters<typeof testPageData>[0] = rows) =>
    (await at('/reviews/2025?tab=results', { viewer: { kind: 'visitor' }, ...more }, some)).body.includes('>Won</a>')
  expect(await shown({})).toBe(false)
  expect(await shown({ now: phaseStart(year, 'complete') })).toBe(true)
  const published = { ...rows, review_plans: [{ ...noPlan(year), publishedAt: over }] }
  expect([await shown({}, published), await shown({ now: voting }, published)]).toEqual([true, false])
})
