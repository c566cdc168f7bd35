import { afterEach, describe, expect, test } from 'vitest'
import { sessions } from '#shared/accounts/schema.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { runOperation } from '#server/sync/operations.ts'
import { isPublicIp, publicLookup } from './public-address.ts'
import { isPushEndpoint, pushDeviceId } from './push-endpoint.ts'
import { makeVapidKeys, sendPush } from './push.ts'
import { ids, notifyScene } from './testing/notify-scene.ts'
import { isSignedBy, pushService } from './testing/push-service.ts'
import { keepPushDevice, pushDevicesOf } from './operations.ts'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function service(answers: readonly number[] = []) {
  const made = await pushService(answers)
  opened.push(made.close)
  return made
}

const message = { title: 'Night Harbour', body: 'Ben replied to you', path: '/posts/1#2', tag: 'x', unread: 3 }

describe('a message', () => {
  test('is read by the browser it is for, and carries the site’s signature and nothing else of it', async () => {
    const [{ device, received }, keys] = [await service(), await makeVapidKeys()]
    const subject = 'mailto:a@b.example'
    expect(await sendPush(device, message, { keys, subject, allowsLoopback: true })).toBe('taken')
    expect(received).toMatchObject([{ message }])
    const headers = received[0]?.headers ?? {}
    expect(isSignedBy(keys.publicKey, String(headers['authorization']))).toBe(true)
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    expect(headers).not.toHaveProperty('cookie')
  })

  test.each([
    [410, 'gone'],
    [404, 'gone'],
    [500, 'failed'],
    [429, 'failed'],
    [307, 'failed'],
  ] as const)('answered with %i is %s, and no redirect is followed', async (status, expected) => {
    const { device } = await service([status])
    const keys = await makeVapidKeys()
    expect(await sendPush(device, message, { keys, subject: 'mailto:a@b.example', allowsLoopback: true })).toBe(expected)
  })

  test('goes to no address inside, also when the row says so', async () => {
    const { device, received } = await service()
    const keys = await makeVapidKeys()
    expect(await sendPush(device, message, { keys, subject: 'mailto:a@b.example' })).toBe('gone')
    expect(received).toEqual([])
  })
})

test.each([
  ['https://push.example.com/send/abc', true],
  ['https://[2a00:1450:4001:81c::200e]/x', true],
  ['http://push.example.com/x', false],
  ['https://push.example.com:8443/x', false],
  ['https://user@push.example.com/x', false],
  ['https://localhost/x', false],
  ['https://127.0.0.1/x', false],
  ['https://2130706433/x', false],
  ['https://0x7f.1/x', false],
  ['https://10.0.0.1/x', false],
  ['https://localhost./x', false],
  ['https://localhost../x', false],
  ['https://127.0.0.1./x', false],
  ['https://0177.0.0.1/x', false],
  ['https://2130706433./x', false],
  ['https://127.1/x', false],
  ['https://0/x', false],
  ['https://intranet./x', false],
  ['https://db.internal./x', false],
  ['https://printer.lan/x', false],
  ['https://app.localhost./x', false],
  ['https://[::ffff:127.0.0.1]/x', false],
  ['https://[::ffff:7f00:1]/x', false],
  ['https://[::127.0.0.1]/x', false],
  ['https://[::ffff:0:127.0.0.1]/x', false],
  ['https://[fec0::1]/x', false],
  ['https://[4000::1]/x', false],
  ['https://[2002:7f00:1::]/x', false],
  ['https://[2606:4700::1111]/x', true],
  ['https://169.254.169.254/latest', false],
  ['https://[::1]/x', false],
  ['https://[::ffff:10.0.0.1]/x', false],
  ['https://[64:ff9b::a00:1]/x', false],
  ['https://[fd00::1]/x', false],
  ['https://intranet/x', false],
  ['https://db.internal/x', false],
  ['file:///etc/passwd', false],
  ['', false],
])('%s may be called: %s', (endpoint, expected) => {
  expect(isPushEndpoint(endpoint)).toBe(expected)
})

test('an address that is none is not public', () => {
  expect([isPublicIp('example.org'), isPublicIp(''), isPublicIp('::ffff:127.0.0.1'), isPublicIp('8.8.8.8')]).toEqual([
    false,
    false,
    false,
    true,
  ])
})

test.each([['localhost'], ['127.0.0.1'], ['::ffff:127.0.0.1']])('%s is not connected to when a message is sent', async (name) => {
  const found = await new Promise((resolve) => publicLookup(name, {}, (error, address) => resolve(error?.message ?? address)))
  expect(found).toBe('not a public address')
})

describe('telling a browser', () => {
  const session = {
    id: idOf(70),
    tokenHash: 'h',
    userId: ids.ada,
    createdAt: T0,
    lastSeenAt: T0,
    expiresAt: T0 + 1e9,
    endedAt: null,
    label: '',
  }
  async function scene(more: { readonly showsText?: boolean; readonly endedAt?: number; readonly answers?: readonly number[] } = {}) {
    const at = await notifyScene()
    opened.push(at.close)
    const { device, received } = await service(more.answers)
    await at.store.write(({ tx }) => tx.put(sessions, { ...session, endedAt: more.endedAt ?? null }))
    const row = {
      ...device,
      id: pushDeviceId(device.endpoint),
      userId: ids.ada,
      sessionId: idOf(70),
      showsText: more.showsText ?? false,
      label: '',
    }
    await runOperation(at.writer, keepPushDevice, row)
    const value = { inApp: true, email: 'off', push: true }
    await at.mutation(ids.ada, 'notifications.choose', { choice: { field: 'type', type: 'newComment', value } })
    await at.publish()
    await at.comment(ids.ben, idOf(60))
    await at.settled()
    return { at, received, devices: () => at.store.read((read) => read.list(pushDevicesOf(ids.ada))) }
  }

  test('says what is new and leads to the very comment, once', async () => {
    const { at, received } = await scene()
    await at.settled()
    expect(received.map(({ message: said }) => said)).toEqual([
      {
        title: 'Night Harbour',
        body: 'Ben commented on “On tides”',
        path: `/posts/${ids.post}/on-tides#${idOf(60)}`,
        tag: `${ids.ada}:comment:${idOf(60)}`,
        unread: 1,
      },
    ])
  })

  test('says what was written only where its owner wants that', async () => {
    const { received } = await scene({ showsText: true })
    expect(received).toMatchObject([{ message: { body: 'Ben commented on “On tides”\nI wonder.' } }])
  })

  test('is over with the session it was made in', async () => {
    const { received, devices } = await scene({ endedAt: T0 })
    expect([received, await devices()]).toEqual([[], []])
  })

  test('is over when the browser takes nothing any more', async () => {
    const { devices } = await scene({ answers: [410] })
    expect(await devices()).toEqual([])
  })
})
