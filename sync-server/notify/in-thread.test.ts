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

test('a comment tells those who follow the threads they comment in, unless they unfollowed a comment of theirs in it', async () => {
  const follows = (who: string, value: boolean) => scene.mutation(who, 'notifications.choose', { choice: { field: 'ownThreads', value } })
  await scene.comment(ben, first)
  for (const [n, who] of [cleo, dan, ada].entries()) await scene.comment(who, idOf(70 + n), first)
  // Nobody hears of a thread unasked.
  expect(await scene.told(cleo)).toEqual([])
  for (const who of [cleo, dan]) await follows(who, true)
  scene.clock.now += 1_000
  await scene.comment(ben, third, first)
  expect([await scene.told(cleo), await scene.told(dan)].map(([newest]) => newest)).toEqual(Array(2).fill(`newReply comment:${third}`))
  expect((await scene.told(ada))[0]).toBe(`newComment comment:${third}`)
  await follows(cleo, false)
  await scene.mutation(dan, 'subscriptions.set', { kind: 'comment', targetId: idOf(71), state: 'suppressed', via: null })
  const before = [await scene.told(cleo), await scene.told(dan)]
  await scene.comment(ben, idOf(63), first)
  expect([await scene.told(cleo), await scene.told(dan)]).toEqual(before)
})
