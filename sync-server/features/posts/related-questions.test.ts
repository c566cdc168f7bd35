import { beforeEach, expect, test } from 'vitest'
import type { Core } from '#server/testing/core.ts'
import { aCore } from '#server/testing/core.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { relatedTo } from '#shared/posts/related-questions.ts'
import { posts } from '#shared/posts/schema.ts'
import { listingsOf } from '#shared/feed/queries.ts'
import { idOf, publishArgs, T0 } from '#shared/testing/factories.ts'

const [ada, ben] = [idOf(51), idOf(52)]
const [parent, child] = [idOf(1), idOf(3)]
let core: Core

beforeEach(async () => {
  core = await aCore()
  for (const n of [51, 52]) await core.join(n)
  await core.must({ name: 'posts.publish', args: publishArgs({ id: parent, kind: 'question', title: 'Why tides?' }), userId: ada })
})

const ask = (changes: Readonly<Record<string, unknown>> = {}, userId = ben) =>
  core.must({
    name: 'posts.publish',
    args: publishArgs({ id: child, revisionId: idOf(4), kind: 'question', title: 'Why two a day?', parentQuestionId: parent, ...changes }),
    userId,
  })
const post = (id: string) => core.store.read((read) => getOrThrow(read, posts, id))
const under = (id: string) =>
  core.store.read(async (read) => {
    const { parent: above, questions } = await relatedTo(permittedRead(read, visitor, policies), await getOrThrow(read, posts, id))
    return { above: above?.id ?? null, below: questions.map((question) => question.id) }
  })
const listed = (feed: string) => core.store.read(async (read) => (await read.list(listingsOf(feed, 'new', 10))).map(({ postId }) => postId))

test('a question asked under another is found from both, as long as both are public', async () => {
  await ask()
  expect([await under(parent), await under(child)]).toEqual([
    { above: null, below: [child] },
    { above: parent, below: [] },
  ])
  await core.must({ name: 'posts.unpublish', args: { id: child }, userId: ben })
  expect(await under(parent)).toEqual({ above: null, below: [] })
  await ask({ revisionId: idOf(5) })
  await core.must({ name: 'posts.unpublish', args: { id: parent }, userId: ada })
  expect(await under(child)).toEqual({ above: null, below: [] })
})

test('one that became an essay stands under it no more', async () => {
  await ask()
  await ask({ revisionId: idOf(5), kind: 'post' })
  expect(await under(parent)).toEqual({ above: null, below: [] })
})

test('begun on a device it is remembered until it is published', async () => {
  const args = { id: child, revisionId: idOf(9), kind: 'question', lang: 'en', parentQuestionId: parent }
  await core.must({ name: 'posts.create', args, userId: ben })
  expect(await under(parent)).toEqual({ above: null, below: [] })
  await ask({ parentQuestionId: undefined })
  expect(await under(parent)).toEqual({ above: null, below: [child] })
})

test.each([
  ['nothing', idOf(77)],
  ['itself', child],
  ['an essay', idOf(60)],
  ['a draft of somebody else', idOf(62)],
])('asked under %s it stands by itself', async (_what, parentQuestionId) => {
  await core.must({ name: 'posts.publish', args: publishArgs({ id: idOf(60), revisionId: idOf(61) }), userId: ada })
  await core.must({ name: 'posts.saveDraft', args: publishArgs({ id: idOf(62), revisionId: idOf(63), kind: 'question' }), userId: ada })
  await ask({ parentQuestionId })
  expect((await post(child)).parentQuestionId).toBeUndefined()
})

test('its author keeps it out of the lists, and puts it back; nobody else, and nothing that stands by itself', async () => {
  await ask()
  const keep = (id: string, userId: string, isOn = true) =>
    core.apply({ name: 'posts.setOffLists', args: { id, isOn }, userId, now: T0 + 1 })
  expect(await keep(child, ada)).toMatchObject({ kind: 'rejected', error: { reason: 'not-yours' } })
  expect(await keep(parent, ada)).toMatchObject({ kind: 'rejected', error: { code: 'not-found' } })
  expect(await keep(child, ben)).toMatchObject({ kind: 'applied' })
  expect([await listed('questions'), await listed('all'), await listed('relatedQuestions')]).toEqual([[parent], [parent], [child]])
  expect(await under(parent)).toMatchObject({ below: [child] })
  await keep(child, ben, false)
  expect((await listed('questions')).toSorted()).toEqual([parent, child].toSorted())
  expect(await listed('relatedQuestions')).toEqual([])
})

test('out of the lists it is in those of what reached a mark of karma neither, and is still one of its author’s posts', async () => {
  await ask()
  await core.must({ name: 'votes.set', args: { targetKind: 'post', targetId: child, axis: 'approval', value: 1 }, userId: ada })
  const count = async () => (await core.store.read((read) => read.get(karmaStats, ben)))?.postCount
  expect([await listed('reached:2'), await count()]).toEqual([[child], 1])
  await core.must({ name: 'posts.setOffLists', args: { id: child, isOn: true }, userId: ben })
  expect([await listed('reached:2'), await listed(`author:${ben}`), await count()]).toEqual([[], [child], 1])
  await core.must({ name: 'posts.unpublish', args: { id: child }, userId: ben })
  expect(await count()).toBe(0)
})
