import { memo, useState } from 'react'
import { links } from '#shared/links.ts'
import { Body } from '../../ui/body.tsx'
import { exactTime, relativeTime, shortDate } from '../../ui/time-words.ts'
import { PersonLink } from '../person-link.tsx'
import { reactionBar } from '../reactions/reaction-bar.tsx'
import { useReactions } from '../reactions/local-reactions.ts'
import { VoteControl } from '../votes/vote-control.tsx'
import { counted, signed } from '../counts.ts'
import { Place } from '../places/place.tsx'
import { MutedFold } from '../mutes/muted-fold.tsx'
import { useIsBegun } from './begun-reply-ids.ts'
import { commentState } from './comment-state.tsx'
import type { CommentBranch } from './comment-tree.ts'
import { isReview } from './review-role.ts'
import type { Place as ThreadPlace } from './thread-view-keys.ts'
import type { CommentView } from './thread-view.ts'
import { bodyKey } from './thread-view-keys.ts'

export interface ThreadFacts {
  readonly post: { readonly id: string; readonly slug: string | null }
  readonly place: ThreadPlace
  /** The newest text under a key of `bodyKey`: a branch drawn before the texts came asks here. */
  readonly htmlOf: (key: string) => string | undefined
  /** Always open: the comment that the address points at. */
  readonly pointedAt: string | null
  /** The comments at the top are quick takes. */
  readonly isOfQuickTakes?: boolean
}

interface CommentItemProps {
  readonly branch: CommentBranch
  readonly facts: ThreadFacts
  readonly now: number | null
}

/**
 * A comment and what answers it. It listens to nothing: folding, replying and its menu are heard by
 * the thread (`useThreadActions`), voting by the page's editor. What starts folded is a
 * `<details>`, so that it opens without a script.
 */
export const CommentItem = memo(function CommentItem({ branch, facts, now }: CommentItemProps) {
  const { comment } = branch
  const key = bodyKey(comment.id, facts.place)
  if (comment.removed !== undefined) return <RemovedItem branch={branch} facts={facts} now={now} />
  if (comment.startsFolded && facts.pointedAt !== comment.id) {
    return (
      <li id={key} data-comment={comment.id} className={sizeWord(branch)}>
        <details className="c-folded">
          <summary>
            <b>{branch.author.name}</b>
            {comment.hasHiddenScore ? null : <span className="nums">{signed(comment.score)}</span>}
            {age(comment.at, now)}
            {comment.isRejected === true ? <span>rejected</span> : null}
            {comment.replyCount === 0 ? null : <span>{counted(comment.replyCount, 'reply', 'replies')}</span>}
          </summary>
          <CommentArticle branch={branch} facts={facts} now={now} isFoldable={false} />
          <Replies branch={branch} facts={facts} now={now} />
        </details>
      </li>
    )
  }
  const article = <CommentArticle branch={branch} facts={facts} now={now} isFoldable={branch.isMuted !== true} />
  return (
    <li id={key} data-comment={comment.id} className={sizeWord(branch)}>
      {branch.isMuted === true && facts.pointedAt !== comment.id ? <MutedFold>{article}</MutedFold> : article}
      <Replies branch={branch} facts={facts} now={now} />
    </li>
  )
}, isSameDrawing)

/**
 * As `Time`, as a function: a component would be one more thing of React's for each comment. The
 * exact time is behind the link until a script is there.
 */
function age(at: number, now: number | null) {
  return (
    <time dateTime={new Date(at).toISOString()} title={now === null ? undefined : exactTime(at, 'own')} suppressHydrationWarning>
      {now === null ? shortDate(at) : relativeTime(at, now)}
    </time>
  )
}

/** How tall a whole branch will be, roughly, for the browser that has not drawn it yet. */
function sizeWord({ to, size }: CommentBranch): string | undefined {
  if (to !== null || size < 3) return undefined
  return size < 9 ? 'some' : size < 30 ? 'many' : 'most'
}

function CommentArticle({ branch, facts, now, isFoldable }: CommentItemProps & { readonly isFoldable: boolean }) {
  const { comment, author, to } = branch
  const key = bodyKey(comment.id, facts.place)
  const permalink = links.comment(facts.post, comment.id)
  const reacted = useReactions(comment.id)
  const isBegun = useIsBegun(comment.id)
  // What is written here and now is seen whole, also once the server has it.
  const [isWrittenHere, setWrittenHere] = useState(false)
  if (branch.change !== null && !isWrittenHere) setWrittenHere(true)
  const shortened = isWrittenHere ? undefined : comment.shortened
  return (
    <article
      className={articleClass(branch, shortened)}
      aria-label={to === null ? `Comment by ${author.name}` : `Reply by ${author.name} to ${to.name}`}
    >
      <header className="c-head">
        <PersonLink person={author} className="by" />
        {comment.role === undefined || (comment.role === 'author' && facts.isOfQuickTakes === true) ? null : (
          <span className="role">{comment.role}</span>
        )}
        {comment.pinnedBy === undefined ? null : <span className="role">pinned by {comment.pinnedBy}</span>}
        <a className="when" href={permalink}>
          {age(comment.at, now)}
        </a>
        {to === null || branch.parentId === null ? null : (
          <a className="c-up" href={`#${bodyKey(branch.parentId, facts.place)}`} aria-label="Parent comment">
            ↑
          </a>
        )}
        {comment.editedAt === undefined ? null : (
          <a className="c-edited" href={permalink} title={`Edited ${new Date(comment.editedAt).toISOString().slice(0, 10)}`}>
            edited
          </a>
        )}
      </header>
      <VoteControl kind="comment" id={comment.id} tally={comment} />
      {commentState(branch.change?.state ?? (branch.isNew ? 'new' : null), branch.change?.isRefused ?? false)}
      {isFoldable ? <button className="c-fold" type="button" aria-expanded="true" aria-label="Collapse thread" /> : null}
      {notesOf(comment, facts, now)}
      {/* My own version of a text may bear the number of somebody else's. */}
      <Body
        className="c-body"
        html={branch.html ?? facts.htmlOf(key)}
        version={branch.change?.html === undefined ? comment.version : `${comment.version} mine`}
      />
      {isReview(comment.role) ? <Place on="review-end" given={{ commentId: comment.id }} /> : null}
      {reactionBar('comment', comment.id, reacted)}
      <div className="c-acts">
        {shortened === undefined ? null : (
          <button className="c-open linkish" type="button">
            {shortened === 'line' ? 'More' : `Read more, ${counted(comment.words ?? 0, 'word')}`}
          </button>
        )}
        <a className="c-reply" href={links.reply(facts.post, comment.id)}>
          Reply
        </a>
        {isBegun ? (
          <a className="c-reply" href={links.reply(facts.post, comment.id)}>
            Draft reply
          </a>
        ) : null}
        <a className="react-add icon-btn" href={links.react(comment.id)} aria-label="React" />
        {/* The menu is made when it is asked for; without a script, this is the way to the page that changes a comment. */}
        <a className="c-more icon-btn" href={links.editComment(comment.id)} aria-label="More" />
      </div>
    </article>
  )
}

function articleClass({ comment, change, isNew }: CommentBranch, shortened: CommentView['shortened']): string {
  const state = change === null || change.state === null ? (isNew ? 'c new' : 'c') : change.isRefused ? 'c refused' : 'c queued'
  const length = shortened === undefined ? '' : ` ${shortened}`
  return `${state}${length}${comment.isRetracted === true ? ' retracted' : ''}`
}

/** What has to be known before reading it. */
function notesOf(comment: CommentView, facts: ThreadFacts, now: number | null) {
  const { level, isAnswer = false, isRetracted, isRejected, lockedUntil, writtenFor, tags, isOffFrontpage, isOnProfile } = comment
  const isElsewhere = level === 1 && facts.place !== 'permalink' && isAnswer !== (facts.place === 'answers')
  const notes = [
    // Its place changes with the page's next answer.
    isElsewhere ? `Moved to the ${isAnswer ? 'answers' : 'comments'}.` : null,
    isRejected === true ? 'Rejected by a moderator: unlisted and closed to replies.' : null,
    isRetracted === true ? 'Retracted by its author.' : null,
    writtenFor === undefined ? null : `Written for version ${writtenFor} of the post; the text may have changed since.`,
    lockedUntil === undefined ? null : `Replies in this thread are closed until ${exactTime(lockedUntil, now === null ? 'UTC' : 'own')}.`,
    facts.isOfQuickTakes !== true || (isOffFrontpage !== true && isOnProfile !== true)
      ? null
      : [isOnProfile === true ? 'Pinned to the profile.' : '', isOffFrontpage === true ? 'Not on the front page.' : ''].join(' ').trim(),
  ].filter((note) => note !== null)
  return notes.length === 0 && tags === undefined ? null : (
    <p className="c-note">
      {notes.join(' ')} {tags === undefined ? null : <span className="soft">{tags.join(', ')}</span>}
    </p>
  )
}

function RemovedItem({ branch, facts, now }: CommentItemProps) {
  const { comment, change } = branch
  const words = (
    <>
      Removed by {comment.removed?.by === 'moderator' ? 'a moderator' : 'its author'}, {age(comment.at, now)}
      {comment.removed?.reason ? `. Reason: ${comment.removed.reason}` : ''}
    </>
  )
  const undo = change?.canUndo ? (
    <p className="c-gone" role="status">
      Removed.{' '}
      <button type="button" className="c-undo linkish">
        Undo
      </button>
      {change.state === null ? null : <span className="state"> {change.state}</span>}
    </p>
  ) : null
  return (
    <li id={bodyKey(comment.id, facts.place)} data-comment={comment.id} className="gone">
      {undo}
      {branch.replies.length === 0 ? (
        undo === null ? (
          <p className="c-gone">{words}</p>
        ) : null
      ) : (
        <details className="c-folded" open={facts.pointedAt === comment.id || undo !== null || undefined}>
          <summary>
            <span>{words}</span>
            <span>{counted(comment.replyCount, 'reply', 'replies')}</span>
          </summary>
          <Replies branch={branch} facts={facts} now={now} />
        </details>
      )}
    </li>
  )
}

function Replies({ branch, facts, now }: CommentItemProps) {
  const { comment, replies } = branch
  return (
    <>
      {replies.length === 0 ? null : (
        <ul>
          {replies.map((reply) => (
            <CommentItem key={reply.comment.id} branch={reply} facts={facts} now={now} />
          ))}
        </ul>
      )}
      {comment.deeper === undefined ? null : (
        <p className="c-on">
          {comment.deeper.map((id) => (
            <span key={id} id={bodyKey(id, facts.place)} />
          ))}
          <a href={links.comment(facts.post, comment.id)}>Continue this thread</a>
          <span className="soft">, {counted(comment.replyCount, 'more reply', 'more replies')}</span>
        </p>
      )}
    </>
  )
}

/** A minute's passing redraws only what now reads differently. */
function isSameDrawing(before: CommentItemProps, after: CommentItemProps): boolean {
  if (before.branch !== after.branch || before.facts !== after.facts) return false
  return before.now === after.now || (before.now !== null && after.now !== null && readsTheSame(after.branch, before.now, after.now))
}

function readsTheSame(branch: CommentBranch, before: number, after: number): boolean {
  if (relativeTime(branch.comment.at, before) !== relativeTime(branch.comment.at, after)) return false
  return branch.replies.every((reply) => readsTheSame(reply, before, after))
}
