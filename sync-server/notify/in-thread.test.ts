import { afterEach, beforeEach, expect, test } from 'vitest'
import { idOf } from '#shared/testing/factories.ts'
import type { NotifyScene } from './testing/notify-scene.ts'
import { ids, notifyScene } from './testing/notify-scene.ts'

const { ada, ben, cleo, dan } = ids
const [first, third] = [idOf(60), idOf(62)]
let scene: NotifyScene
beforeEach(async () => {
  scene = await notifyScene()
  await scene.publish()
})
afterEach(() => scene.close())

test('members who chose so follow the threads they comment in from then on, until they unfollow one', async () => {
  await scene.comment(ben, first)
  for (const who of [cleo, dan]) await scene.mutation(who, 'notifications.choose', { choice: { field: 'ownThreads', value: true } })
  for (const [n, who] of [cleo, dan, ada].entries()) await scene.comment(who, idOf(70 + n), first)
  scene.clock.now += 1_000
  await scene.comment(ben, third, first)
  expect([await scene.told(cleo), await scene.told(dan)].map(([newest]) => newest)).toEqual(Array(2).fill(`newReply comment:${third}`))
  expect((await scene.told(ada))[0]).toBe(`newComment comment:${third}`)
  const off = { kind: 'comment', targetId: first, state: 'off', via: null }
  await scene.mutation(cleo, 'subscriptions.set', off)
  // Commenting again does not bring it back.
  await scene.comment(cleo, idOf(80), first)
  const before = await scene.told(cleo)
  await scene.comment(ben, idOf(63), first)
  expect(await scene.told(cleo)).toEqual(before)
  expect(await scene.told(dan)).toContain(`newReply comment:${idOf(63)}`)
})

test('who has not chosen it hears of a thread they comment in only what answers them', async () => {
  await scene.comment(ben, first)
  await scene.comment(cleo, idOf(70), first)
  scene.clock.now += 1_000
  await scene.comment(ben, third, first)
  expect(await scene.told(cleo)).toEqual([])
  await scene.comment(ben, idOf(63), idOf(70))
  expect(await scene.told(cleo)).toEqual([`newReplyToYou comment:${idOf(63)}`])
})
