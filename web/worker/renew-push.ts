/**
 * A browser has given its push address up by itself, for another or for none: the server is told of
 * the new one, or the reader would hear nothing any more and never know why. Whether this browser
 * was to be told anything, and how much, only the server knows.
 */
export interface SubscriptionChange {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Does nothing where it cannot be done: the page for it says then that it is off. */
export async function renewPush(
  { oldSubscription = null, newSubscription = null }: SubscriptionChange,
  pushManager: Pick<PushManager, 'subscribe'>,
  ask: Ask,
): Promise<void> {
  // What stood there before is not known: nobody is asked to take messages who perhaps never wanted
  // any.
  if (oldSubscription === null) return
  const send = (path: string, body: unknown): Promise<Response> =>
    ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  try {
    const { endpoint } = oldSubscription
    const answer = await send('/api/push/here', { endpoint })
    // A server that is only away for a moment has not said that nobody is to be told.
    if (!answer.ok) return
    const here = await said(answer)
    if (here['isOn'] !== true) {
      await newSubscription?.unsubscribe()
      return
    }
    const { key } = await said(await ask('/api/push', { headers: { accept: 'application/json' }, cache: 'no-store' }))
    if (typeof key !== 'string') return
    const next = newSubscription ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
    const { keys = {} } = next.toJSON()
    const stored = await send('/api/push', {
      ...{ endpoint: next.endpoint, p256dh: keys['p256dh'], auth: keys['auth'], showsText: here['showsText'] === true },
    })
    if (stored.ok) await send('/api/push/end', { endpoint })
  } catch {
    // No network, or the push service is away: the server ends the old address by itself once it
    // answers "gone".
  }
}

async function said(answer: Response): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = answer.ok ? await answer.json() : null
  // Only read by names, each looked at before it is used.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
