/**
 * Messages that come while no page is open. The text was made by the server for this reader
 * (sync-server/notify/push.ts) and is shown as it is; a click opens the very thing. Nothing is
 * kept. Signing out ends it (`endPush`): whoever uses the browser next is told nothing of the
 * person before.
 */
import type { SubscriptionChange } from './renew-push.ts'
import { renewPush } from './renew-push.ts'

interface Message {
  readonly title: string
  readonly body: string
  readonly path: string
  readonly tag: string
  readonly unread: number | null
}

export function takePushes(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('push', (event) => {
    const message = messageOf(event.data)
    event.waitUntil(show(self, message))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { path }: { readonly path?: unknown } = event.notification.data ?? {}
    event.waitUntil(open(self, typeof path === 'string' ? path : '/notifications'))
  })
  self.addEventListener('pushsubscriptionchange', (event) => {
    // Not in the compiler's list of events yet (Push API §10.4, read 2026-11-21).
    const { oldSubscription = null, newSubscription = null } = event as ExtendableEvent & SubscriptionChange
    const { pushManager } = self.registration
    event.waitUntil(renewPush({ oldSubscription, newSubscription }, pushManager, (path, init) => self.fetch(path, init)))
  })
  self.addEventListener('message', (event) => {
    if (event.data === 'forget') event.waitUntil(endPush(self))
  })
}

async function show(self: ServiceWorkerGlobalScope, message: Message): Promise<void> {
  const { title, body, path, tag, unread } = message
  await self.registration.showNotification(title, { body, tag, data: { path }, icon: '/icons/icon.svg' })
  if (unread !== null) await self.navigator.setAppBadge?.(unread).catch(() => undefined) // no icon to put it on
}

/**
 * What is not ours, or not understood by this version, still has to be shown as something: browsers
 * insist.
 */
function messageOf(data: PushMessageData | null): Message {
  const plain: Message = { title: 'Something new', body: '', path: '/notifications', tag: 'new', unread: null }
  try {
    const given: unknown = data?.json()
    if (typeof given !== 'object' || given === null) return plain
    const text = (name: 'title' | 'body' | 'path' | 'tag', most: number): string => {
      const value: unknown = name in given ? (given as Record<string, unknown>)[name] : undefined
      return typeof value === 'string' ? value.slice(0, most) : plain[name]
    }
    const unread = 'unread' in given && typeof given.unread === 'number' ? given.unread : null
    return { title: text('title', 200), body: text('body', 1_000), path: text('path', 1_000), tag: text('tag', 200), unread }
  } catch {
    return plain
  }
}

/** A page that stands there already goes on; else a new one. Only ever to this site. */
async function open(self: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const url = URL.parse(path, self.location.origin)
  const address = url !== null && url.origin === self.location.origin ? url.href : self.location.origin
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const here = tabs.find((tab) => tab.url === address)
  if (here !== undefined) await here.focus()
  else await self.clients.openWindow(address)
}

/**
 * Not every browser has each of these. The number on the app's icon is the page's to take away
 * (web/data/forget.ts).
 */
async function endPush(self: ServiceWorkerGlobalScope): Promise<void> {
  for (const shown of (await self.registration.getNotifications?.()) ?? []) shown.close()
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe()
}
