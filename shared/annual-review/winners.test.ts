import { expect, test } from 'vitest'
import type { Viewer } from '../kernel/viewer.ts'
import { visitor } from '../kernel/viewer.ts'
import { policies } from '../policies.ts'
import type { Picture } from '../pictures/schema.ts'
import { pictures } from '../pictures/schema.ts'
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
import { moveReviewWinner, setReviewWinner, setWinnerPicture } from './winner-mutations.ts'
import { isGalleryPublic, phaseStart, yearStart } from './years.ts'

const year = 2025
const [over, now] = [phaseStart(year, 'results'), phaseStart(year, 'complete')]
const [first, second, third, unranked] = [idOf(7), idOf(8), idOf(9), idOf(10)]

async function given(changes: Partial<Post> = {}, plan: Partial<ReviewPlan> | null = null) {
  const mutations = mutationsOver([pictures, posts, reviewPlans, reviewResults, reviewWinners])
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

const aPicture = (n: number, over: Partial<Picture> = {}): Picture => ({
  ...{ id: idOf(n), ownerId: admin.kind === 'member' ? admin.userId : '', state: 'kept', kind: 'png', width: 1000, height: 1000, bytes: 9 },
  ...{ sha256: `${n}`, shownSha256: `${n}`, at: 1, removedAt: null, removedById: null, ...over },
})

test('a winner has a picture with its crop, which it keeps in another category and place, and loses again', async () => {
  const { choose, run, get, put, as } = await given()
  await choose(first)
  await choose(second)
  await put(pictures, aPicture(50, { unusedSince: 5 }))
  const args = { year, postId: first, src: `/pictures/${idOf(50)}`, x: 80, y: 10, width: 50 }
  for (const _again of [1, 2]) await run(setWinnerPicture, args, as)
  const picture = { src: args.src, width: 1000, height: 1000, crop: { x: 50, y: 10, width: 50 } }
  expect(await get(reviewWinners, first)).toMatchObject({ picture })
  expect(await get(pictures, idOf(50))).not.toHaveProperty('unusedSince')
  await choose(first, 'modeling')
  await run(moveReviewWinner, { year, postId: first, place: 1 }, as)
  expect(await get(reviewWinners, first)).toEqual({ id: first, year, category: 'modeling', place: 1, picture })
  await run(setWinnerPicture, { ...args, src: null }, as)
  expect(await get(reviewWinners, first)).toMatchObject({ picture: null })
})

test.each<[string, object, object]>([
  ['one of another site', { src: 'https://elsewhere.example/a.png' }, { code: 'invalid', field: 'src' }],
  ['one that is still on its way', { src: `/pictures/${idOf(60)}` }, { reason: 'pictures-on-their-way' }],
  ['one that was taken down', { src: `/pictures/${idOf(51)}` }, { code: 'invalid', field: 'src' }],
  ['a post that was not chosen', { postId: second }, { code: 'not-found' }],
  ['a winner of another year', { year: 2024 }, { code: 'not-found' }],
  ['a frame of no width', { width: 0 }, { code: 'invalid', field: 'width' }],
  ['a frame past the edge', { x: 101 }, { code: 'invalid', field: 'x' }],
  ['a frame at half a percent', { y: 0.5 }, { code: 'invalid', field: 'y' }],
])('a winner gets no picture: %s, and nothing is stored', async (_what, over, expected) => {
  const { choose, run, put, everything, as } = await given()
  await choose(first)
  await put(pictures, aPicture(50))
  await put(pictures, aPicture(51, { state: 'removed' }))
  const before = await everything()
  const args = { year, postId: first, src: `/pictures/${idOf(50)}`, x: 0, y: 0, width: 100, ...over }
  expect(await refusalOf((async () => run(setWinnerPicture, args, as))())).toMatchObject(expected)
  expect(await everything()).toBe(before)
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
  ['given a picture', setWinnerPicture, { postId: first, src: null, x: 0, y: 0, width: 100 }],
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
