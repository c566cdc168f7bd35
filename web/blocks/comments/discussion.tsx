import { memo } from 'react'
import { canComment } from '#shared/comments/rules.ts'
import type { CommentOrder } from '#shared/comments/tree.ts'
import type { Post } from '#shared/posts/schema.ts'
import { useViewer } from '../../data/viewer.ts'
import { MoreLink } from '../posts/more-link.tsx'
import { counted } from '../counts.ts'
import { RefusalWords, refusedFor } from '../forms/refusal-words.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentThread } from './comment-thread.tsx'
import { NewSince } from './new-since.tsx'
import { OrderForm } from './order-form.tsx'
import { commentIdOf, useArrival } from './use-arrival.ts'
import { useThreadLife } from './use-thread-life.ts'
import type { ThreadView } from './thread-view.ts'

interface DiscussionProps {
  readonly post: Post
  readonly view: ThreadView
  readonly bodies: Readonly<Record<string, string>>
  readonly order: CommentOrder
  readonly pointedAt: string | null
  /** Where more of the comments are shown; `null` when all are. */
  readonly more: string | null
}

/** Everything below a post: the comments, their order, and the form at their end. */
export const Discussion = memo(function Discussion({ post, view, bodies, order, pointedAt, more }: DiscussionProps) {
  const { comments } = view
  useThreadLife(post, view)
  return (
    <section id="comments" className="talk-sec" aria-labelledby="comments-title">
      <div className="head">
        <h2 className="section" id="comments-title" tabIndex={-1}>
          {post.commentCount === 0 && comments.length === 0 ? 'Comments' : counted(post.commentCount, 'comment')}
        </h2>
        <NewSince postId={post.id} view={view} />
        {comments.length > 1 ? <OrderForm post={post} order={order} /> : null}
      </div>
      <CommentThread post={post} view={view} bodies={bodies} place="thread" pointedAt={pointedAt} />
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More comments</MoreLink>
        </p>
      )}
      <NewComment post={post} view={view} isFirst={comments.length === 0} />
    </section>
  )
})

function NewComment({ post, view, isFirst }: { readonly post: Post; readonly view: ThreadView; readonly isFirst: boolean }) {
  const viewer = useViewer()
  const expect = useArrival(view)
  const verdict = canComment(viewer, post)
  // A visitor's verdict says "sign in" before it looks at the lock.
  const reason = verdict.allowed
    ? null
    : verdict.reason !== 'sign-in-first'
      ? verdict.reason
      : post.commentsLocked && viewer.kind === 'visitor'
        ? 'comments-locked'
        : null
  if (reason !== null)
    return (
      <p className="soft talk-end">
        {reason === 'post-is-draft' ? 'Comments open when the post is published.' : <RefusalWords of={refusedFor(reason)} />}
      </p>
    )
  return (
    <div className="talk-end">
      {isFirst ? <p className="soft">Nobody has commented yet.</p> : null}
      <CommentForm postId={post.id} parentId={null} id="new-comment" onDone={(location) => expect(commentIdOf(location))} />
    </div>
  )
}
