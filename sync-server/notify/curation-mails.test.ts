import { afterEach, beforeEach, expect, test } from 'vitest'
import { curationFigures } from '#shared/curation/figures.ts'
import { idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import type { NotifyScene } from './testing/notify-scene.ts'
import { deliveriesOf } from './operations.ts'
import { ids, notifyScene } from './testing/notify-scene.ts'
import { dayMs, minuteMs } from '#shared/kernel/durations.ts'

const { cleo, dan, post } = ids
let scene: NotifyScene
beforeEach(async () => {
  scene = await notifyScene()
})
afterEach(() => scene.close())

test('a post tells of its curation by mail after 20 minutes, so that one undone by then sends none', async () => {
  await scene.follow(cleo, 'curated', 'site')
  await scene.put({ id: dan, displayName: 'Dan', displayNameKey: `name ${dan}`, isAdmin: true })
  await scene.publish()
  const mailsDue = async () => {
    await scene.told(cleo)
    const found = await scene.store.read((read) => read.list(deliveriesOf(cleo, T0 + 365 * dayMs)))
    return found.filter(({ channel }) => channel === 'email').map(({ dueAt }) => dueAt)
  }
  await scene.mutation(dan, 'posts.setCurated', { id: post, isOn: true })
  const [due, ...others] = await mailsDue()
  expect(due).toBeGreaterThanOrEqual(T0 + 20 * minuteMs)
  expect(others).toEqual([])
  await scene.mutation(dan, 'posts.setCurated', { id: post, isOn: false })
  expect(await mailsDue()).toEqual([])
  scene.clock.now = T0 + 20 * minuteMs
  await scene.settled()
  expect(scene.sent).toEqual([])
})

test('a published notice starts the same 20 minutes: its mail leaves then, and not before', async () => {
  await scene.follow(cleo, 'curated', 'site')
  await scene.put({ id: dan, displayName: 'Dan', displayNameKey: `name ${dan}`, isAdmin: true })
  await scene.publish()
  const [id, commentId] = [idOf(70), idOf(71)]
  await scene.mutation(dan, 'curationNotices.put', { id, postId: post, body: paragraph('Worth it.') })
  await scene.mutation(dan, 'curationNotices.publish', { id, commentId })
  await scene.told(cleo)
  const found = await scene.store.read((read) => read.list(deliveriesOf(cleo, T0 + 365 * dayMs)))
  const due = found.find(({ channel }) => channel === 'email')?.dueAt ?? 0
  expect(due).toBeGreaterThanOrEqual(T0 + curationFigures.mailAfterMs)
  scene.clock.now = due - 1
  await scene.settled()
  expect(scene.sent).toEqual([])
  scene.clock.now = due
  await scene.settled()
  expect(scene.sent.map(({ to }) => to)).toEqual(['cleo@example.org'])
})
