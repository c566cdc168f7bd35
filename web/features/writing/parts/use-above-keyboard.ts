import { useEffect } from 'react'
import type { RefObject } from 'react'

/**
 * A phone's keyboard lies over the page without changing its height: how much of the page it hides
 * is `--keyboard`, which the style sheet takes to set the bar above it. Set by script, since the
 * policy allows no style attributes.
 */
export function useAboveKeyboard(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: seen } = window
    if (seen === null) return undefined
    let frame = 0
    const place = () => {
      frame = 0
      const hidden = Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop))
      bar.current?.style.setProperty('--keyboard', `${hidden}px`)
    }
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(place)
    }
    place()
    seen.addEventListener('resize', later)
    seen.addEventListener('scroll', later)
    return () => {
      cancelAnimationFrame(frame)
      seen.removeEventListener('resize', later)
      seen.removeEventListener('scroll', later)
    }
  }, [bar])
}
