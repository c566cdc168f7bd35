import { useEffect } from 'react'
import type { Float } from '../float.ts'

/** How long one points at a link before its card opens, and how long the way to the card may take. */
const openAfterMs = 300
const closeAfterMs = 250
const cardLinks = 'main :is(.essay, .c-body, .row-title, .row-by, .c-head, .byline) a:is([href^="/posts/"], [href^="/users/"])'

/** Cards for links to posts, comments and members, wherever they stand; by mouse and by keyboard focus, never by touch. */
export function useHoverCards(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let leaving: ReturnType<typeof setTimeout> | undefined
    let card: Float | null = null
    let at: HTMLAnchorElement | null = null
    const close = () => {
      clearTimeout(timer)
      at = null
      card?.close()
      card = null
    }
    const ask = (link: HTMLAnchorElement) => {
      if (link === at) return clearTimeout(leaving)
      close()
      at = link
      timer = setTimeout(async () => {
        const { previewOf } = await import('./hover-card.ts')
        const made = await previewOf(link)
        if (at === link && made !== null) card = made
      }, openAfterMs)
    }
    const leave = () => {
      clearTimeout(leaving)
      leaving = setTimeout(close, closeAfterMs)
    }
    const onOver = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || !(event.target instanceof Element)) return
      const link = event.target.closest<HTMLAnchorElement>(cardLinks)
      if (link !== null) ask(link)
      else if (card?.box.contains(event.target)) clearTimeout(leaving)
      else if (at !== null) leave()
    }
    const onFocus = ({ target }: FocusEvent) => {
      const link = target instanceof Element && target.matches(':focus-visible') ? target.closest<HTMLAnchorElement>(cardLinks) : null
      if (link !== null) ask(link)
      else close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('pointerover', onOver)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('click', close)
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(leaving)
      close()
      document.removeEventListener('pointerover', onOver)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('click', close)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
