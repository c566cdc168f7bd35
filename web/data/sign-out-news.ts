import { links } from '#shared/links.ts'

/** In `localStorage`: the server has not heard of a sign-out yet, see forget.ts. */
export const owedKey = 'owes-sign-out'
const channelName = 'lyceum:signed-out'

/** Another tab has signed out: this one lets go of everything it holds in memory by beginning anew. Gives the way to stop listening. */
export function hearSignOut(leave: () => void = () => location.replace(links.front())): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => {}
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', leave)
  return () => channel.close()
}

export function tellOtherTabs(): void {
  if (!('BroadcastChannel' in globalThis)) return
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('signed out')
  channel.close()
}

/** Signing in has put a new session in the place of the one that was to end. */
export function forgetOwedSignOut(): void {
  try {
    localStorage.removeItem(owedKey)
  } catch {
    // Storage is forbidden: nothing was noted.
  }
}

export function owesSignOut(): boolean {
  try {
    return localStorage.getItem(owedKey) !== null
  } catch {
    return false
  }
}
