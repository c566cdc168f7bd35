import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { endLight, hadLight } from '../../data/light-page.ts'
import type { ReadingFacts } from '../progress/follow-reading.ts'
import type { TextFacts } from '../text/enliven-text.ts'

/** What there is in a text that comes alive. */
const livelyParts = '#text :is(a.embed, pre, form.poll)'

/**
 * What an essay gains once its page is at rest: the part being read is marked, notes open in place,
 * one's place is kept, and its own parts do what they can.
 */
export function useEssay(main: RefObject<HTMLElement | null>, revisionId: string, facts: TextFacts & ReadingFacts): void {
  const latest = useRef(facts)
  useEffect(() => {
    latest.current = facts
  })
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const start = async () => {
      const { enliven } = await import('./enliven-essay.ts')
      const place = main.current
      if (isGone || place === null) return
      endLight('essay')
      const stops = [enliven(place, latest.current)]
      stop = () => stops.forEach((end) => end())
      if (place.querySelector(livelyParts) === null) return
      const { enlivenText } = await import('../text/enliven-text.ts')
      if (!isGone) stops.push(enlivenText(place, latest.current))
    }
    const timer = setTimeout(start, hadLight('essay') ? 0 : 600)
    return () => {
      isGone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [main, revisionId])
}
