import { useEffect } from 'react'
import type { Float } from '../float.ts'

/**
 * How long one points at a link before its card opens, and how long the way to the card may take.
 */
const openAfterMs = 300
const closeAfterMs = 250
const kinds = ':is([href^="/posts/"], [href^="/s/"], [href^="/users/"], [href^="/w/"], [href^="/allPosts?"][href*="tag="])'
const cardLinks = `:is(main :is(.essay, .c-body, .row-title, .row-by, .c-head, .byline, .tags, .ping, .talkpost, .side, .portal-list, .wiki-tree, .activity p:not(.meta)) a${kinds}, .toc-answer a, .essay-note a${kinds})`

/**
 * Cards for links to posts, comments, members and tags, wherever they stand; by mouse and by
 * keyboard focus, never by touch.
 */
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
        // Without a network its part may not be here: then a link is just a link.
        const part = await import('../previews/preview-float.ts').catch(() => null)
        const made = (await part?.previewOf(link)) ?? null
        // Meanwhile they point at something else.
        if (at === link) card = made
        else made?.close()
      }, openAfterMs)
    }
    const leave = () => {
      // Not asked for any more, though the time was not up.
      if (card === null) return close()
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
    // What is pressed in a card is done there.
    const isInCard = (target: EventTarget | null): boolean => target instanceof Node && card?.box.contains(target) === true
    const onFocus = ({ target }: FocusEvent) => {
      if (isInCard(target)) return
      const link = target instanceof Element && target.matches(':focus-visible') ? target.closest<HTMLAnchorElement>(cardLinks) : null
      if (link !== null) ask(link)
      else close()
    }
    const onClick = ({ target }: MouseEvent) => {
      if (!isInCard(target)) close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('pointerover', onOver)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(leaving)
      close()
      document.removeEventListener('pointerover', onOver)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('click', onClick)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
