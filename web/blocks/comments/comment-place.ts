import type { Post } from '#shared/posts/schema.ts'
import type { CommentView, ThreadPerson } from './thread-view.ts'
import type { Place } from './thread-view-keys.ts'

/** Where something is written under a comment: an answer, its new text, why it goes. */
export interface CommentPlace {
  readonly kind: 'reply' | 'edit' | 'remove'
  readonly commentId: string
  /** Made for it, and gone with it. */
  readonly slot: HTMLElement
  /** Gets the focus back. */
  readonly opener: HTMLElement
}

export interface ThreadActions {
  readonly post: Post
  readonly place: Place
  /** The comment as it is shown, with its author. */
  readonly shown: (commentId: string) => { readonly comment: CommentView; readonly author: ThreadPerson } | undefined
  readonly onOpen: (place: CommentPlace | null) => void
}

/** A second press on the same word closes the form again. */
export function placeUnder(opener: HTMLElement, commentId: string, kind: CommentPlace['kind']): CommentPlace | null {
  const article = opener.closest('article')
  if (article === null || (kind === 'reply' && article.querySelector('.c-place') !== null)) return null
  const slot = document.createElement('div')
  slot.className = kind === 'edit' ? 'c-place editing' : 'c-place'
  article.append(slot)
  return { kind, commentId, slot, opener }
}
