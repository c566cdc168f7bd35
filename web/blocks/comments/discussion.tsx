import { memo, Suspense, useMemo } from 'react'
import { canComment } from '#shared/comments/rules.ts'
import type { AnswerOrder } from '#shared/comments/offered-orders.ts'
import type { CommentOrder } from '#shared/comments/orders.ts'
import { hidesScores } from '#shared/comments/scores.ts'
import { links } from '#shared/links.ts'
import { isAuthor } from '#shared/posts/rules.ts'
import type { Post } from '#shared/posts/schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { useViewer } from '../../data/viewer.ts'
import { latePart } from '../../ui/late-part.ts'
import { MoreLink } from '../posts/more-link.tsx'
import { counted } from '../counts.ts'
import { RefusalWords, refusedFor } from '../forms/refusal-words.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentThread } from './comment-thread.tsx'
import { useBeside } from './beside.ts'
import { bothViews } from './both-views.ts'
import { ExpandAll } from './expand-all.tsx'
import { NewSince } from './new-since.tsx'
import { AnswerOrderForm, OrderForm } from './order-form.tsx'
import { commentIdOf, useArrival } from './use-arrival.ts'
import { useThreadLife } from './use-thread-life.ts'
import type { ThreadView } from './thread-view.ts'

/** What was begun here only a device knows. */
const BegunReplies = latePart(() => import('./begun-replies.tsx').then((part) => part.BegunReplies))

interface DiscussionProps {
  readonly post: Post
  readonly view: ThreadView
  /**
   * Of a question: what answers it, each with a thread of its own; `size`: with what is said in
   * those. `null` anywhere else.
   */
  readonly answers: { readonly view: ThreadView; readonly order: AnswerOrder; readonly size: number } | null
  readonly bodies: Readonly<Record<string, string>>
  readonly order: CommentOrder
  readonly pointedAt: string | null
  /** Where more of the comments are shown; `null` when all are. */
  readonly more: string | null
}

/**
 * Everything below a post: the answers of a question, the comments, their order, and the form at
 * their end.
 */
export const Discussion = memo(function Discussion({ post, view, answers, bodies, order, pointedAt, more }: DiscussionProps) {
  const { comments } = view
  const whole = useMemo(() => (answers === null ? view : bothViews(answers.view, view)), [answers, view])
  useThreadLife(post, whole)
  const answerCount = answers?.view.comments.filter(({ level }) => level === 1).length ?? 0
  const count = answers === null ? post.commentCount : Math.max(0, post.commentCount - answers.size)
  const scoresNote = hidesScores(post) ? <p className="meta soft">Scores of comments are hidden here.</p> : null
  return (
    <>
      {answers === null ? null : (
        <section id="answers" className="discussion-sec" aria-labelledby="answers-title">
          <div className="head">
            <h2 className="section" id="answers-title" tabIndex={-1}>
              {answerCount === 0 ? 'Answers' : counted(answerCount, 'answer')}
            </h2>
            {answerCount > 1 ? <AnswerOrderForm post={post} order={answers.order} /> : null}
          </div>
          {scoresNote}
          {answerCount === 0 ? <p className="soft">No answers yet.</p> : null}
          <CommentThread post={post} view={answers.view} bodies={bodies} place="answers" pointedAt={pointedAt} />
        </section>
      )}
      <section id="comments" className="discussion-sec" aria-labelledby="comments-title">
        <div className="head">
          <h2 className="section" id="comments-title" tabIndex={-1}>
            {kindFacts(post).hasTakes ? 'Quick takes' : count === 0 && comments.length === 0 ? 'Comments' : counted(count, 'comment')}
          </h2>
          <Begun postId={post.id} />
          <NewSince postId={post.id} view={whole} />
          <ExpandAll view={whole} />
          {comments.length > 1 ? <OrderForm post={post} order={order} /> : null}
        </div>
        {answers === null ? scoresNote : null}
        <CommentThread post={post} view={view} bodies={bodies} place="thread" pointedAt={pointedAt} />
        {more === null ? null : (
          <p className="after">
            <MoreLink href={more}>More comments</MoreLink>
          </p>
        )}
        <NewComment post={post} view={whole} isFirst={comments.length === 0 && answerCount === 0} />
      </section>
    </>
  )
})

function Begun({ postId }: { readonly postId: string }) {
  const { myId } = useBeside()
  if (myId === null) return null
  return (
    <Suspense>
      <BegunReplies postId={postId} />
    </Suspense>
  )
}

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
        : kindFacts(post).hasTakes
          ? 'others-quick-takes'
          : null
  if (reason !== null)
    return (
      <p className="soft discussion-end">
        {reason === 'post-is-draft' ? 'Comments open when the post is published.' : <RefusalWords of={refusedFor(reason)} />}
      </p>
    )
  const isQuestion = kindFacts(post).isQuestionPage
  return (
    <div className="discussion-end">
      {isFirst && !isQuestion ? <p className="soft">{kindFacts(post).hasTakes ? 'Nothing here yet.' : 'No comments yet.'}</p> : null}
      {post.guidelines === undefined ? null : (
        <details className="confirm" open>
          <summary>Commenting guidelines</summary>
          <p className="saved-quote" dir="auto">
            {post.guidelines}
          </p>
        </details>
      )}
      <CommentForm
        postId={post.id}
        parentId={null}
        id="new-comment"
        {...(isQuestion ? { isAnswer: true } : {})}
        {...(kindFacts(post).hasTakes ? { word: 'Post', placeholder: 'Write a quick take' } : {})}
        onDone={(location) => expect(commentIdOf(location))}
      />
      {isAuthor(viewer, post) ? (
        <p className="meta after">
          <a href={links.discussionSettings(post.id)}>Commenting guidelines & permissions</a>
        </p>
      ) : null}
    </div>
  )
}
