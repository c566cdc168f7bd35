import { useEffect, useLayoutEffect, useRef } from 'react'
import { useCurrentPage } from '../data/navigation.ts'

const storageKey = 'places'
const savedPlaces = 50

/**
 * Back returns to the same place; a link begins at the top, or at the heading or comment it names.
 * Leaves the first drawing to the browser.
 */
export function ScrollPlace({ keepsScroll }: { readonly keepsScroll: boolean }) {
  const { place, action } = useCurrentPage()
  const { key, hash } = place
  const isFirst = useRef(true)
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => keepPlace(history.state?.key ?? 'default', scrollY)
    const leave = () => {
      remember()
      // A reload, or a return from another site, is the browser's own to restore.
      history.scrollRestoration = 'auto'
    }
    addEventListener('scrollend', remember)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('scrollend', remember)
      removeEventListener('pagehide', leave)
    }
  }, [])
  useLayoutEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const top = action === 'POP' ? placeOf(key) : undefined
    if (keepsScroll) return
    if (top !== undefined) scrollTo(0, top)
    else if (hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
    else if (action !== 'REPLACE') scrollTo(0, 0)
  }, [key, hash, action, keepsScroll])
  return null
}

/** Pairs of history entry and distance from the top in px, newest last. */
function places(): readonly (readonly [string, number])[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as readonly (readonly [string, number])[] // written below
  } catch {
    return []
  }
}

function placeOf(key: string): number | undefined {
  return places().find(([entry]) => entry === key)?.[1]
}

function keepPlace(key: string, place: number): void {
  const kept = [...places().filter(([entry]) => entry !== key), [key, Math.round(place)] as const].slice(-savedPlaces)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // Full or forbidden: back begins at the top.
  }
}
