import { useEffect, useRef, useState } from 'react'
import { useRefresh } from '../../../data/navigation.ts'

/** So often nothing newer may come before it is said: a look may be missed. */
const patience = 3

/**
 * Asks for the page's data again and again, as long as it is seen.
 * @param mark changes with each newer answer. @returns whether nothing newer has come for a while:
 *   the server does not answer.
 */
export function useRenewal(everyMs: number, mark: number | null): boolean {
  const refresh = useRefresh()
  const [misses, setMisses] = useState(0)
  const newest = useRef(mark)
  useEffect(() => {
    newest.current = mark
    setMisses(0)
  }, [mark])
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      const before = newest.current
      const look = (): void => {
        if (newest.current === before) setMisses((missed) => missed + 1)
      }
      refresh().catch(reportError).finally(look)
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, refresh])
  return misses > patience
}
