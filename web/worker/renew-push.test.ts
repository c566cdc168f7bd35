import { expect, test } from 'vitest'
import { renewPush } from './renew-push.ts'

/** As a browser has one. */
function subscription(endpoint: string) {
  let isOver = false
  const made = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: `p of ${endpoint}`, auth: `a of ${endpoint}` } }),
    unsubscribe: async () => (isOver = true),
  } as unknown as PushSubscription // what is asked of it here
  return { made, isOver: () => isOver }
}

/**
 * A server that tells this browser things under `https://push.example/old`, and what it is sent.
 */
function aServer(said: { readonly isOn: boolean; readonly showsText: boolean }) {
  const sent: [string, unknown][] = []
  const ask = async (path: string, init?: RequestInit): Promise<Response> => {
    if (init?.method !== 'POST') return Response.json({ key: 'the key' })
    sent.push([path, JSON.parse(String(init.body))])
    return path === '/api/push/here' ? Response.json(said) : new Response(null, { status: 204 })
  }
  return { sent, ask }
}

const old = 'https://push.example/old'
const next = 'https://push.example/next'
const none = { subscribe: async () => Promise.reject(new Error('not asked')) }

test('the server is told of the new address, with what its reader chose, and forgets the old one', async () => {
  const { sent, ask } = aServer({ isOn: true, showsText: true })
  await renewPush({ oldSubscription: subscription(old).made, newSubscription: subscription(next).made }, none, ask)
  expect(sent).toEqual([
    ['/api/push/here', { endpoint: old }],
    ['/api/push', { endpoint: next, p256dh: `p of ${next}`, auth: `a of ${next}`, showsText: true }],
    ['/api/push/end', { endpoint: old }],
  ])
})

test('where the browser has made none, one is made with the key of the site', async () => {
  const { sent, ask } = aServer({ isOn: true, showsText: false })
  const asked: unknown[] = []
  const pushManager = {
    subscribe: async (options?: PushSubscriptionOptionsInit) => {
      asked.push(options)
      return subscription(next).made
    },
  }
  await renewPush({ oldSubscription: subscription(old).made }, pushManager, ask)
  expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: 'the key' }])
  expect(sent.map(([path]) => path)).toEqual(['/api/push/here', '/api/push', '/api/push/end'])
})

test('a browser that was told nothing here, or whose reader is another by now, goes on being told nothing', async () => {
  const { sent, ask } = aServer({ isOn: false, showsText: false })
  const fresh = subscription(next)
  await renewPush({ oldSubscription: subscription(old).made, newSubscription: fresh.made }, none, ask)
  expect([sent.map(([path]) => path), fresh.isOver()]).toEqual([['/api/push/here'], true])
  await renewPush({ oldSubscription: null, newSubscription: null }, none, ask)
  expect(sent).toHaveLength(1)
})

test('a server that is away for a moment ends nothing', async () => {
  const fresh = subscription(next)
  const change = { oldSubscription: subscription(old).made, newSubscription: fresh.made }
  await renewPush(change, none, async () => new Response('away', { status: 503 }))
  expect(fresh.isOver()).toBe(false)
})

test('without a network nothing fails', async () => {
  await renewPush({ oldSubscription: subscription(old).made }, none, () => Promise.reject(new TypeError('offline')))
  await renewPush({ oldSubscription: subscription(old).made }, none, async () => new Response('gone', { status: 502 }))
})
