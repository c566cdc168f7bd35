import { expect, test } from 'vitest'
import { aCore } from '#server/testing/core.ts'
import { listings } from '#shared/feed/schema.ts'
import { idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { dayMs } from '#shared/kernel/durations.ts'

test('authors of a dialogue go as fast as they like until it is published, and as fast as comments from then on', async () => {
  const core = await aCore()
  const [ada, ben] = [await core.join(100), await core.join(200)]
  await core.earn(ada)
  const id = idOf(1)
  const say = (n: number, now: number) => ({
    name: 'dialogues.say',
    args: { id: idOf(n), postId: id, body: paragraph(`Word ${n}.`) },
    userId: ada,
    now,
  })
  await core.must({
    name: 'dialogues.create',
    args: { id, revisionId: idOf(2), title: 'On tides', participantIds: [ben] },
    userId: ada,
    now: T0,
  })
  await core.must({ name: 'dialogues.join', args: { id }, userId: ben, now: T0 })
  for (const n of [10, 11, 12]) await core.must(say(n, T0 + n))
  await core.must({ name: 'dialogues.publish', args: { id }, userId: ada, now: T0 + 1_000 })
  const later = T0 + 60_000
  await core.must(say(20, later))
  expect(await core.apply(say(21, later + 1_000))).toMatchObject({ kind: 'later' })
  // The same message again is no new one.
  await core.must(say(20, later + 1_000))
  await core.must(say(21, later + 20_000))
})

test('a dialogue stands in their list by its newest message, whatever readers say about it since', async () => {
  const core = await aCore()
  const [ada, ben, eve] = [await core.join(100), await core.join(200), await core.join(300)]
  await core.earn(ada)
  const id = idOf(1)
  const say = (n: number, userId: string, now: number) =>
    core.must({ name: 'dialogues.say', args: { id: idOf(n), postId: id, body: paragraph(`Word ${n}.`) }, userId, now })
  const at = async () => (await core.store.read((read) => read.get(listings, `dialogues:${id}`)))?.at
  await core.must({
    name: 'dialogues.create',
    args: { id, revisionId: idOf(2), title: 'On tides', participantIds: [ben] },
    userId: ada,
    now: T0,
  })
  await core.must({ name: 'dialogues.join', args: { id }, userId: ben, now: T0 + 5 })
  await say(10, ada, T0 + 10)
  await core.must({ name: 'dialogues.publish', args: { id }, userId: ada, now: T0 + 1_000 })
  expect(await at()).toBe(T0 + 10)
  const comment = { id: idOf(30), postId: id, parentId: null, body: paragraph('Well said.') }
  await core.must({ name: 'comments.post', args: comment, userId: eve, now: T0 + 60_000 })
  expect(await at()).toBe(T0 + 10)
  await say(20, ben, T0 + 120_000)
  expect(await at()).toBe(T0 + 120_000)
})

test('whoever joins one that is published has it on their page from then on', async () => {
  const core = await aCore()
  const [ada, ben, eve] = [await core.join(100), await core.join(200), await core.join(300)]
  await core.earn(ada)
  const id = idOf(1)
  const create = { id, revisionId: idOf(2), title: 'On tides', participantIds: [ben, eve] }
  await core.must({ name: 'dialogues.create', args: create, userId: ada, now: T0 })
  await core.must({ name: 'dialogues.join', args: { id }, userId: ben, now: T0 + 5 })
  await core.must({ name: 'dialogues.say', args: { id: idOf(10), postId: id, body: paragraph('Water.') }, userId: ada, now: T0 + 10 })
  await core.must({ name: 'dialogues.publish', args: { id }, userId: ada, now: T0 + 1_000 })
  await core.must({ name: 'dialogues.join', args: { id }, userId: eve, now: T0 + 2_000 })
  expect(await core.store.read((read) => read.get(listings, `author:${eve}:${id}`))).toMatchObject({ postId: id })
})

test('nobody asks others for more than five dialogues a day, deleted ones among them', async () => {
  const core = await aCore()
  const [ada, ben] = [await core.join(100), await core.join(200)]
  await core.earn(ada)
  const create = (n: number, now: number) => ({
    name: 'dialogues.create',
    args: { id: idOf(n), revisionId: idOf(n + 50), title: `Dialogue ${n}`, participantIds: [ben] },
    userId: ada,
    now,
  })
  for (const n of [1, 2, 3, 4, 5]) {
    await core.must(create(n, T0 + n))
    await core.must({ name: 'dialogues.join', args: { id: idOf(n) }, userId: ben, now: T0 + n })
  }
  await core.must({ name: 'posts.archive', args: { id: idOf(3) }, userId: ada, now: T0 + 10 })
  expect(await core.apply(create(6, T0 + 20))).toMatchObject({ kind: 'later' })
  // The same again is no new one.
  await core.must(create(5, T0 + 30))
  await core.must(create(6, T0 + dayMs + 2))
})

test('five invitations a day that nobody accepted, those to a byline among them, and none without karma', async () => {
  const core = await aCore()
  const [ada, ...others] = await Promise.all([100, 201, 202, 203, 204, 205, 206].map((n) => core.join(n)))
  const create = (n: number, participantIds: readonly string[], now: number) => ({
    name: 'dialogues.create',
    args: { id: idOf(n), revisionId: idOf(n + 50), title: `Dialogue ${n}`, participantIds },
    userId: ada ?? '',
    now,
  })
  const refused = (reason: string) => ({ kind: 'rejected', error: { reason } })
  expect(await core.apply(create(1, others.slice(0, 1), T0))).toMatchObject(refused('inviting-needs-karma'))
  await core.earn(ada ?? '')
  expect(await core.apply(create(1, others, T0))).toMatchObject(refused('too-many-invitations'))
  await core.must(create(1, others.slice(0, 4), T0))
  await core.must({ name: 'posts.inviteCoauthor', args: { id: idOf(1), userId: others[4] }, userId: ada ?? '', now: T0 + 1 })
  expect(await core.apply(create(2, others.slice(5), T0 + 2))).toMatchObject(refused('too-many-invitations'))
  await core.must({ name: 'dialogues.join', args: { id: idOf(1) }, userId: others[0] ?? '', now: T0 + 3 })
  await core.must(create(2, others.slice(5), T0 + 4))
})
