import { expect, test } from 'vitest'
import { members } from '#shared/accounts/schema.ts'
import { reviewsByMember, reviewsOfPost, reviewsOfYear } from '#shared/annual-review/queries.ts'
import { candidateId, reviewCandidates } from '#shared/annual-review/schema.ts'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import { comments } from '#shared/comments/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf, paragraph } from '#shared/testing/factories.ts'
import { ada, aScene, ben, eve, post, thread } from '#server/testing/sync-scene.ts'
import { featureSite } from '../testing/feature-site.ts'

const year = 2025
const reviewing = phaseStart(year, 'reviews')

async function scene() {
  const clock = { now: reviewing }
  const found = await aScene({ writerClock: () => clock.now })
  const { core } = found
  await core.store.write(async ({ tx }) => {
    for (const id of [ada, ben, eve]) await tx.put(members, { ...(await getOrThrow(tx, members, id)), joinedAt: yearStart(year) - 1 })
    await tx.put(posts, { ...(await getOrThrow(tx, posts, post)), publishedAt: yearStart(year) })
  })
  const writing = (n: number, userId: string) => ({
    name: 'comments.postReview',
    args: { id: idOf(n), postId: post, year, body: paragraph(`Review ${n}.`) },
    userId,
  })
  const counted = async () => {
    const candidate = await core.store.read((read) => read.get(reviewCandidates, candidateId(post, year)))
    const lists = await core.store.read((read) =>
      Promise.all([reviewsOfYear(year, 9), reviewsOfPost(post, year, 9), reviewsByMember(ben, null, 9)].map((query) => read.list(query))),
    )
    return [candidate?.reviewCount, ...lists.map((list) => list.length)]
  }
  return { ...found, clock, writing, counted }
}

test('a review is counted for as long as it stands: removed or rejected it is in no list and no count', async () => {
  const { core, writing, counted } = await scene()
  await core.must(writing(50, ben))
  await core.must(writing(51, eve))
  expect(await counted()).toEqual([2, 2, 2, 1])
  await core.must({ name: 'comments.remove', args: { id: idOf(50), reason: '' }, userId: ben })
  expect(await counted()).toEqual([1, 1, 1, 0])
  await core.must({ name: 'comments.restore', args: { id: idOf(50) }, userId: ben })
  expect(await counted()).toEqual([2, 2, 2, 1])
  await core.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, eve)), groups: ['moderators'] }))
  const rejected = { id: idOf(50), mark: { name: 'rejected', reason: 'Off topic' } }
  await core.must({ name: 'comments.setMark', args: rejected, userId: eve })
  expect(await counted()).toEqual([1, 1, 1, 0])
  // The comment is counted like any other.
  expect(await core.store.read((read) => read.get(posts, post))).toMatchObject({ commentCount: 1 })
})

test('a review kept on a device arrives once, is counted once, and after the end is refused', async () => {
  const { device, clock, counted, core } = await scene()
  const bens = device(ben, 1)
  await bens.hello(thread, `me:${ben}`)
  const push = (n: number, id: number) =>
    bens.push({ n, name: 'comments.postReview', args: { id: idOf(id), postId: post, year, body: paragraph('Kept.') } })
  await push(1, 50)
  await push(1, 50)
  await bens.settled()
  expect(await counted()).toEqual([1, 1, 1, 1])
  expect(bens.row(thread, 'comments', idOf(50))).toMatchObject({ reviewingForReview: year })
  expect(bens.row(thread, 'review_candidates', candidateId(post, year))).toMatchObject({ reviewCount: 1 })
  clock.now = phaseStart(year, 'results')
  await push(2, 51)
  await bens.settled()
  expect(bens.of('result').at(-1)).toMatchObject({ outcome: 'rejected', error: { reason: 'review-is-closed' } })
  expect(await core.store.read((read) => read.get(comments, idOf(51)))).toBeUndefined()
})

test('a plain form posts a review, says where it was refused, and leads to its place', async () => {
  const site = await featureSite()
  site.clock.now = reviewing
  const reader = site.browser()
  await reader.signUp('Ben')
  const postId = idOf(7)
  await site.store.write(async ({ tx }) => {
    await tx.put(posts, aPost({ id: postId, publishedAt: yearStart(year) }))
    const query = defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', limit: 9 })
    for (const one of await tx.list(query)) await tx.put(members, { ...one, joinedAt: yearStart(year) - 1 })
  })
  const send = (fields: object) =>
    reader.form('comments.postReview', { postId, year: String(year), markdown: 'It *holds* up.', from: '/', ...fields })
  expect((await send({ year: '2024' })).status).toBe(403)
  expect((await send({ year: 'x' })).status).toBe(400)
  expect((await send({ markdown: ' ' })).status).toBe(400)
  const sent = await send({})
  expect(sent).toMatchObject({ status: 303, headers: { location: expect.stringContaining(`/posts/${postId}/`) } })
  const [review] = await site.store.read((read) => read.list(reviewsOfPost(postId, year, 9)))
  expect(String(sent.headers['location'])).toContain(review?.id)
})
