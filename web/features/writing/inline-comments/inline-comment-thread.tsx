import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { members } from '#shared/accounts/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import { editInlineComment, postInlineComment, removeInlineComment, resolveInlineComment } from '#shared/inline-comments/mutations.ts'
import { canEditInlineComment, canInlineComment, canRemoveInlineComment, canResolveInlineComment } from '#shared/inline-comments/rules.ts'
import type { Change } from '#shared/inline-comments/change.ts'
import type { InlineComment } from '#shared/inline-comments/schema.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { useRow } from '../../../data/device/use-rows.ts'
import { Time } from '../../../ui/time.tsx'
import type { Commit } from './commit.ts'
import { InlineCommentForm } from './inline-comment-form.tsx'
import type { Thread } from './threads.ts'
import { isSuggestion, SuggestedChange } from '../suggest/suggested-change.tsx'

interface InlineCommentThreadProps {
  readonly thread: Thread
  readonly editor: Editor
  /** All changes that are proposed and open. */
  readonly proposed: readonly Change[]
  readonly post: Post
  readonly viewer: Viewer
  readonly now: number | null
  readonly isOpen: boolean
  readonly isUnread: boolean
  /** Its passage is not in the text any more. */
  readonly isGone: boolean
  readonly commit: Commit
  readonly onJump: (() => void) | null
}

/** What was said about a passage, and what was answered. */
export function InlineCommentThread({
  thread,
  editor,
  proposed,
  post,
  viewer,
  now,
  isOpen,
  isUnread,
  isGone,
  commit,
  onJump,
}: InlineCommentThreadProps) {
  const { root, replies } = thread
  const [isReplying, setReplying] = useState(false)
  const isResolved = root.resolvedAt !== null
  return (
    <article
      className={`inline-comment-thread${isOpen ? ' is-open' : ''}${isResolved ? ' is-settled' : ''}`}
      id={`inline-comment-${root.id}`}
      tabIndex={-1}
    >
      {isUnread ? (
        <span className="unread-dot">
          <span className="sr">New</span>
        </span>
      ) : null}
      {isSuggestion(root) ? (
        <SuggestedChange editor={editor} inlineComment={root} post={post} viewer={viewer} now={now} others={proposed} commit={commit} />
      ) : root.quote === '' ? null : (
        <blockquote className="inline-comment-quote" dir="auto">
          {root.quote}
        </blockquote>
      )}
      {isGone ? <p className="meta soft">The passage was deleted.</p> : null}
      {(isSuggestion(root) ? replies : [root, ...replies]).map((inlineComment) => (
        <OneInlineComment key={inlineComment.id} inlineComment={inlineComment} post={post} viewer={viewer} now={now} commit={commit} />
      ))}
      {isReplying ? (
        <InlineCommentForm
          place={`remark:${post.id}:${root.id}`}
          label="Reply"
          action="Reply"
          onSend={async (body, draft) => {
            await commit(postInlineComment, { id: freshId(), postId: post.id, parentId: root.id, anchor: null, quote: '', body }, draft)
          }}
          onClose={() => setReplying(false)}
        />
      ) : (
        <p className="inline-comment-acts">
          {onJump === null ? null : (
            <button className="btn quiet small" type="button" onClick={onJump}>
              Go to text
            </button>
          )}
          {canInlineComment(viewer, post).allowed ? (
            <button className="btn quiet small" type="button" onClick={() => setReplying(true)}>
              Reply
            </button>
          ) : null}
          {canResolveInlineComment(viewer, root, post).allowed ? (
            <button
              className="btn quiet small"
              type="button"
              onClick={() => void commit(resolveInlineComment, { id: root.id, isResolved: !isResolved }).catch(reportError)}
            >
              {isResolved ? 'Reopen' : 'Resolve'}
            </button>
          ) : null}
        </p>
      )}
    </article>
  )
}

interface OneInlineCommentProps extends Pick<InlineCommentThreadProps, 'post' | 'viewer' | 'now' | 'commit'> {
  readonly inlineComment: InlineComment
}

function OneInlineComment({ inlineComment, post, viewer, now, commit }: OneInlineCommentProps) {
  const author = useRow(members, inlineComment.authorId)
  const [isEditing, setEditing] = useState(false)
  const [isAsked, setAsked] = useState(false)
  if (inlineComment.removedAt !== null) return <p className="meta soft">Removed.</p>
  return (
    <div className="inline-comment">
      <p className="meta">
        <b>
          <bdi>{author?.displayName ?? 'A member'}</bdi>
        </b>{' '}
        <span className="soft">
          <Time at={inlineComment.createdAt} now={now} />
          {inlineComment.editedAt === null ? '' : ', edited'}
        </span>
      </p>
      {isEditing ? (
        <InlineCommentForm
          place={`remark:${post.id}:edit:${inlineComment.id}`}
          label="Edit comment"
          action="Save"
          words={inlineComment.body}
          onSend={async (body, draft) => {
            await commit(editInlineComment, { id: inlineComment.id, body }, draft)
          }}
          onClose={() => setEditing(false)}
        />
      ) : (
        <>
          {inlineComment.body === '' ? null : (
            <p className="inline-comment-words" dir="auto">
              {inlineComment.body}
            </p>
          )}
          <p className="inline-comment-acts">
            {inlineComment.change === undefined && canEditInlineComment(viewer, inlineComment, post).allowed ? (
              <button className="btn quiet small" type="button" onClick={() => setEditing(true)}>
                Edit
              </button>
            ) : null}
            {!canRemoveInlineComment(viewer, inlineComment, post).allowed ? null : isAsked ? (
              <button
                className="btn danger small"
                type="button"
                onClick={() => void commit(removeInlineComment, { id: inlineComment.id }).catch(reportError)}
              >
                Remove permanently
              </button>
            ) : (
              <button className="btn quiet small" type="button" onClick={() => setAsked(true)}>
                Remove
              </button>
            )}
          </p>
        </>
      )}
    </div>
  )
}
