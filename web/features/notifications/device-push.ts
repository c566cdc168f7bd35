import { links } from '#shared/links.ts'
import { ask } from '../../data/connection.ts'

/** `none`: there is no such thing here. `blocked`: the reader, or the browser, has said no. */
export type PushState = 'none' | 'blocked' | 'off' | 'on'

interface Answer {
  readonly state: PushState
  /** What the reader is told; `null`: nothing. */
  readonly words: string | null
}

interface DevicePush {
  readonly state: PushState
  readonly showsText: boolean
}

export async function devicePush(): Promise<DevicePush> {
  const plain = (state: PushState): DevicePush => ({ state, showsText: false })
  if (!('PushManager' in globalThis) || !('Notification' in globalThis) || !('serviceWorker' in navigator)) return plain('none')
  if (Notification.permission === 'denied') return plain('blocked')
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration === undefined) return plain('none')
  const subscription = Notification.permission === 'granted' ? await registration.pushManager.getSubscription() : null
  return subscription === null ? plain('off') : asServerSays(subscription)
}

/**
 * The browser keeps its part when the session ends elsewhere, or a new one begins: only the server
 * knows whether it is told here. Without it what the browser has counts.
 */
async function asServerSays({ endpoint }: PushSubscription): Promise<DevicePush> {
  const answer = await send('/here', { endpoint }).catch(() => null)
  const said: unknown = answer?.ok === true ? await answer.json() : null
  if (typeof said !== 'object' || said === null || !('isOn' in said)) return { state: 'on', showsText: false }
  return { state: said.isOn === true ? 'on' : 'off', showsText: 'showsText' in said && said.showsText === true }
}

const send = (path: '' | '/end' | '/here', body: unknown): Promise<Response> =>
  ask(`${links.push()}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/**
 * Asks the reader, by the browser's own question, then the browser, and tells the server where this
 * browser takes messages.
 */
export async function startPush(showsText: boolean): Promise<Answer> {
  if ((await Notification.requestPermission()) !== 'granted') return { state: (await devicePush()).state, words: 'Nothing was changed.' }
  const failed = {
    state: 'off',
    words: 'That didn’t work. You may be offline, or your browser’s push service is unreachable.',
  } as const
  try {
    const answer = await ask(links.push(), { headers: { accept: 'application/json' }, cache: 'no-store' })
    const said: unknown = answer.ok ? await answer.json() : null
    if (typeof said !== 'object' || said === null || !('key' in said) || typeof said.key !== 'string') return failed
    const registration = await navigator.serviceWorker.ready
    const subscription =
      (await registration.pushManager.getSubscription()) ??
      (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: said.key }))
    const { endpoint, keys = {} } = subscription.toJSON()
    const stored = await send('', { endpoint, p256dh: keys['p256dh'], auth: keys['auth'], showsText })
    if (stored.ok) return { state: 'on', words: 'Push notifications are on.' }
    await subscription.unsubscribe()
    return failed
  } catch {
    return failed // the network, or the browser's push service
  }
}

export async function endPush(): Promise<Answer> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription === undefined || subscription === null) return { state: 'off', words: null }
  const { endpoint } = subscription
  // Here it ends at once; the server finds out by itself, should it not hear of it now.
  await subscription.unsubscribe()
  await send('/end', { endpoint }).catch(() => undefined)
  return { state: 'off', words: 'Push notifications are off.' }
}
