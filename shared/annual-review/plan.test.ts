import { describe, expect, test } from 'vitest'
import type { Viewer } from '../kernel/viewer.ts'
import { visitor } from '../kernel/viewer.ts'
import { posts } from '../posts/schema.ts'
import { admin, aPost, idOf, member, moderator } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import {
  askReviewCount,
  maxExcludedPosts,
  noPlan,
  publishReviewResults,
  setReviewDates,
  setReviewExclusion,
  setReviewPhase,
} from './plan-mutations.ts'
import { reviewCounts, reviewPlans } from './schema.ts'
import { phaseStart, yearStart } from './years.ts'

const [year, postId] = [2025, idOf(7)]
const [voting, over] = [phaseStart(year, 'voting'), phaseStart(year, 'results')]
const usual = { nominations: null, reviews: null, voting: null, results: null, complete: null }

async function given() {
  const mutations = mutationsOver([posts, reviewPlans, reviewCounts])
  await mutations.put(posts, aPost({ id: postId, publishedAt: yearStart(year) + 9 }))
  const plan = () => mutations.get(reviewPlans, String(year))
  return { ...mutations, plan, as: { viewer: admin, now: voting } }
}

test('a phase is set and given back to the dates, and has the votes counted anew', async () => {
  const { run, plan, as } = await given()
  await run(setReviewPhase, { year, phase: 'results' }, as)
  expect(await plan()).toEqual({ ...noPlan(year), phase: 'results', countAskedAt: voting })
  await run(setReviewPhase, { year, phase: 'results' }, { ...as, now: voting + 9 })
  expect(await plan()).toMatchObject({ countAskedAt: voting })
  await run(setReviewPhase, { year, phase: null }, { ...as, now: voting + 9 })
  expect(await plan()).toMatchObject({ phase: null, countAskedAt: voting + 9 })
})

test('days are those of the site, and what is left empty is as every year', async () => {
  const { run, plan, as } = await given()
  await run(setReviewDates, { year, ...usual, voting: '2027-01-25' }, as)
  expect((await plan())?.starts).toEqual({ ...usual, voting: Date.parse('2027-01-25T08:00:00Z') })
})

test.each([
  ['reviews', { nominations: '2026-12-16' }],
  ['voting', { reviews: '2027-01-22' }],
  ['complete', { complete: '2027-02-06' }],
  ['voting', { voting: '2027-02-31' }],
  ['results', { results: 'soon' }],
])('a date of %s that does not follow the one before is refused: %o', async (field, days) => {
  const { run, plan, as } = await given()
  expect(await refusalOf(run(setReviewDates, { year, ...usual, ...days }, as))).toMatchObject({ code: 'invalid', field })
  expect(await plan()).toBeUndefined()
})

test('a post is taken out of the review once, and back in', async () => {
  const { run, plan, as } = await given()
  for (const _again of [1, 2]) await run(setReviewExclusion, { year, postId, isOn: true }, as)
  expect(await plan()).toMatchObject({ excludedPostIds: [postId], countAskedAt: voting })
  await run(setReviewExclusion, { year, postId, isOn: false }, as)
  expect((await plan())?.excludedPostIds).toEqual([])
})

test('a post of another year, a missing one, and one too many are refused', async () => {
  const { run, put, as } = await given()
  await put(posts, aPost({ id: idOf(8), slug: 'other', publishedAt: yearStart(year + 1) }))
  await put(reviewPlans, { ...noPlan(year), excludedPostIds: Array.from({ length: maxExcludedPosts }, (_, n) => idOf(100 + n)) })
  const exclude = (id: string) => refusalOf(run(setReviewExclusion, { year, postId: id, isOn: true }, as))
  expect(await exclude(idOf(8))).toMatchObject({ field: 'postId' })
  expect(await exclude(idOf(9))).toMatchObject({ code: 'not-found' })
  expect(await exclude(postId)).toMatchObject({ field: 'postId' })
})

test('results are published once they are counted, and not while a newer count is asked for', async () => {
  const { run, put, plan } = await given()
  const publish = (now: number) => run(publishReviewResults, { year }, { viewer: admin, now })
  expect(await refusalOf(publish(over))).toMatchObject({ reason: 'review-is-uncounted' })
  await put(reviewCounts, { id: String(year), countedAt: over + 5, postCount: 1, voterCount: 1 })
  await run(askReviewCount, { year }, { viewer: admin, now: over + 6 })
  expect(await refusalOf(publish(over + 7))).toMatchObject({ reason: 'review-is-uncounted' })
  await put(reviewCounts, { id: String(year), countedAt: over + 8, postCount: 1, voterCount: 1 })
  for (const later of [9, 10]) await publish(over + later)
  expect(await plan()).toMatchObject({ publishedAt: over + 9 })
})

test.each([
  ['counted', askReviewCount],
  ['published', publishReviewResults],
] as const)('nothing is %s while members can vote', async (_what, mutation) => {
  const { run } = await given()
  expect(await refusalOf(run(mutation, { year }, { viewer: admin, now: over - 1 }))).toMatchObject({ reason: 'review-is-open' })
})

describe('is for administrators, and for years that are over', () => {
  const acts = [
    [setReviewPhase, { phase: 'voting' }],
    [setReviewDates, usual],
    [setReviewExclusion, { postId, isOn: true }],
    [askReviewCount, {}],
    [publishReviewResults, {}],
  ] as const
  test.each(acts)('$name', async (mutation, args) => {
    const { run, everything } = await given()
    const before = await everything()
    const refused = (viewer: Viewer) => refusalOf(run(mutation as typeof setReviewPhase, { year, ...args }, { viewer, now: over }))
    expect(await refused(visitor)).toMatchObject({ reason: 'sign-in-first' })
    for (const other of [member(idOf(300)), moderator]) expect(await refused(other)).toMatchObject({ reason: 'admins-only' })
    const early = run(setReviewPhase, { year: 2030, phase: 'voting' }, { viewer: admin, now: over })
    expect(await refusalOf(early)).toMatchObject({ field: 'year' })
    expect(await everything()).toBe(before)
  })
})

test.each([
  ['into another phase', setReviewPhase, { year, phase: 'voting' as const }],
  ['by its dates', setReviewDates, { ...usual, year, results: '2027-03-20', complete: '2027-04-20' }],
])('results of a review that is opened again %s are no more public', async (_how, mutation, args) => {
  const { run, plan, put } = await given()
  await put(reviewPlans, { ...noPlan(year), publishedAt: over })
  await run(mutation as typeof setReviewPhase, args as { year: number; phase: 'voting' }, { viewer: admin, now: over + 9 })
  await run(setReviewPhase, { year, phase: 'complete' }, { viewer: admin, now: over + 10 })
  expect(await plan()).toMatchObject({ publishedAt: null })
})
