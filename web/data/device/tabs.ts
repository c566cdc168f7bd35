import type { LocalChange } from './local-change.ts'

export type TabMessage =
  | { readonly kind: 'changed'; readonly change: LocalChange }
  /** A newer version of the app waits for the database. */
  | { readonly kind: 'let-go' }
  /** The person has signed out: nothing of theirs may stay in any tab. */
  | { readonly kind: 'wiped' }

/** The other tabs that have the same database open. Nobody hears their own messages. */
export interface Tabs {
  post(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): void
  close(): void
}

export type OpenTabs = (database: string) => Tabs

export const browserTabs: OpenTabs = (database) => {
  // Without it each tab sees its own deeds at once and the others' at the next load.
  if (typeof BroadcastChannel === 'undefined') return { post: () => {}, listen: () => {}, close: () => {} }
  const channel = new BroadcastChannel(`device:${database}`)
  return {
    post: (message) => channel.postMessage(message),
    // Only this module of this site's own tabs posts here.
    listen: (listener) => channel.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data)),
    close: () => channel.close(),
  }
}
