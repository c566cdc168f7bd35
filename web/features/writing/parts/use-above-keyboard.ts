import { useEffect } from 'react'
import type { RefObject } from 'react'

/**
 * A phone's keyboard lies over the page without changing its height: how much of the page it hides
 * is `--keyboard`, which the style sheet takes to set the bar above it, and what it leaves to be
 * seen `--seen`, of which a small editor takes its share. Set by script, since the policy allows no
 * style attributes.
 */
export function useAboveKeyboard(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: seen } = window
    if (seen === null) return undefined
    let frame = 0
    const place = () => {
      frame = 0
      const hidden = Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop))
      const style = bar.current?.closest<HTMLElement>('.writing-place')?.style
      style?.setProperty('--keyboard', `${hidden}px`)
      // Made larger with two fingers, the page has as much room as before.
      style?.setProperty('--seen', `${Math.round(seen.height * seen.scale)}px`)
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
