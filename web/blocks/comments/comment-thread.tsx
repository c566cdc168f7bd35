import { Suspense, lazy, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { links } from '#shared/links.ts'
import type { Post } from '#shared/posts/schema.ts'
import { counted } from '../counts.ts'
import { VoteForm } from '../votes/vote-form.tsx'
import { CommentForm } from './comment-form.tsx'
import type { ThreadFacts } from './comment-item.tsx'
import { BranchElements, branchesBelow, useBranches } from './thread-branches.tsx'
import { commentIdOf, useArrival } from './use-arrival.ts'
import { useFewFirst } from './use-few-first.ts'
import { useThreadActions } from './use-thread-actions.ts'
import type { CommentPlace } from './comment-place.ts'
import type { Place } from './thread-view-keys.ts'
import type { ThreadView } from './thread-view.ts'

interface CommentThreadProps {
  readonly post: Post
  readonly view: ThreadView
  readonly bodies: Readonly<Record<string, string>>
  readonly place: Place
  readonly pointedAt?: string | null
  /** Comments of mine that stand somewhere else on the page. */
  readonly elsewhere?: ReadonlySet<string>
}

const EditForm = lazy(async () => ({ default: (await import('./edit-form.tsx')).EditForm }))
const RemoveForm = lazy(async () => ({ default: (await import('./remove-form.tsx')).RemoveForm }))

/**
 * A discussion as nested lists. Each branch is a boundary of its own, so that a thousand comments
 * come alive piece by piece, between a reader's clicks, and one that changes is drawn alone.
 */
export const CommentThread = memo(function CommentThread({ post, view, bodies, place, pointedAt = null, elsewhere }: CommentThreadProps) {
  const list = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useState<CommentPlace | null>(null)
  const { id, slug, holds } = post
  const [texts] = useState(() => new Texts(bodies))
  const facts = useMemo<ThreadFacts>(
    () => ({ post: { id, slug }, place, htmlOf: texts.htmlOf, pointedAt, isOfQuickTakes: holds === 'quickTakes' }),
    [id, slug, holds, place, texts, pointedAt],
  )
  const { branches, arrived, show } = useBranches({ view, bodies, place, postId: id, list, elsewhere })
  useEffect(() => texts.change(bodies), [texts, bodies])
  const [elements] = useState(() => new BranchElements())
  const drawn = useFewFirst(branches, id)
  const expect = useArrival(view)
  const shown = useCallback((commentId: string) => branchesBelow(branches).find(({ comment }) => comment.id === commentId), [branches])
  useThreadActions(list, { post, place, shown, onOpen: setOpen })
  useEffect(() => () => open?.slot.remove(), [open])
  const close = () => {
    setOpen(null)
    open?.opener.focus()
  }
  return (
    <>
      <VoteForm from={links.post(facts.post)}>
        <ul className="thread" ref={list}>
          {drawn.map((branch) => elements.of(branch, facts))}
        </ul>
      </VoteForm>
      {place === 'permalink' || place === 'takes' ? null : (
        <p className="arrivals" role="status">
          {arrived === 0 ? null : (
            <span>
              {counted(arrived, 'new comment')}.{' '}
              <button type="button" className="linkish" onClick={show}>
                Show
              </button>
            </span>
          )}
        </p>
      )}
      {open === null
        ? null
        : createPortal(
            open.kind === 'reply' ? (
              <CommentForm
                key={open.commentId}
                postId={post.id}
                parentId={open.commentId}
                to={shown(open.commentId)?.author.name ?? 'this comment'}
                isOpened
                onClose={close}
                onDone={(location) => {
                  setOpen(null)
                  expect(commentIdOf(location))
                }}
              />
            ) : (
              <Suspense>
                {open.kind === 'edit' ? (
                  <EditForm key={open.commentId} commentId={open.commentId} onClose={close} />
                ) : (
                  <RemoveForm key={open.commentId} commentId={open.commentId} onClose={close} />
                )}
              </Suspense>
            ),
            open.slot,
          )}
    </>
  )
})

/** The newest texts, for branches drawn before they came. */
class Texts {
  #bodies: Readonly<Record<string, string>>

  constructor(bodies: Readonly<Record<string, string>>) {
    this.#bodies = bodies
  }

  readonly htmlOf = (key: string): string | undefined => this.#bodies[key]

  change(bodies: Readonly<Record<string, string>>): void {
    this.#bodies = bodies
  }
}
