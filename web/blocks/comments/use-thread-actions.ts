import type { RefObject } from 'react'
import { useEffect } from 'react'
import type { ThreadActions } from './comment-place.ts'
import { placeUnder } from './comment-place.ts'

/** Hears everything that is pressed in a thread, so that its comments need not listen. Folding and replying are here; the rest comes when it is asked for. */
export function useThreadActions(list: RefObject<HTMLUListElement | null>, { post, place, shown, onOpen }: ThreadActions): void {
  useEffect(() => {
    const thread = list.current
    if (thread === null) return
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      const control = event.target.closest<HTMLElement>('.c-fold, .c-open, .c-reply, .c-more, .c-edited, .c-undo')
      const item = control?.closest<HTMLElement>('li[data-comment]')
      const commentId = item?.dataset['comment']
      if (!control || !item || commentId === undefined) return
      event.preventDefault()
      if (control.matches('.c-fold')) return fold(item, control)
      if (control.matches('.c-open')) return open(item)
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

/** An attribute, not a class: the class is React's, which sets it anew when a branch grows. */
function fold(item: HTMLElement, button: HTMLElement): void {
  const isFolded = item.toggleAttribute('data-folded')
  button.setAttribute('aria-expanded', String(!isFolded))
}

/** An attribute, as above. The whole comment takes the focus from the button that goes. */
function open(item: HTMLElement): void {
  item.toggleAttribute('data-open', true)
  const article = item.querySelector<HTMLElement>('article')
  if (article === null) return
  article.tabIndex = -1
  article.focus({ preventScroll: true })
}

/** Everything that is folded or shortened. */
export function expandAll(thread: HTMLElement): void {
  if (thread.dataset['open'] !== undefined) return
  thread.dataset['open'] = ''
  for (const box of thread.querySelectorAll<HTMLDetailsElement>('details.c-folded:not([open])')) box.open = true
  for (const item of thread.querySelectorAll<HTMLElement>('li[data-folded]')) {
    const button = item.querySelector<HTMLElement>(':scope > .c > .c-fold')
    if (button !== null) fold(item, button)
  }
}
