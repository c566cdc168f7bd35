import { expect, test } from 'vitest'
import { members } from '#shared/accounts/schema.ts'
import type { Phase } from '#shared/annual-review/phases.ts'
import { resultsOf, winnersOf } from '#shared/annual-review/queries.ts'
import { candidateId, reviewCandidates, reviewPlans } from '#shared/annual-review/schema.ts'
import { yearStart } from '#shared/annual-review/years.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf } from '#shared/testing/factories.ts'
import { featureSite, shownForm } from '../testing/feature-site.ts'
import { countFinished } from './count-votes.ts'

const year = 2025
const [tides, wine, bees] = [idOf(7), idOf(8), idOf(9)]

/** As the catalogue says them: midnight where the site is, eight hours behind UTC, all the year. */
const begins: Readonly<Record<Exclude<Phase, 'unstarted'>, string>> = {
  nominations: '2026-12-01T08:00:00Z',
  reviews: '2026-12-16T08:00:00Z',
  voting: '2027-01-21T08:00:00Z',
  results: '2027-02-06T08:00:00Z',
  complete: '2027-02-10T08:00:00Z',
}

test('a whole review year goes by its calendar, to the second, from the first nomination to the gallery', async () => {
  const site = await featureSite()
  site.clock.now = Date.parse(begins.nominations) - 1_000
  const joined = async (name: string) => {
    const who = site.browser()
    await who.signUp(name)
    return who
  }
  const [boss, author, ben, eve, late] = [
    await joined('Ada'),
    await joined('Otto'),
    await joined('Ben'),
    await joined('Eve'),
    await joined('Late'),
  ]
  await site.store.write(async ({ tx }) => {
    const query = defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', limit: 9 })
    const all = await tx.list(query)
    for (const one of all)
      await tx.put(members, { ...one, isAdmin: one.slug === 'ada', joinedAt: one.slug === 'late' ? yearStart(year) : yearStart(year) - 1 })
    const authorId = all.find(({ slug }) => slug === 'otto')?.id ?? ''
    for (const [n, id] of [tides, wine, bees].entries())
      await tx.put(posts, aPost({ id, slug: `p-${n}`, authorId, publishedAt: yearStart(year) + n }))
  })
  type Reader = typeof ben
  /** `ok`, or why not. */
  const outcomeOf = async (answer: ReturnType<Reader['form']>): Promise<string> => {
    const got = await answer
    if (got.status === 303) return 'ok'
    return String(shownForm(got).error?.['reason'] ?? got.status)
  }
  const vote = (who: Reader, postId: string, score: number) =>
    outcomeOf(who.form('reviewVotes.set', { postId, year: String(year), score: String(score), from: '/' }))
  const review = (who: Reader, postId: string) =>
    outcomeOf(who.form('comments.postReview', { postId, year: String(year), markdown: 'It has held up.', from: '/' }))
  const count = () => countFinished({ store: site.store, apply: (request) => site.writer.apply(request) }, site.clock.now)
  /** A second before a phase begins, then at its beginning. */
  const before = (phase: keyof typeof begins) => (site.clock.now = Date.parse(begins[phase]) - 1_000)
  const at = (phase: keyof typeof begins) => (site.clock.now = Date.parse(begins[phase]))

  before('nominations')
  expect([await vote(ben, tides, 6), await review(ben, tides)]).toEqual(['review-is-closed', 'review-is-closed'])
  at('nominations')
  expect([await vote(ben, tides, 6), await vote(eve, tides, 7), await vote(ben, wine, 5)]).toEqual(['ok', 'ok', 'ok'])
  // Nominated, and never reviewed.
  expect([await vote(ben, bees, 5), await vote(eve, bees, 6)]).toEqual(['ok', 'ok'])
  expect([await vote(author, tides, 7), await vote(late, tides, 7), await review(late, tides)]).toEqual([
    'own-review-vote',
    'review-needs-older-account',
    'review-needs-older-account',
  ])
  before('reviews')
  expect(await vote(late, tides, 7)).toBe('review-needs-older-account')
  await count()

  at('reviews')
  // Who joined in the year itself takes part from here; what was nominated once is out.
  expect([await vote(late, tides, 6), await vote(late, wine, 6), await review(late, tides)]).toEqual(['ok', 'not-nominated', 'ok'])
  // Its nominator may still change that.
  expect(await vote(ben, wine, 6)).toBe('ok')
  before('voting')
  expect(await vote(late, bees, 7)).toBe('ok')
  expect(await site.store.read((read) => read.get(reviewCandidates, candidateId(tides, year)))).toMatchObject({
    ...{ voteCount: 3, positiveCount: 3, reviewCount: 1 },
    score: 13,
  })

  at('voting')
  // Without a review it is not in the final vote, a second before it was.
  expect([await vote(boss, bees, 7), await vote(eve, tides, 5)]).toEqual(['not-nominated', 'ok'])
  before('results')
  expect([await vote(late, tides, 7), await review(ben, tides)]).toEqual(['ok', 'ok'])
  await count()
  expect(await site.store.read((read) => read.list(resultsOf(year, 9)))).toEqual([])

  at('results')
  expect([await vote(late, tides, 1), await review(eve, tides)]).toEqual(['review-is-closed', 'review-is-closed'])
  await count()
  // 4 of Ben, 1 of Eve, 9 of the last one.
  expect(await site.store.read((read) => read.list(resultsOf(year, 9)))).toMatchObject([
    { postId: tides, rank: 1, score: 14, values: [9, 4, 1] },
  ])
  const choose = () => outcomeOf(boss.form('reviewWinners.set', { year: String(year), postId: tides, category: 'practical', from: '/' }))
  before('complete')
  expect(await choose()).toBe('results-not-public')

  at('complete')
  expect([await choose(), await vote(late, tides, 1)]).toEqual(['ok', 'review-is-closed'])
  expect(await outcomeOf(boss.form('reviewPlans.setGallery', { year: String(year), isOn: 'true', from: '/' }))).toBe('ok')
  expect((await site.store.read((read) => read.list(winnersOf(year)))).map(({ id }) => id)).toEqual([tides])
  expect(await site.store.read((read) => read.get(reviewPlans, String(year)))).toMatchObject({ galleryAt: site.clock.now })
  expect(await site.store.read((read) => read.get(posts, tides))).toMatchObject({ wonIn: year })
})
