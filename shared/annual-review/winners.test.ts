import { expect, test } from 'vitest'
import type { Viewer } from '../kernel/viewer.ts'
import { visitor } from '../kernel/viewer.ts'
import { policies } from '../policies.ts'
import type { Post } from '../posts/schema.ts'
import { posts } from '../posts/schema.ts'
import { admin, aPost, idOf, member, moderator } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { reviewConfig } from './config.ts'
import { noPlan, setReviewGallery, setReviewPhase } from './plan-mutations.ts'
import { winnersOf } from './queries.ts'
import type { ReviewPlan } from './schema.ts'
import { candidateId, reviewPlans, reviewResults, reviewWinners } from './schema.ts'
import { moveReviewWinner, setReviewWinner } from './winner-mutations.ts'
import { isGalleryPublic, phaseStart, yearStart } from './years.ts'

const year = 2025
const [over, now] = [phaseStart(year, 'results'), phaseStart(year, 'complete')]
const [first, second, third, unranked] = [idOf(7), idOf(8), idOf(9), idOf(10)]

async function given(changes: Partial<Post> = {}, plan: Partial<ReviewPlan> | null = null) {
  const mutations = mutationsOver([posts, reviewPlans, reviewResults, reviewWinners])
  for (const [at, id] of [first, second, third, unranked].entries()) {
    await mutations.put(posts, aPost({ id, slug: `p-${at}`, publishedAt: yearStart(year) + 9, ...(id === first && changes) }))
    const result = { id: candidateId(id, year), postId: id, year, rank: at + 1, score: 9, values: [9], countedAt: over }
    if (id !== unranked) await mutations.put(reviewResults, result)
  }
  if (plan !== null) await mutations.put(reviewPlans, { ...noPlan(year), ...plan })
  const chosen = async () =>
    (await mutations.read((read) => read.list(winnersOf(year)))).map(({ id, category, place }) => [id, category, place])
  const as = { viewer: admin, now }
  const choose = (postId: string, category: string | null = 'practical') => mutations.run(setReviewWinner, { year, postId, category }, as)
  const show = (isOn: boolean, at = now) => mutations.run(setReviewGallery, { year, isOn }, { viewer: admin, now: at })
  return { ...mutations, chosen, choose, show, as }
}

test('a post is chosen once, in one category, and taken out again', async () => {
  const { choose, chosen } = await given()
  for (const category of ['practical', 'modeling', 'modeling']) await choose(first, category)
  for (const _again of [1, 2]) await choose(second)
  expect(await chosen()).toEqual([
    [first, 'modeling', 0],
    [second, 'practical', 1],
  ])
  for (const _again of [1, 2]) await choose(first, null)
  expect(await chosen()).toEqual([[second, 'practical', 0]])
})

test('a post moves to the place that is said, however often, and the others stay in their order', async () => {
  const { choose, chosen, run, as } = await given()
  for (const id of [first, second, third]) await choose(id)
  const move = (postId: string, place: number) => run(moveReviewWinner, { year, postId, place }, as)
  const order = async () => (await chosen()).map(([id]) => id)
  for (const _again of [1, 2]) await move(third, 0)
  expect(await order()).toEqual([third, first, second])
  await move(third, 99)
  expect(await order()).toEqual([first, second, third])
  expect((await chosen()).map(([, , place]) => place)).toEqual([0, 1, 2])
  expect(await refusalOf(move(unranked, 0))).toMatchObject({ code: 'not-found' })
})

test.each<[string, object, Partial<Post>, Partial<ReviewPlan> | null, object]>([
  ['a post without a result', { postId: unranked }, {}, null, { reason: 'not-in-results' }],
  ['a draft', {}, { status: 'draft' }, null, { reason: 'not-in-results' }],
  ['a post that was removed', {}, { status: 'removed' }, null, { reason: 'not-in-results' }],
  ['a post that waits for a moderator', {}, { awaitsReview: true }, null, { reason: 'not-in-results' }],
  ['a post that was excluded', {}, {}, { excludedPostIds: [first] }, { reason: 'not-in-results' }],
  ['a post that is not there', { postId: idOf(99) }, {}, null, { code: 'not-found' }],
  ['a category that is none', { category: 'cooking' }, {}, null, { code: 'invalid', field: 'category' }],
  ['results that are not public', {}, {}, { phase: 'results' }, { reason: 'results-not-public' }],
])('%s is not chosen, and nothing is stored', async (_what, args, post, plan, expected) => {
  const { run, everything, as } = await given(post, plan)
  const before = await everything()
  const choosing = (async () => run(setReviewWinner, { year, postId: first, category: 'practical', ...args }, as))()
  expect(await refusalOf(choosing)).toMatchObject(expected)
  expect(await everything()).toBe(before)
})

test('a year has so many winners at most, and one of them can still change its category', async () => {
  const { put, choose } = await given()
  for (let place = 0; place < reviewConfig.winners - 1; place += 1)
    await put(reviewWinners, { id: idOf(200 + place), year, category: 'practical', place })
  await choose(first)
  expect(await refusalOf(choose(second))).toMatchObject({ reason: 'too-many-winners' })
  await choose(first, 'modeling')
})

test.each([
  ['chosen', setReviewWinner, { postId: first, category: 'practical' }],
  ['moved', moveReviewWinner, { postId: first, place: 1 }],
  ['shown', setReviewGallery, { isOn: true }],
] as const)('winners are %s by administrators alone', async (_what, mutation, args) => {
  const { run, everything, choose } = await given()
  for (const id of [first, second]) await choose(id)
  const before = await everything()
  const refused = (viewer: Viewer) => refusalOf(run(mutation as typeof setReviewGallery, { year, ...args }, { viewer, now }))
  expect(await refused(visitor)).toMatchObject({ reason: 'sign-in-first' })
  for (const other of [member(idOf(300)), moderator]) expect(await refused(other)).toMatchObject({ reason: 'admins-only' })
  expect(await everything()).toBe(before)
})

test('a gallery is shown once there are winners and public results, and hidden with a review that is opened again', async () => {
  const { choose, show, get, run, put } = await given()
  const isShown = async (at = now) => isGalleryPublic(year, at, await get(reviewPlans, String(year)))
  expect(await refusalOf(show(true))).toMatchObject({ reason: 'no-winners' })
  await choose(first)
  expect(await refusalOf(show(true, over))).toMatchObject({ reason: 'results-not-public' })
  for (const later of [0, 5]) await show(true, now + later)
  expect(await get(reviewPlans, String(year))).toMatchObject({ galleryAt: now })
  expect([await isShown(), await isShown(over)]).toEqual([true, false])
  for (const _again of [1, 2]) await show(false)
  expect(await isShown()).toBe(false)
  await put(reviewPlans, { ...noPlan(year), galleryAt: now })
  for (const phase of ['voting', 'complete'] as const) await run(setReviewPhase, { year, phase }, { viewer: admin, now })
  expect(await isShown()).toBe(false)
})

test('a winner is read by those who may read its post, and followed by no device', async () => {
  const row = { id: first, year, category: 'practical', place: 0 }
  const seen = async (status: Post['status']) => {
    const tx = memoryTransaction()
    await tx.put(posts, aPost({ id: first, status, publishedAt: yearStart(year) }))
    return (await policies.of(reviewWinners)(row, visitor, tx)) !== undefined
  }
  expect([await seen('published'), await seen('draft'), await seen('removed')]).toEqual([true, false, false])
  expect(reviewWinners.shape(row)).toBeNull()
})
