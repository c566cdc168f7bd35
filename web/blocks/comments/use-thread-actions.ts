import type { RefObject } from 'react'
import { useEffect } from 'react'
import type { ThreadActions } from './comment-place.ts'
import { placeUnder } from './comment-place.ts'

/** Hears everything that is pressed in a thread, so that its comments need not listen. Folding and replying are here; the rest comes when it is asked for. */
export function useThreadActions(list: RefObject<HTMLUListElement | null>, { post, place, authorOf, onOpen }: ThreadActions): void {
  useEffect(() => {
    const thread = list.current
    if (thread === null) return
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      const control = event.target.closest<HTMLElement>('.c-fold, .c-reply, .c-more, .c-edited, .c-undo')
      const item = control?.closest<HTMLElement>('li[data-comment]')
      const commentId = item?.dataset['comment']
      if (!control || !item || commentId === undefined) return
      event.preventDefault()
      if (control.matches('.c-fold')) return fold(item, control)
      if (control.matches('.c-reply')) return onOpen(placeUnder(control, commentId, 'reply'))
      import('./comment-menu.ts').then(
        ({ press }) => press({ control, item, commentId, actions: { post, place, authorOf, onOpen } }),
        // No network for it: the page behind the link says so.
        () => control instanceof HTMLAnchorElement && location.assign(control.href),
      )
    }
    thread.addEventListener('click', onClick)
    return () => thread.removeEventListener('click', onClick)
  }, [list, post, place, authorOf, onOpen])
}

/** An attribute, not a class: the class is React's, which sets it anew when a branch grows. */
function fold(item: HTMLElement, button: HTMLElement): void {
  const isFolded = item.toggleAttribute('data-folded')
  button.setAttribute('aria-expanded', String(!isFolded))
}
