import { useEffect, useSyncExternalStore } from 'react'
import type { DeviceState } from './device-state.ts'
import { createStore } from './store.ts'
import { askMe } from './viewer.ts'

const until = createStore<number | null>(null)

/**
 * Until when the account of this device is banned, ms since 1970; `null` when it is not, or nobody
 * has said. Asked once the server takes nothing from this device any more. Who is here stays as it
 * was: a page in which somebody writes is not made another's for it.
 */
export function useSuspendedUntil(link: DeviceState['link']): number | null {
  const isShut = link === 'auth'
  useEffect(() => {
    if (isShut) void look()
    else until.set(null)
  }, [isShut])
  return useSyncExternalStore(until.subscribe, until.get, () => null)
}

async function look(): Promise<void> {
  const viewer = (await askMe({}))?.viewer
  if (viewer !== undefined) until.set(viewer.kind === 'visitor' ? (viewer.bannedUntil ?? null) : null)
}
