import { beforeEach, expect, test } from 'vitest'
import type { Core } from '#server/testing/core.ts'
import { keepCommentPingbacks } from '#server/features/comments/effects.ts'
import { startEffects } from '#server/sync/effects.ts'
import { aCore } from '#server/testing/core.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { mentionsOf } from '#shared/posts/mentions.ts'
import { idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { markdownToDoc } from '#shared/text/markdown-in.ts'
import { tallies } from '#shared/votes/schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const [ada, ben] = [idOf(100), idOf(101)]
let core: Core

beforeEach(async () => {
  core = await aCore()
  for (const n of [100, 101]) await core.join(n)
  for (const n of [1, 2]) {
    const args = publishArgs({ id: idOf(n), revisionId: idOf(n + 5_000), title: `Essay ${n}` })
    await core.must({ name: 'posts.publish', args, userId: ada })
  }
})

/** It goes on from its cursor each time, as a new process does. */
async function settled(): Promise<void> {
  const [effect] = startEffects(core.store, core.writer, [keepCommentPingbacks])
  await effect?.caughtUp()
  await effect?.stop()
}

const linking = markdownToDoc(`As [there](/posts/${idOf(1)}/essay-1#x), and [here](/posts/${idOf(2)}/essay-2).`, 'comment').doc
const say = (id: string, now = T0) =>
  core.must({ name: 'comments.post', args: { id, postId: idOf(2), parentId: null, body: linking }, userId: ben, now })
const mentions = async (postId = idOf(1)) => {
  await settled()
  return core.store.read(async (read) =>
    (await mentionsOf(permittedRead(read, visitor, policies), postId)).map(({ post, comment }) => [post.id, comment?.id]),
  )
}

test('a link in a comment makes a mention of another post, and none of its own', async () => {
  await say(idOf(10))
  expect(await mentions()).toEqual([[idOf(2), idOf(10)]])
  expect(await mentions(idOf(2))).toEqual([])
  const quiet = await core.store.journal.position()
  await settled()
  expect(await core.store.journal.position()).toBe(quiet)
})

test('it goes with the link, and with the comment, and comes back with it', async () => {
  await say(idOf(10))
  await core.must({ name: 'comments.edit', args: { id: idOf(10), body: paragraph('No more.'), bodyVersion: 1 }, userId: ben })
  expect(await mentions()).toEqual([])
  await core.must({ name: 'comments.edit', args: { id: idOf(10), body: linking, bodyVersion: 2 }, userId: ben })
  await core.must({ name: 'comments.remove', args: { id: idOf(10), reason: '' }, userId: ben })
  expect(await mentions()).toEqual([])
  await core.must({ name: 'comments.restore', args: { id: idOf(10) }, userId: ben })
  expect(await mentions()).toHaveLength(1)
})

test('nothing is said of a comment under a draft', async () => {
  await say(idOf(10))
  await core.must({ name: 'posts.unpublish', args: { id: idOf(2) }, userId: ada })
  expect(await mentions()).toEqual([])
})

test('only those above zero are shown, the best first, five of them', async () => {
  const ids = [10, 11, 12, 13, 14, 15, 16].map(idOf)
  for (const [n, id] of ids.entries()) await say(id, T0 + n * dayMs)
  await core.store.write(async ({ tx }) => {
    for (const [n, id] of ids.entries()) await tx.put(tallies, { ...(await getOrThrow(tx, tallies, id)), baseScore: n })
  })
  expect((await mentions()).map(([, id]) => id)).toEqual([16, 15, 14, 13, 12].map(idOf))
})
