import { afterEach, beforeEach, expect, test } from 'vitest'
import { posts } from '#shared/posts/schema.ts'
import { idOf, paragraph } from '#shared/testing/factories.ts'
import type { NotifyScene } from '#server/notify/testing/notify-scene.ts'
import { ids, notifyScene } from '#server/notify/testing/notify-scene.ts'

const { ada, dan, post } = ids
let scene: NotifyScene
beforeEach(async () => {
  scene = await notifyScene()
  await scene.publish()
})
afterEach(() => scene.close())

test('the authors of a post that waited for a moderator are notified once that it was approved', async () => {
  await scene.store.write(async ({ tx }) => {
    const waiting = await tx.get(posts, post)
    if (waiting !== undefined) await tx.put(posts, { ...waiting, awaitsReview: true })
  })
  expect(await scene.told(ada)).toEqual([])
  await scene.put({ id: dan, displayName: 'Dan', displayNameKey: `name ${dan}`, groups: ['moderators'] })
  await scene.mutation(dan, 'moderation.approvePost', { id: post })
  expect(await scene.told(ada)).toEqual([`postApproved approved:${post}`])
  expect(await scene.rows(ada)).toMatchObject([{ actorId: null, title: 'On tides' }])
  await scene.publish({ revisionId: idOf(52), body: paragraph('Water comes back again.') })
  expect(await scene.told(ada)).toHaveLength(1)
  await scene.mutation(ada, 'posts.unpublish', { id: post })
  expect(await scene.told(ada)).toEqual([])
})
