import type { RefObject } from 'react'
import { useEffect } from 'react'
import type { ThreadActions } from './comment-place.ts'
import { placeUnder } from './comment-place.ts'

/**
 * Hears what is pressed in a thread, so that its comments need not listen. Replying is here, the
 * menu comes when it is asked for; folding and opening are the inline script's
 * (web/app/late-start.inline.js), which is there before the comments are.
 */
export function useThreadActions(list: RefObject<HTMLUListElement | null>, { post, place, shown, onOpen }: ThreadActions): void {
  useEffect(() => {
    const thread = list.current
    if (thread === null) return
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      const control = event.target.closest<HTMLElement>('.c-reply, .c-more, .c-edited, .c-undo')
      const item = control?.closest<HTMLElement>('li[data-comment]')
      const commentId = item?.dataset['comment']
      if (!control || !item || commentId === undefined) return
      event.preventDefault()
      if (control.matches('.c-reply')) return onOpen(placeUnder(control, commentId, 'reply'))
      import('./comment-menu.ts').then(
        ({ press }) => press({ control, item, commentId, actions: { post, place, shown, onOpen } }),
        // No network for it: the page behind the link says so.
        () => control instanceof HTMLAnchorElement && location.assign(control.href),
      )
    }
    // The browser looks for words in what it shows only.
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 'f') expandAll(thread)
    }
    const onOver = ({ target, pointerType }: PointerEvent) => {
      const link = pointerType === 'mouse' && target instanceof Element ? target.closest<HTMLAnchorElement>('.c-up') : null
      // Without a network for it there is the arrow itself.
      if (link !== null) import('./parent-preview.ts').then(({ showParent }) => showParent(link)).catch(() => undefined)
    }
    thread.addEventListener('click', onClick)
    thread.addEventListener('pointerover', onOver)
    document.addEventListener('keydown', onKey)
    return () => {
      thread.removeEventListener('click', onClick)
      thread.removeEventListener('pointerover', onOver)
      document.removeEventListener('keydown', onKey)
    }
  }, [list, post, place, shown, onOpen])
}

/** Everything that is folded or shortened. */
export function expandAll(thread: HTMLElement): void {
  if (thread.dataset['open'] !== undefined) return
  thread.dataset['open'] = ''
  for (const box of thread.querySelectorAll<HTMLDetailsElement>('details.c-folded:not([open])')) box.open = true
  for (const item of thread.querySelectorAll('li[data-folded]')) unfold(item)
}

/** As its button does (web/app/late-start.inline.js). */
export function unfold(item: Element): void {
  item.removeAttribute('data-folded')
  item.querySelector(':scope > .c > .c-fold')?.setAttribute('aria-expanded', 'true')
}
