import { beforeEach, expect, test } from 'vitest'
import type { Core } from '#server/testing/core.ts'
import { aCore } from '#server/testing/core.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { posts } from '#shared/posts/schema.ts'
import { reactedComments } from '#shared/reactions/queries.ts'
import { partOf, reactionId, reactions, reactionTallies } from '#shared/reactions/schema.ts'
import { aComment, aPost, someKarmaStats, idOf, member, moderator, paragraph, T0 } from '#shared/testing/factories.ts'
import { voteEvents } from '#shared/votes/schema.ts'

const [author, ada, ben, cy] = [idOf(50), idOf(51), idOf(52), idOf(53)]
const canary = 'Heliotrope'
const quote = { text: canary, before: '', after: ' grows' }
const scene: { core: Core | null } = { core: null }

function core(): Core {
  if (scene.core === null) throw new Error('no core')
  return scene.core
}

beforeEach(async () => {
  scene.core = await aCore()
  for (const n of [50, 51, 52, 53]) await core().join(n)
  await core().store.write(async ({ tx }) => {
    for (const id of [author, ada, ben, cy]) await tx.put(karmaStats, someKarmaStats({ id, karma: 100 }))
    await tx.put(posts, aPost({ id: idOf(1), authorId: author }))
    for (const n of [10, 11])
      await tx.put(comments, aComment({ id: idOf(n), rootId: idOf(n), authorId: author, body: paragraph(`${canary} grows`) }))
  })
})

const react = (userId: string, value: number, changes: Readonly<Record<string, unknown>> = {}, now = T0) => {
  const args = { targetKind: 'comment', targetId: idOf(10), reaction: 'agree', quote: null, value, ...changes }
  return core().apply({ name: 'reactions.set', args, userId, now })
}
const tally = (id = idOf(10)) => core().store.read((read) => read.get(reactionTallies, id))
const rowOf = (userId: string, part = 'agree') => core().store.read((read) => read.get(reactions, reactionId(userId, idOf(10), part)))
const seenBy = (viewer: Viewer) => core().store.read((read) => reactedComments(permittedRead(read, viewer, policies), 50))

test('those for and against it are counted, and the first of either side named', async () => {
  await react(ada, 1, {}, T0)
  await react(ben, 1, {}, T0 + 1)
  await react(cy, -1, {}, T0 + 2)
  expect(await tally()).toMatchObject({
    postId: idOf(1),
    reactedAt: T0 + 1,
    entries: [{ part: 'agree', for: 2, against: 1, forIds: [ada, ben], againstIds: [cy], at: T0 + 1 }],
  })
})

test('at or below zero everybody sees nothing of it, and who took part is told how it stands', async () => {
  await react(ada, 1)
  await react(ben, -1)
  expect(await tally()).toBeUndefined()
  expect(await rowOf(ada)).toMatchObject({ value: 1, tallied: 1, low: { for: 1, against: 1 } })
  expect(await rowOf(ben)).toMatchObject({ low: { for: 1, against: 1 } })
  // Somebody else has used it, so the next one is not the first.
  await core().store.write(({ tx }) => tx.put(karmaStats, someKarmaStats({ id: cy, karma: 20 })))
  await react(cy, 1)
  expect(await tally()).toMatchObject({ entries: [{ for: 2, against: 1 }] })
  expect(await rowOf(ben)).toMatchObject({ low: null })
})

test('the last one taken back leaves nothing', async () => {
  await react(ada, 1)
  await react(ada, 0)
  expect(await tally()).toBeUndefined()
  expect((await seenBy(visitor)).rows).toEqual([])
})

test('a reaction to words is counted apart from one to the whole', async () => {
  await react(ada, 1)
  await react(ben, 1, { quote })
  expect((await tally())?.entries.map(({ part, for: count }) => [part, count])).toEqual([
    ['agree', 1],
    [partOf('agree', quote), 1],
  ])
})

test('comments with reactions come by the latest of them', async () => {
  await react(ada, 1, { targetId: idOf(10) }, T0)
  await react(ada, 1, { targetId: idOf(11) }, T0 + 1)
  const order = async () => (await seenBy(visitor)).rows.map(({ comment }) => comment.id)
  expect(await order()).toEqual([idOf(11), idOf(10)])
  await react(ben, 1, { targetId: idOf(10) }, T0 + 2)
  expect(await order()).toEqual([idOf(10), idOf(11)])
  await react(ada, 0, { targetId: idOf(11) }, T0 + 3)
  expect(await order()).toEqual([idOf(10)])
})

test.each([
  ['a visitor', visitor],
  ['a member', member(ada)],
  ['a moderator', moderator],
  ['its author', member(author)],
])('nothing of a removed comment’s reactions reaches %s; restored, they are counted anew', async (_who, viewer) => {
  await react(ada, 1, { quote })
  await core().must({ name: 'comments.remove', args: { id: idOf(10), reason: '' }, userId: author })
  expect(await tally()).toBeUndefined()
  expect((await seenBy(viewer)).rows).toEqual([])
  await core().must({ name: 'comments.restore', args: { id: idOf(10) }, userId: author })
  expect(await tally()).toMatchObject({ entries: [{ for: 1 }] })
})

test.each([
  ['visitors', visitor],
  ['members', member(ada)],
])('a row that stands beside a comment which waits for review, or under a draft, is not shown to %s', async (_who, viewer) => {
  await react(ada, 1, { quote })
  const read = (id: string) => core().store.read((all) => permittedRead(all, viewer, policies).get(reactionTallies, id))
  expect(await read(idOf(10))).toBeDefined()
  await core().store.write(async ({ tx }) => tx.put(comments, { ...(await getOrThrow(tx, comments, idOf(10))), awaitsReview: true }))
  expect(JSON.stringify(await read(idOf(10)))).toBeUndefined()
  await core().store.write(async ({ tx }) => {
    await tx.put(comments, { ...(await getOrThrow(tx, comments, idOf(10))), awaitsReview: false })
    await tx.put(posts, { ...(await getOrThrow(tx, posts, idOf(1))), status: 'draft', publishedAt: null })
  })
  expect(await read(idOf(10))).toBeUndefined()
})

test('what a member reacted is theirs alone', async () => {
  await react(ada, 1)
  const id = reactionId(ada, idOf(10), 'agree')
  const read = (viewer: Viewer) => core().store.read((all) => permittedRead(all, viewer, policies).get(reactions, id))
  expect([await read(visitor), await read(member(ben)), await read(moderator)]).toEqual([undefined, undefined, undefined])
  expect(await read(member(ada))).toMatchObject({ value: 1 })
})

test('reactions take part in the limits on voting, and taking back is free', async () => {
  await core().store.write(async ({ tx }) => {
    for (let n = 0; n < 99; n += 1) {
      const which = { isStrong: false, isDown: false, isOnComment: true, at: T0 - 1_000 + n }
      await tx.put(voteEvents, { id: idOf(7_000 + n), userId: ada, targetId: idOf(n), targetAuthorId: idOf(3), postId: idOf(2), ...which })
    }
  })
  expect(await react(ada, 1)).toMatchObject({ kind: 'applied' })
  expect(await react(ada, 1, { reaction: 'heart' }, T0 + 1)).toMatchObject({ kind: 'later' })
  expect(await react(ada, 0, {}, T0 + 2)).toMatchObject({ kind: 'applied' })
})

test('authors may object to a typo in their own, and to nothing else', async () => {
  await react(ada, 1)
  await react(ada, 1, { reaction: 'typo' })
  expect(await react(author, -1)).toMatchObject({ kind: 'rejected', error: { reason: 'own-anti-react' } })
  expect(await react(author, -1, { reaction: 'typo' })).toMatchObject({ kind: 'applied' })
})
