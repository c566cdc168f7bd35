import type { RefObject } from 'react'
import { useEffect } from 'react'

/** What an essay gains once its page is at rest: the part being read is marked, notes open in place, addresses of headings are copied. */
export function useEssay(main: RefObject<HTMLElement | null>, revisionId: string): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const start = async () => {
      const { enliven } = await import('./enliven-essay.ts')
      const place = main.current
      if (!isGone && place !== null) stop = enliven(place)
    }
    const timer = setTimeout(start, 600)
    return () => {
      isGone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [main, revisionId])
}
