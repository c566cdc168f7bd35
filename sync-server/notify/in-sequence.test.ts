import { afterEach, beforeEach, expect, test } from 'vitest'
import { noticePath } from '#shared/notifications/paths.ts'
import { sequencePosts } from '#shared/sequences/schema.ts'
import { idOf } from '#shared/testing/factories.ts'
import type { NotifyScene } from './testing/notify-scene.ts'
import { ids, notifyScene } from './testing/notify-scene.ts'

const { ada, dan, post } = ids
let scene: NotifyScene
const [sequence, chapter] = [idOf(600), idOf(610)]
const cause = `inSequence:${sequence}:${post}`
const put = () => scene.mutation(ada, 'sequences.putPost', { chapterId: chapter, postId: post, beforeId: null })
const show = (isDraft = false) => scene.mutation(ada, 'sequences.setDetail', { id: sequence, detail: { field: 'isDraft', value: isDraft } })
beforeEach(async () => {
  scene = await notifyScene()
  await scene.mutation(ada, 'sequences.create', { id: sequence, chapterId: chapter, title: 'On water' })
})
afterEach(() => scene.close())

test('whoever follows a sequence is told of a post that is put into it, once, however often it is taken out; not its author', async () => {
  await scene.publish()
  await show()
  for (const one of [ada, dan]) await scene.follow(one, 'sequence', sequence)
  await put()
  expect(await scene.told(dan)).toEqual([`newSequencePosts ${cause}`])
  expect(await scene.told(ada)).toEqual([])
  const [row] = await scene.rows(dan)
  expect(row && noticePath(row, undefined)).toBe(`/s/${sequence}/p/${post}`)
  await scene.mutation(ada, 'sequences.takePost', { sequenceId: sequence, postId: post })
  expect(await scene.told(dan)).toEqual([])
  await put()
  expect(await scene.told(dan)).toEqual([])
})

test('of a draft in it they are told when that comes out, and no more when it is withdrawn', async () => {
  await scene.mutation(ada, 'posts.create', { id: post, revisionId: idOf(50), kind: 'post', lang: 'en' })
  await show()
  await scene.follow(dan, 'sequence', sequence)
  await put()
  expect(await scene.told(dan)).toEqual([])
  await scene.publish()
  expect(await scene.told(dan)).toEqual([`newSequencePosts ${cause}`])
  await scene.mutation(ada, 'posts.unpublish', { id: post })
  expect(await scene.told(dan)).toEqual([])
})

test('they are told nothing of what stood in it before it came out, and nothing once it is not followed any more', async () => {
  await scene.publish()
  await put()
  await scene.told(dan)
  await show()
  await scene.follow(dan, 'sequence', sequence)
  await scene.store.write(async ({ tx }) => {
    const place = await tx.get(sequencePosts, `${sequence}:${post}`)
    if (place !== undefined) await tx.put(sequencePosts, { ...place, isMain: true })
  })
  expect(await scene.told(dan)).toEqual([])
  await scene.follow(dan, 'sequence', sequence, { state: 'off' })
  await scene.publish({ id: idOf(63), revisionId: idOf(64) })
  await scene.mutation(ada, 'sequences.putPost', { chapterId: chapter, postId: idOf(63), beforeId: null })
  expect(await scene.told(dan)).toEqual([])
})

test('a draft of one is nobody’s to follow', async () => {
  await expect(scene.follow(dan, 'sequence', sequence)).rejects.toMatchObject({ code: 'not-found' })
  await expect(scene.follow(dan, 'sequence', idOf(699))).rejects.toMatchObject({ code: 'not-found' })
})
