import { useEffect, useRef } from 'react'
import type { CardView } from './feed.load.ts'

/** In one message at most. */
const maxAtOnce = 60
/** What was in sight is told a little later, all together. */
const pauseMs = 4_000

interface Note {
  readonly itemId: string
  readonly what: 'served' | 'viewed' | 'expanded'
}

/**
 * Tells the server which cards were served, came into sight or were unfolded, so that they come
 * later next time. Nothing while `isOn` is false.
 */
export function useFeedTrace(cards: readonly CardView[], isOn: boolean): void {
  const told = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!isOn) return
    let waiting: Note[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      const items = waiting.slice(0, maxAtOnce)
      waiting = waiting.slice(maxAtOnce)
      if (items.length === 0) return
      // What is not told is only shown again sooner.
      import('../../data/mutation.ts').then(({ sendMutation }) => sendMutation('feed.note', { items })).catch(() => undefined)
      if (waiting.length > 0) timer = setTimeout(send, pauseMs)
    }
    const note = (itemId: string, what: Note['what']) => {
      const name = `${what} ${itemId}`
      if (told.current.has(name)) return
      told.current = new Set([...told.current, name])
      waiting.push({ itemId, what })
      clearTimeout(timer)
      timer = setTimeout(send, pauseMs)
    }
    for (const { id } of cards) note(id, 'served')
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const id = target.getAttribute('data-item')
          if (isIntersecting && id !== null) note(id, 'viewed')
        }
      },
      { threshold: 0.5 },
    )
    for (const card of document.querySelectorAll('.mixed > [data-item]')) watch.observe(card)
    const onToggle = (event: Event) => {
      const id = event.target instanceof HTMLElement ? event.target.getAttribute('data-rest') : null
      if (id !== null) note(id, 'expanded')
    }
    document.addEventListener('toggle', onToggle, true)
    return () => {
      watch.disconnect()
      document.removeEventListener('toggle', onToggle, true)
      clearTimeout(timer)
      send()
    }
  }, [cards, isOn])
}
