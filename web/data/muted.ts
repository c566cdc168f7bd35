import { useSyncExternalStore } from 'react'
import { links } from '#shared/links.ts'
import { useLocation } from './navigation.ts'
import { createStore } from './store.ts'

/** Whom the reader has muted, what is queued included. Lists know their authors by slug alone. */
export interface Muted {
  readonly ids: ReadonlySet<string>
  readonly slugs: ReadonlySet<string>
}

const nobody: Muted = { ids: new Set(), slugs: new Set() }

/** Filled by the late chunk. */
export const muted = createStore<Muted>(nobody)

export const useMuted = (): Muted => useSyncExternalStore(muted.subscribe, muted.get, () => nobody)

/** Whether an author is left out of lists: not on their own page, where one went to see them. */
export function useIsLeftOut(): (slug: string | undefined) => boolean {
  const { slugs } = useMuted()
  const { pathname } = useLocation()
  return (slug) => slug !== undefined && slugs.has(slug) && pathname !== links.user(slug)
}

export function forgetMuted(): void {
  muted.set(nobody)
}

/** Of members whom this device has not met yet, and whom it has just muted. */
const slugsMet = new Map<string, string>()

export function meetSlug(id: string, slug: string): void {
  slugsMet.set(id, slug)
}

/** @param slugs by id, of the members that the device knows. */
export function setMutedIds(ids: readonly string[], slugs: ReadonlyMap<string, string>): void {
  muted.set({ ids: new Set(ids), slugs: new Set(ids.flatMap((id) => slugs.get(id) ?? slugsMet.get(id) ?? [])) })
}
