import { afterEach, beforeEach, expect, test } from 'vitest'
import { recentOf } from '#shared/notifications/queries.ts'
import { notifications } from '#shared/notifications/schema.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import type { NotifyScene } from './testing/notify-scene.ts'
import { deliveriesOf } from './operations.ts'
import { ids, notifyScene } from './testing/notify-scene.ts'
import { hourMs as hour } from '#shared/kernel/durations.ts'

const { ada, ben, cleo, post } = ids
const [first, second, third] = [idOf(60), idOf(61), idOf(62)]
/** The scene begins at noon; she wants hers at nine, UTC. */
const due = T0 + 21 * hour
let scene: NotifyScene
beforeEach(async () => {
  scene = await notifyScene()
  await scene.publish()
  await scene.mutation(ada, 'notifications.choose', { choice: { field: 'digest', value: { hour: 9, day: 3 } } })
})
afterEach(() => scene.close())

const wants = (value: Readonly<Record<string, unknown>>, type = 'newComment') =>
  scene.mutation(ada, 'notifications.choose', {
    choice: { field: 'type', type, value: { inApp: true, email: 'off', push: false, ...value } },
  })
/** In the bell and on the devices, newest first. */
async function inSight(at: number) {
  scene.clock.now = at
  await scene.settled()
  return scene.store.read((read) => read.list(recentOf(ada)))
}
const waiting = () => scene.store.read((read) => read.list(deliveriesOf(ada, Number.MAX_SAFE_INTEGER)))

test('what is wanted once a day is kept at once and stands nowhere until its hour; then it is new, in its order, before what came meanwhile', async () => {
  await wants({ pace: 'daily' })
  await scene.comment(ben, first)
  scene.clock.now += 1_000
  await scene.comment(cleo, second)
  expect(await inSight(due - 60_000)).toEqual([])
  const kept = await scene.rows(ada)
  expect(kept.map(({ place }) => place)).toEqual(['waiting', 'waiting'])
  expect(kept.map((row) => notifications.shape(row))).toEqual([null, null])
  await wants({})
  await scene.comment(ben, third)
  expect((await inSight(due - 1)).map(({ commentId }) => commentId)).toEqual([third])
  const shown = await inSight(due)
  expect(shown.map(({ commentId }) => commentId)).toEqual([second, first, third])
  expect(shown.slice(0, 2)).toMatchObject([{ at: due, toldAt: due, viewedAt: null, place: 'recent' }, { toldAt: due }])
  expect(shown.map((row) => notifications.shape(row))).toEqual([`me:${ada}`, `me:${ada}`, `me:${ada}`])
  expect(await waiting()).toEqual([])
})

test('once a week comes on its day', async () => {
  await wants({ pace: 'weekly' })
  await scene.comment(ben, first)
  // The first of November 2026 is a Sunday; she wants hers on Wednesday.
  expect(await inSight(due + 24 * hour)).toEqual([])
  expect(await inSight(due + 2 * 24 * hour)).toHaveLength(1)
})

test('what is marked as read meanwhile is what was shown, not what waits', async () => {
  await wants({ pace: 'daily' })
  await scene.comment(ben, first)
  await scene.settled()
  await scene.mutation(ada, 'notifications.markAllViewed', { upTo: due + hour })
  expect(await inSight(due)).toMatchObject([{ viewedAt: null }])
})

test('a mail at once tells of it all the same, and it still comes here at its hour', async () => {
  await wants({ pace: 'daily', email: 'now' })
  await scene.comment(ben, first)
  await scene.settled()
  scene.clock.now += 120_000
  await scene.settled()
  expect(scene.sent).toMatchObject([{ to: 'ada@example.org' }])
  expect(await inSight(due)).toMatchObject([{ viewedAt: null, place: 'recent' }])
})

test('what is gone by then is never shown', async () => {
  await wants({ pace: 'daily' })
  await scene.comment(ben, first)
  await scene.settled()
  await scene.mutation(ben, 'comments.remove', { id: first, reason: '' })
  expect(await inSight(due)).toEqual([])
  expect([await scene.rows(ada), await waiting()]).toEqual([[], []])
})

test('what its owner wants no more by then is not shown, and goes one day', async () => {
  await wants({ pace: 'daily' })
  await scene.comment(ben, first)
  await scene.settled()
  await scene.mutation(ada, 'subscriptions.set', { kind: 'thread', targetId: post, state: 'on', via: null })
  expect(await inSight(due)).toEqual([])
  expect(await scene.rows(ada)).toMatchObject([{ place: 'unshown', viewedAt: due }])
  expect(await waiting()).toEqual([])
})
