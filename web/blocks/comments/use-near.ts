import { useEffect, useState } from 'react'

/** Far enough that nothing is seen to change. */
const rootMargin = '800px 0px'
const waiting = new Map<Element, () => void>()
const shared: { watcher: IntersectionObserver | null } = { watcher: null }

/**
 * Whether an element has come near the window; once near it stays so. `false` on the server and at
 * first.
 */
export function useNear(elementId: string): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = document.getElementById(elementId)
    if (element === null) return
    shared.watcher ??= new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting } of seen) if (isIntersecting) waiting.get(target)?.()
      },
      { rootMargin },
    )
    const { watcher } = shared
    const stop = () => {
      watcher.unobserve(element)
      waiting.delete(element)
    }
    waiting.set(element, () => {
      stop()
      setNear(true)
    })
    watcher.observe(element)
    return stop
  }, [elementId])
  return isNear
}
