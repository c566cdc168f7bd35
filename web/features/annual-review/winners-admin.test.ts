import { describe, expect, test } from 'vitest'
import { noPlan } from '#shared/annual-review/plan-mutations.ts'
import type { ReviewPlan } from '#shared/annual-review/schema.ts'
import { candidateId } from '#shared/annual-review/schema.ts'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import { admin, aMember, aPost, idOf, member, moderator } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const year = 2025
const now = phaseStart(year, 'complete') + 9
const written = (n: number, over = {}) =>
  aPost({ id: idOf(n), slug: `p-${n}`, title: `Post ${n} <b>`, publishedAt: yearStart(year), ...over })
const result = (n: number, rank: number) => ({
  ...{ id: candidateId(idOf(n), year), postId: idOf(n), year, rank, score: 9, values: [9], countedAt: now },
})
const rows = {
  members: [aMember()],
  posts: [written(1), written(2), written(3, { status: 'removed' })],
  review_results: [result(1, 1), result(2, 2), result(3, 3)],
  review_winners: [
    { id: idOf(2), year, category: 'practical', place: 0 },
    { id: idOf(3), year, category: 'modeling', place: 1 },
  ],
}
const at = (url: string, over: Parameters<typeof testPageData>[1] = {}, some: Parameters<typeof testPageData>[0] = rows) =>
  web.render({ url, as: 'html' }, testPageData(some, { viewer: admin, now, ...over }))
const plain = (html: string): string => html.replaceAll('<!-- -->', '')
const titles = (html: string) => [...html.matchAll(/class="who">Post (\d) &lt;b&gt;</gu)].map(([, n]) => Number(n))

describe('/bestoflesswrongadmin/:year', () => {
  test('has the posts of a year by rank, each with a plain form for its category', async () => {
    const { status, body } = await at('/bestoflesswrongadmin/2025')
    expect([status, titles(body)]).toEqual([200, [1, 2, 3]])
    // What was removed is named, and cannot be chosen.
    expect(body.match(/action="\/api\/form\/reviewWinners.set"/gu)).toHaveLength(2)
    expect(body).toContain('<option value="practical" selected="">')
    expect(plain(body)).toContain('rank 2')
    expect(plain(body)).toContain('Practical, number 1')
  })

  test('has the chosen ones in their order, to be moved or taken out, those that are not shown too', async () => {
    const { body } = await at('/bestoflesswrongadmin/2025?state=winners')
    expect(titles(body)).toEqual([2, 3])
    expect(body.match(/name="place" value="\d+"/gu)).toEqual(['0', '1', '0', '2'].map((place) => `name="place" value="${place}"`))
    expect(plain(body)).toContain('not shown: it is no longer published')
    expect(body.match(/>Remove</gu)).toHaveLength(2)
  })

  test('has the picture of one winner at a time, with its frame as numbers and the way to the next', async () => {
    const picture = { src: `/pictures/${idOf(50)}`, width: 1000, height: 800, crop: { x: 10, y: 25, width: 50 } }
    const winners = rows.review_winners.map((one) => (one.id === idOf(2) ? { ...one, picture } : one))
    const { body } = await at(`/bestoflesswrongadmin/2025?state=winners&picture=${idOf(2)}`, {}, { ...rows, review_winners: winners })
    expect(body).toContain('action="/api/form/reviewWinners.setPicture"')
    const numbers = ['x', 'y', 'width'].map((name) => new RegExp(`<input[^>]*name="${name}"[^>]*value="(\\d+)"`, 'u').exec(body)?.[1])
    expect(numbers).toEqual(['10', '25', '50'])
    expect(body).toContain('<rect class="inside" x="100" y="200" width="500" height="250">')
    expect(body).toContain(`picture=${idOf(3)}">Next winner`)
    expect(body).not.toContain('Previous winner')
    expect(body).not.toMatch(/\sstyle=/u)
    expect(plain(body)).toContain('1 with a picture')
    expect((await at('/bestoflesswrongadmin/2025?state=winners&picture=x')).body).not.toContain('setPicture')
  })

  test('publishes the gallery once a post is chosen, and hides it again', async () => {
    const { body } = await at('/bestoflesswrongadmin/2025')
    expect(plain(body)).toContain('The gallery of 2025 isn’t public. 2 posts of at most 50 chosen, 0 with a picture.')
    expect(body).toContain('Publish the gallery')
    expect((await at('/bestoflesswrongadmin/2025', {}, { ...rows, review_winners: [] })).body).not.toContain('Publish the gallery')
    const plan: ReviewPlan = { ...noPlan(year), galleryAt: now }
    const shown = await at('/bestoflesswrongadmin/2025', {}, { ...rows, review_plans: [plan] })
    expect(shown.body).toContain('Hide the gallery')
    expect(shown.body).toContain('href="/bestoflesswrong?year=2025"')
  })

  test('has nothing to choose from before the results are public', async () => {
    const { status, body } = await at('/bestoflesswrongadmin/2025', { now: phaseStart(year, 'results') })
    expect([status, titles(body)]).toEqual([200, []])
    expect(plain(body)).toContain('The results of 2025 aren’t public')
    expect(body).not.toContain('reviewPlans.setGallery')
  })

  test('is for administrators, and without a year leads to the latest with public results', async () => {
    const statuses = [{ kind: 'visitor' } as const, member(idOf(300)), moderator].map(
      async (viewer) => (await at('/bestoflesswrongadmin/2025', { viewer })).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 403, 403])
    expect((await at('/bestoflesswrongadmin/2031')).status).toBe(404)
    expect(await at('/bestoflesswrongadmin')).toMatchObject({ status: 302, location: '/bestoflesswrongadmin/2025' })
    const early = phaseStart(2026, 'voting')
    expect(await at('/bestoflesswrongadmin', { now: early })).toMatchObject({ location: '/bestoflesswrongadmin/2025' })
  })
})
