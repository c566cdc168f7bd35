import { expect, test } from 'vitest'
import { mutes } from '#shared/mutes/schema.ts'
import { notifyScene, ids } from '#server/notify/testing/notify-scene.ts'
import { idOf } from '#shared/testing/factories.ts'
import { hourMs } from '#shared/kernel/durations.ts'

async function scene() {
  const { clock, ...rest } = await notifyScene()
  const mute = (userId: string, mutedId: string, isMuted = true) => rest.mutation(userId, 'mutes.set', { mutedId, isMuted })
  return { ...rest, clock, mute }
}

test('a member is notified of nothing that a muted member does, and of everything again afterwards', async () => {
  const { mute, publish, comment, told } = await scene()
  await publish()
  await mute(ids.ada, ids.ben)
  await comment(ids.ben, idOf(70))
  await comment(ids.cleo, idOf(71))
  expect(await told(ids.ada)).toEqual([`newComment comment:${idOf(71)}`])
  await mute(ids.ada, ids.ben, false)
  await comment(ids.ben, idOf(72))
  expect(await told(ids.ada)).toContain(`newComment comment:${idOf(72)}`)
})

test('a post of a muted member comes by no tag that is followed either', async () => {
  const { mute, publish, follow, told } = await scene()
  for (const userId of [ids.ben, ids.cleo]) await follow(userId, 'memberAll', ids.ada)
  await mute(ids.ben, ids.ada)
  await publish()
  expect(await told(ids.ben)).toEqual([])
  expect(await told(ids.cleo)).toHaveLength(1)
})

test('a mail that waits leaves out members who were muted meanwhile', async () => {
  const { mute, publish, comment, mutation, clock, settled, sent } = await scene()
  const channels = { inApp: true, email: 'daily', push: false }
  await mutation(ids.ada, 'notifications.choose', { choice: { field: 'type', type: 'newComment', value: channels } })
  await publish()
  await comment(ids.ben, idOf(70))
  await comment(ids.cleo, idOf(71))
  await settled()
  await mute(ids.ada, ids.ben)
  clock.now += 48 * hourMs
  await settled()
  await expect.poll(async () => (await settled(), sent.length)).toBeGreaterThan(0)
  expect(sent.map(({ text }) => text).join('\n')).toContain('Cleo')
  expect(sent.map(({ text }) => text).join('\n')).not.toContain('Ben')
})

test('nobody is muted who is not there', async () => {
  const { mute, store } = await scene()
  await expect(mute(ids.ada, idOf(999))).rejects.toMatchObject({ code: 'not-found' })
  expect(await store.read((read) => read.get(mutes, `${ids.ada}:${idOf(999)}`))).toBeUndefined()
})
