import { useCallback, useEffect, useState } from 'react'
import { useRefresh } from '../../data/navigation.ts'
import { rememberFresh } from './fresh-comments.ts'
import { bodyKey } from './thread-view-keys.ts'

/**
 * The comment that an address leads to (`#ID`, or `?commentId=ID` where a page of the wiki stands
 * before its discussion), or `null`.
 */
export const commentIdOf = (location: string): string | null => {
  const at = location.indexOf('#')
  return at === -1 ? (/[?&]commentId=([^&]+)/u.exec(location)?.[1] ?? null) : location.slice(at + 1)
}

const tries = 3
const waitMs = 700

/**
 * Gives a function to call with the id of a comment just sent. Once it stands in the thread it gets
 * the focus; the page moves only if it is out of sight, and neither when its writer has gone on to
 * something else meanwhile. The cached page may be a moment behind the mutation: then the page's
 * data are asked for again.
 */
export function useArrival(view: unknown): (commentId: string | null) => void {
  const [awaited, setAwaited] = useState<{ readonly id: string; readonly left: number } | null>(null)
  const refresh = useRefresh()
  useEffect(() => {
    if (awaited === null) return
    const arrived = document.getElementById(bodyKey(awaited.id, 'permalink')) ?? document.getElementById(awaited.id)
    if (arrived !== null) {
      setAwaited(null)
      if (hasGoneOn()) return
      const article = arrived.querySelector<HTMLElement>('article') ?? arrived
      article.tabIndex = -1
      article.focus({ preventScroll: true })
      article.scrollIntoView({ block: 'nearest' })
      return
    }
    if (awaited.left === 0) return setAwaited(null)
    const timer = setTimeout(() => {
      void refresh()
      setAwaited({ id: awaited.id, left: awaited.left - 1 })
    }, waitMs)
    return () => clearTimeout(timer)
  }, [awaited, view, refresh])
  return useCallback((commentId) => {
    if (commentId === null) return
    rememberFresh(commentId)
    setAwaited({ id: commentId, left: tries })
  }, [])
}

/** The focus is somewhere else than in a form for comments, or nowhere. */
function hasGoneOn(): boolean {
  const { activeElement } = document
  return activeElement !== null && activeElement !== document.body && activeElement.closest('form.compose') === null
}
