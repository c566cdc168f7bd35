import { afterEach, beforeEach, expect, test } from 'vitest'
import { aPost } from '#shared/testing/factories.ts'
import { posts } from '#shared/posts/schema.ts'
import type { NotifyScene } from './testing/notify-scene.ts'
import { ids, notifyScene } from './testing/notify-scene.ts'

const { ada, cleo, dan, post } = ids
let scene: NotifyScene
beforeEach(async () => {
  scene = await notifyScene()
})
afterEach(() => scene.close())

test('a post that waits for a moderator notifies its followers when it is let in, not before', async () => {
  await scene.follow(dan, 'member', ada)
  await scene.store.write(({ tx }) => tx.put(posts, aPost({ id: post, authorId: ada, awaitsReview: true })))
  expect(await scene.told(dan)).toEqual([])
  await scene.put({ id: cleo, displayName: 'Cleo', displayNameKey: 'cleo', groups: ['moderators'] })
  await scene.mutation(cleo, 'moderation.approvePost', { id: post })
  expect(await scene.told(dan)).toEqual([`newPost post:${post}`])
})
