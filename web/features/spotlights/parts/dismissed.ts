/**
 * Spotlights that this reader wants to see no more, on this device. Nothing may move while one
 * reads: when the one that was there last is dismissed, a mark says so, by which the inline script
 * keeps the place empty before the first paint (late-start.inline.js). When another one has its
 * turn, the mark goes, and that one is there from the next page on. One that was dismissed long
 * ago, or on another device, and stands there all the same, goes with the page.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { dismiss, isGoneHere, takeBack, takeBackHere } from '../../../data/dismissed.ts'
import { createStore } from '../../../data/store.ts'

const idsKey = 'spotlights'
const maxCached = 50
const none: ReadonlySet<string> = new Set()
const dismissed = createStore(atFirst())

/** Nobody has dismissed anything on the server, and before the page has come alive. */
export function useDismissed(id: string): boolean {
  useEffect(() => {
    mark(kept().includes(id))
    return () => {
      dismissed.set(new Set([...dismissed.get(), ...kept()]))
      // It was kept empty for the one before.
      if (!dismissed.get().has(id)) takeBackHere('spotlight')
    }
  }, [id])
  return useSyncExternalStore(
    dismissed.subscribe,
    () => dismissed.get().has(id),
    () => false,
  )
}

/** At once. */
export function dismissLocally(id: string): void {
  dismissed.set(new Set([...dismissed.get(), id]))
  dismissFromNextPageOn(id)
}

export function dismissFromNextPageOn(id: string): void {
  const ids = [...new Set([...kept(), ...dismissed.get(), id])].slice(-maxCached)
  try {
    localStorage.setItem(idsKey, ids.join(' '))
  } catch {
    // Storage is full or forbidden: it is gone until the page is left.
  }
  mark(true)
}

/** All but the one that the page came with, if it can be seen. */
function atFirst(): ReadonlySet<string> {
  if (typeof document === 'undefined') return none
  const shown = !isGoneHere('spotlight') ? document.querySelector('aside.spotlight')?.id.replace('spotlight-', '') : undefined
  return new Set(kept().filter((id) => id !== shown))
}

const mark = (isOn: boolean): void => (isOn ? dismiss('spotlight') : takeBack('spotlight'))

function kept(): readonly string[] {
  try {
    return (localStorage.getItem(idsKey) ?? '').match(/[0-9a-z]{26}/gu) ?? []
  } catch {
    return [] // Storage is closed to this page.
  }
}
