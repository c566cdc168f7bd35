import { afterEach, expect, test, vi } from 'vitest'
import { posts } from '#shared/posts/schema.ts'
import { idOf } from '#shared/testing/factories.ts'
import { defineNews, toMembers } from './define-news.ts'
import type { NotifyScene } from './testing/notify-scene.ts'
import { ids, notifyScene } from './testing/notify-scene.ts'

const { ada, ben, cleo, dan, post } = ids
let scene: NotifyScene
afterEach(() => scene.close())

test('notifying of one comment, all recipients and for all reasons, is one turn of the writer', async () => {
  scene = await notifyScene()
  await scene.publish()
  for (const one of [ben, cleo]) await scene.follow(one, 'post', post)
  await scene.told(ada)
  const turns = vi.spyOn(scene.writer, 'work')
  await scene.comment(dan, idOf(60))
  for (const one of [ada, ben, cleo]) expect(await scene.told(one)).toEqual([`newComment comment:${idOf(60)}`])
  expect(turns.mock.calls).toHaveLength(1)
})

test('what a row is news of is sent once, taken back with it, and not sent again', async () => {
  const shelved = defineNews(posts, 'shelved', (row) => {
    if (row.status !== 'published' || row.publishedAt === null) return 'gone'
    return { actorId: row.authorId, postId: row.id, at: row.publishedAt, to: toMembers('yourPostCurated', [ada, cleo]) }
  })
  scene = await notifyScene(undefined, [shelved])
  await scene.publish()
  expect(await scene.told(cleo)).toEqual([`yourPostCurated shelved:${post}`])
  expect(await scene.told(ada)).toEqual([])
  await scene.mutation(ada, 'posts.unpublish', { id: post })
  expect(await scene.told(cleo)).toEqual([])
  await scene.publish({ revisionId: idOf(52) })
  expect(await scene.told(cleo)).toEqual([])
})
