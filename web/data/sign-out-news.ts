import { links } from '#shared/links.ts'
import { openTabChannel } from './tab-channel.ts'

/** In `localStorage`: the server has not heard of a sign-out yet, see forget.ts. */
export const pendingSignOutKey = 'owes-sign-out'
const channelName = 'lyceum:signed-out'

/**
 * Another tab has signed out: this one lets go of everything it holds in memory by beginning anew.
 * Gives the way to stop listening.
 */
export function hearSignOut(leave: () => void = () => location.replace(links.front())): () => void {
  const channel = openTabChannel<string>(channelName)
  channel?.listen(leave)
  return () => channel?.close()
}

export function notifyOtherTabs(): void {
  const channel = openTabChannel<string>(channelName)
  channel?.post('signed out')
  channel?.close()
}

/** Signing in has put a new session in the place of the one that was to end. */
export function forgetPendingSignOut(): void {
  try {
    localStorage.removeItem(pendingSignOutKey)
  } catch {
    // Storage is forbidden: nothing was noted.
  }
}

export function owesSignOut(): boolean {
  try {
    return localStorage.getItem(pendingSignOutKey) !== null
  } catch {
    return false
  }
}
