import { useEffect, useSyncExternalStore } from 'react'
import type { MeAnswer } from '#shared/pages/page-data.ts'
import type { DeviceState } from './device-state.ts'
import { createStore } from './store.ts'
import { askMe } from './viewer.ts'

/**
 * Why the server takes nothing from this account: a ban (`until` in ms since 1970), or its member
 * has closed it, on another device perhaps. Only of a deactivated one does signing in help.
 */
export type LockedOut = { readonly kind: 'suspended'; readonly until: number } | { readonly kind: 'deactivated' | 'erased' }

export const canSignIn = (lockedOut: LockedOut | null): boolean => lockedOut === null || lockedOut.kind === 'deactivated'

const known = createStore<LockedOut | null>(null)

/**
 * `null` when the account of this device is not locked out, or nobody has said. Asked once the
 * server takes nothing from this device any more. Who is here stays as it was: a page in which
 * somebody writes is not made another's for it.
 */
export function useLockedOut(link: DeviceState['link']): LockedOut | null {
  const isShut = link === 'auth'
  useEffect(() => {
    if (isShut) void look()
    else known.set(null)
  }, [isShut])
  return useSyncExternalStore(known.subscribe, known.get, () => null)
}

async function look(): Promise<void> {
  const me = await askMe({})
  if (me !== null) known.set(lockedOutBy(me))
}

function lockedOutBy({ viewer, closed }: MeAnswer): LockedOut | null {
  if (viewer.kind === 'member') return null
  if (viewer.bannedUntil !== undefined) return { kind: 'suspended', until: viewer.bannedUntil }
  return closed === undefined ? null : { kind: closed }
}
