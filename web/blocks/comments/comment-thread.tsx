import { Suspense, memo, useCallback, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNow } from '../../ui/clock.ts'
import { links } from '#shared/links.ts'
import { VoteForm } from '../votes/vote-form.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import type { ThreadFacts } from './comment-item.tsx'
import type { CommentBranch } from './comment-tree.ts'
import { branchesOf } from './comment-tree.ts'
import { useFreshComments } from './fresh-comments.ts'
import { commentIdOf, useArrival } from './use-arrival.ts'
import { useThreadActions } from './use-thread-actions.ts'
import type { ReplyPlace } from './use-thread-actions.ts'
import { useNear } from './use-near.ts'
import type { Place } from './thread-view-keys.ts'
import { bodyKey } from './thread-view-keys.ts'
import type { ThreadView } from './thread-view.ts'

interface CommentThreadProps {
  readonly post: { readonly id: string; readonly slug: string | null }
  readonly view: ThreadView
  readonly bodies: Readonly<Record<string, string>>
  readonly place: Place
  readonly pointedAt?: string | null
}

/**
 * A discussion as nested lists. Each branch is a boundary of its own, so that a thousand comments come alive piece by piece, between a reader's
 * clicks. Drawn again only when its own data change: were it drawn with the frame (when it becomes known who is here), React would bring every
 * boundary to life at once, each from the root, and the page would stand still for seconds.
 */
export const CommentThread = memo(function CommentThread({ post, view, bodies, place, pointedAt = null }: CommentThreadProps) {
  const list = useRef<HTMLUListElement>(null)
  const [reply, setReply] = useState<ReplyPlace | null>(null)
  const fresh = useFreshComments()
  const branches = useMemo(() => branchesOf(view, fresh), [view, fresh])
  const { id, slug } = post
  const facts = useMemo<ThreadFacts>(() => ({ post: { id, slug }, place, bodies, pointedAt }), [id, slug, place, bodies, pointedAt])
  const expect = useArrival(view)
  const people = useMemo(() => new Map(view.comments.map((comment) => [comment.id, view.people[comment.by]])), [view])
  const authorOf = useCallback((commentId: string) => people.get(commentId), [people])
  useThreadActions(list, { place, authorOf, onReply: setReply })
  const close = () => {
    setReply(null)
    reply?.opener.focus()
  }
  return (
    <>
      <VoteForm from={links.post(facts.post)}>
        <ul className="thread" ref={list}>
          {branches.map((branch) => (
            <Suspense key={branch.comment.id}>
              <Chunk branch={branch} facts={facts} />
            </Suspense>
          ))}
        </ul>
      </VoteForm>
      {reply === null
        ? null
        : createPortal(
            <CommentForm
              key={reply.commentId}
              postId={post.id}
              parentId={reply.commentId}
              to={authorOf(reply.commentId)?.name ?? 'this comment'}
              isOpened
              onClose={close}
              onDone={(location) => {
                setReply(null)
                expect(commentIdOf(location))
              }}
            />,
            reply.slot,
          )}
    </>
  )
})

/** Ages are told once a branch comes near: a thousand of them at once would hold the page up as long as all the rest. */
function Chunk({ branch, facts }: { readonly branch: CommentBranch; readonly facts: ThreadFacts }) {
  const now = useNow()
  const isNear = useNear(bodyKey(branch.comment.id, facts.place))
  return <CommentItem branch={branch} facts={facts} now={isNear ? now : null} />
}
