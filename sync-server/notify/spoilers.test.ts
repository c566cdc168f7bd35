import { afterEach, beforeEach, expect, test } from 'vitest'
import { sessions } from '#shared/accounts/schema.ts'
import { idOf, publishArgs, T0 } from '#shared/testing/factories.ts'
import { markdownToDoc } from '#shared/text/markdown-in.ts'
import { runOperation } from '#server/sync/operations.ts'
import { pushDeviceId } from './push-endpoint.ts'
import type { NotifyScene } from './testing/notify-scene.ts'
import { ids, notifyScene } from './testing/notify-scene.ts'
import { pushService } from './testing/push-service.ts'
import { keepPushDevice } from './operations.ts'
import { hourMs } from '#shared/kernel/durations.ts'

const { ada, ben, post } = ids
const canary = /zqcanary/u
const hiding = (profile: 'essay' | 'comment') =>
  markdownToDoc('In clear.\n\n:::spoiler zq\nzqcanary\n:::\n\n:::details zq\nzqcanary\n:::', profile).doc
let scene: NotifyScene
let browser: Awaited<ReturnType<typeof pushService>>

beforeEach(async () => {
  scene = await notifyScene()
  browser = await pushService()
})
afterEach(async () => {
  await scene.close()
  await browser.close()
})

/** Ada wants all news at once, by mail and on a device that shows what was written. */
async function wantAll(): Promise<void> {
  const times = { createdAt: T0, lastSeenAt: T0, expiresAt: T0 + 1e9, endedAt: null }
  await scene.store.write(({ tx }) => tx.put(sessions, { id: idOf(70), tokenHash: 'h', userId: ada, label: '', ...times }))
  const { device } = browser
  const row = { ...device, id: pushDeviceId(device.endpoint), userId: ada, sessionId: idOf(70), showsText: true, label: '' }
  await runOperation(scene.writer, keepPushDevice, row)
  const value = { inApp: true, email: 'now', push: true }
  for (const type of ['newComment', 'newPost'])
    await scene.mutation(ada, 'notifications.choose', { choice: { field: 'type', type, value } })
}

async function wait(): Promise<void> {
  await scene.settled()
  scene.clock.now += hourMs
  await scene.settled()
}

test('neither a mail nor a push shows what a comment hides', async () => {
  await wantAll()
  await scene.publish()
  await scene.comment(ben, idOf(60), null, hiding('comment'))
  await wait()
  expect(scene.sent.map(({ text }) => /> (.*)/u.exec(text)?.[1])).toEqual(['In clear.'])
  expect(browser.received).toMatchObject([{ message: { body: 'Ben commented on “On tides”\nIn clear.' } }])
  expect(JSON.stringify([scene.sent, browser.received])).not.toMatch(canary)
})

test('neither a mail nor a push shows what a post hides', async () => {
  await wantAll()
  await scene.follow(ada, 'member', ben)
  const args = publishArgs({ id: post, revisionId: ids.revision, body: hiding('essay') })
  await scene.mutation(ben, 'posts.publish', args)
  await wait()
  expect(scene.sent.map(({ text }) => /> (.*)/u.exec(text)?.[1])).toEqual(['In clear.'])
  expect(browser.received).toHaveLength(1)
  expect(JSON.stringify([scene.sent, browser.received])).not.toMatch(canary)
})
