import type { RefObject } from 'react'
import { useEffect } from 'react'
import { isSelf, isStaff } from '#shared/kernel/viewer.ts'
import { currentMe } from '../../data/viewer.ts'
import type { ThreadPerson } from './thread-view.ts'
import type { Place } from './thread-view-keys.ts'

/** Where a reply is being written. */
export interface ReplyPlace {
  readonly commentId: string
  /** The empty place under the comment. */
  readonly slot: Element
  /** Gets the focus back. */
  readonly opener: HTMLElement
}

interface ThreadActions {
  readonly place: Place
  readonly authorOf: (commentId: string) => ThreadPerson | undefined
  readonly onReply: (place: ReplyPlace | null) => void
}

/** Hears everything that is pressed in a thread, so that its comments need not listen: fold, reply, menu, copy. */
export function useThreadActions(list: RefObject<HTMLUListElement | null>, { authorOf, onReply }: ThreadActions): void {
  useEffect(() => {
    const thread = list.current
    if (thread === null) return
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      const control = event.target.closest<HTMLElement>('.c-fold, .c-reply, .c-copy')
      const item = control?.closest<HTMLElement>('li[data-comment]')
      const commentId = item?.dataset['comment']
      if (!control || !item || commentId === undefined) return
      event.preventDefault()
      if (control.matches('.c-fold')) fold(item, control)
      else if (control.matches('.c-copy')) void copyComment(control)
      else onReply(replyPlace(control, commentId))
    }
    const onToggle = ({ target }: Event) => {
      if (!(target instanceof HTMLDetailsElement) || !target.matches('.c-more') || !target.open) return
      for (const other of thread.querySelectorAll<HTMLDetailsElement>('.c-more[open]')) if (other !== target) other.open = false
      const author = authorOf(target.closest<HTMLElement>('li[data-comment]')?.dataset['comment'] ?? '')
      const { viewer, isKnown } = currentMe()
      const edit = target.querySelector<HTMLElement>('.c-edit')
      // Those who may not are told so by the page behind the link, if it is shown at all.
      if (edit && isKnown) edit.hidden = !isStaff(viewer) && !(author !== undefined && isSelf(viewer, author.id))
    }
    const onKey = (event: KeyboardEvent) => {
      const open =
        event.key === 'Escape' && event.target instanceof Element ? event.target.closest<HTMLDetailsElement>('.c-more[open]') : null
      if (open === null) return
      open.open = false
      open.querySelector('summary')?.focus()
    }
    thread.addEventListener('click', onClick)
    thread.addEventListener('toggle', onToggle, true)
    thread.addEventListener('keydown', onKey)
    return () => {
      thread.removeEventListener('click', onClick)
      thread.removeEventListener('toggle', onToggle, true)
      thread.removeEventListener('keydown', onKey)
    }
  }, [list, authorOf, onReply])
}

function fold(item: HTMLElement, button: HTMLElement): void {
  const isFolded = item.classList.toggle('folded')
  button.setAttribute('aria-expanded', String(!isFolded))
}

/** A second press on the same word closes the form again. */
function replyPlace(opener: HTMLElement, commentId: string): ReplyPlace | null {
  const slot = opener.closest('article')?.querySelector('.c-place') ?? null
  return slot === null || slot.childElementCount > 0 ? null : { commentId, slot, opener }
}

async function copyComment(button: HTMLElement): Promise<void> {
  const body = button.closest('article')?.querySelector<HTMLElement>('.c-body')
  if (!body) return
  const { markdownOf } = await import('./copy-as-markdown.ts')
  const before = button.textContent
  try {
    await navigator.clipboard.writeText(markdownOf(body))
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'This browser does not allow it'
  }
  setTimeout(() => {
    button.textContent = before
  }, 2_000)
}
