import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { members } from '#shared/accounts/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import { editRemark, postRemark, removeRemark, resolveRemark } from '#shared/remarks/mutations.ts'
import { canEditRemark, canRemark, canRemoveRemark, canResolveRemark } from '#shared/remarks/rules.ts'
import type { Change } from '#shared/remarks/change.ts'
import type { Remark } from '#shared/remarks/schema.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { useRow } from '../../../data/device/use-rows.ts'
import { Time } from '../../../ui/time.tsx'
import type { Commit } from './commit.ts'
import { RemarkForm } from './remark-form.tsx'
import type { Thread } from './threads.ts'
import { isSuggestion, SuggestedChange } from '../suggest/suggested-change.tsx'

interface RemarkThreadProps {
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
export function RemarkThread({ thread, editor, proposed, post, viewer, now, isOpen, isUnread, isGone, commit, onJump }: RemarkThreadProps) {
  const { root, replies } = thread
  const [isReplying, setReplying] = useState(false)
  const isResolved = root.resolvedAt !== null
  return (
    <article
      className={`remark-thread${isOpen ? ' is-open' : ''}${isResolved ? ' is-settled' : ''}`}
      id={`remark-${root.id}`}
      tabIndex={-1}
    >
      {isUnread ? (
        <span className="unread-dot">
          <span className="sr">New</span>
        </span>
      ) : null}
      {isSuggestion(root) ? (
        <SuggestedChange editor={editor} remark={root} post={post} viewer={viewer} now={now} others={proposed} commit={commit} />
      ) : root.quote === '' ? null : (
        <blockquote className="remark-quote" dir="auto">
          {root.quote}
        </blockquote>
      )}
      {isGone ? <p className="meta soft">The passage was deleted.</p> : null}
      {(isSuggestion(root) ? replies : [root, ...replies]).map((remark) => (
        <OneRemark key={remark.id} remark={remark} post={post} viewer={viewer} now={now} commit={commit} />
      ))}
      {isReplying ? (
        <RemarkForm
          place={`remark:${post.id}:${root.id}`}
          label="Answer"
          action="Answer"
          onSend={async (body, draft) => {
            await commit(postRemark, { id: freshId(), postId: post.id, parentId: root.id, anchor: null, quote: '', body }, draft)
          }}
          onClose={() => setReplying(false)}
        />
      ) : (
        <p className="remark-acts">
          {onJump === null ? null : (
            <button className="btn quiet small" type="button" onClick={onJump}>
              Go to text
            </button>
          )}
          {canRemark(viewer, post).allowed ? (
            <button className="btn quiet small" type="button" onClick={() => setReplying(true)}>
              Answer
            </button>
          ) : null}
          {canResolveRemark(viewer, root, post).allowed ? (
            <button
              className="btn quiet small"
              type="button"
              onClick={() => void commit(resolveRemark, { id: root.id, isResolved: !isResolved }).catch(reportError)}
            >
              {isResolved ? 'Open again' : 'Resolve'}
            </button>
          ) : null}
        </p>
      )}
    </article>
  )
}

interface OneRemarkProps extends Pick<RemarkThreadProps, 'post' | 'viewer' | 'now' | 'commit'> {
  readonly remark: Remark
}

function OneRemark({ remark, post, viewer, now, commit }: OneRemarkProps) {
  const author = useRow(members, remark.authorId)
  const [isEditing, setEditing] = useState(false)
  const [isAsked, setAsked] = useState(false)
  if (remark.removedAt !== null) return <p className="meta soft">This was removed.</p>
  return (
    <div className="remark">
      <p className="meta">
        <b>
          <bdi>{author?.displayName ?? 'A member'}</bdi>
        </b>{' '}
        <span className="soft">
          <Time at={remark.createdAt} now={now} />
          {remark.editedAt === null ? '' : ', changed'}
        </span>
      </p>
      {isEditing ? (
        <RemarkForm
          place={`remark:${post.id}:edit:${remark.id}`}
          label="Change it"
          action="Save"
          words={remark.body}
          onSend={async (body, draft) => {
            await commit(editRemark, { id: remark.id, body }, draft)
          }}
          onClose={() => setEditing(false)}
        />
      ) : (
        <>
          {remark.body === '' ? null : (
            <p className="remark-words" dir="auto">
              {remark.body}
            </p>
          )}
          <p className="remark-acts">
            {remark.change === undefined && canEditRemark(viewer, remark, post).allowed ? (
              <button className="btn quiet small" type="button" onClick={() => setEditing(true)}>
                Edit
              </button>
            ) : null}
            {!canRemoveRemark(viewer, remark, post).allowed ? null : isAsked ? (
              <button
                className="btn danger small"
                type="button"
                onClick={() => void commit(removeRemark, { id: remark.id }).catch(reportError)}
              >
                Remove for good
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
