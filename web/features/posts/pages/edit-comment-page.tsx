import { useRef } from 'react'
import { links } from '#shared/links.ts'
import { useDraft } from '../../../blocks/comments/use-draft.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { reasonWords } from '../../../blocks/wording.ts'
import { usePage } from '../../../data/page.ts'
import { placeOfMutation } from '../../../data/saved-text.ts'
import { useSendForm } from '../../../data/send-form.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadEditComment } from '../edit-comment.load.ts'

type EditCommentData = ReturnType<typeof usePage<typeof loadEditComment>>

export default function EditCommentPage() {
  const page = usePage<typeof loadEditComment>()
  const { comment, post } = page
  const now = useNow()
  return (
    <div className="narrow">
      <h1 className="page-title">{page.isOwn ? 'Your comment' : 'A comment'}</h1>
      <p className="meta soft">
        On <a href={links.commentInThread(post, comment.id)}>{post.title}</a>, <Time at={comment.postedAt} now={now} />
      </p>
      {page.edit.isOpen ? (
        <EditForm page={page} />
      ) : comment.isRemoved ? null : (
        <p className="notice-line">{reasonWords[page.edit.reason]}</p>
      )}
      {page.canRestore ? <RestoreForm page={page} /> : null}
      {comment.isRemoved ? null : page.remove.isOpen ? (
        <RemoveForm page={page} />
      ) : page.isOwn ? (
        <p className="soft after-form">{reasonWords[page.remove.reason]}</p>
      ) : null}
      {comment.isRemoved || page.marks.list.length === 0 ? null : <Marks page={page} />}
    </div>
  )
}

function EditForm({ page: { comment, post, markdown } }: { readonly page: EditCommentData }) {
  const place = placeOfMutation('comments.edit', { commentId: comment.id }) ?? ''
  const { form, error, state, isSending, from } = useSendForm('comments.edit', { fields: { commentId: comment.id }, keepAs: place })
  const ref = useRef<HTMLFormElement>(null)
  useDraft(ref, place, false)
  return (
    <form className="compose" ref={ref} {...form}>
      <input type="hidden" name="commentId" value={comment.id} />
      <input type="hidden" name="bodyVersion" value={comment.version} />
      <input type="hidden" name="from" value={from} />
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ markdown: 'comment-text', body: 'comment-text' }} />
      <TextField
        id="comment-text"
        name="markdown"
        label="Text (Markdown)"
        rows={12}
        required
        maxLength={100_000}
        defaultValue={markdown}
        error={error}
        dir="auto"
      />
      <div className="compose-acts">
        <button className="btn primary" aria-disabled={isSending || undefined}>
          {isSending ? 'Saving…' : 'Save'}
        </button>
        <a className="btn quiet" href={links.commentInThread(post, comment.id)}>
          Cancel
        </a>
      </div>
    </form>
  )
}

function RemoveForm({ page: { comment, isOwn } }: { readonly page: EditCommentData }) {
  const { form, error, state, from } = useSendForm('comments.remove', { fields: { commentId: comment.id } })
  return (
    <details className="confirm after-form" open={error !== null || undefined}>
      <summary>Remove comment</summary>
      <form {...form}>
        <input type="hidden" name="commentId" value={comment.id} />
        <input type="hidden" name="from" value={from} />
        <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ reason: 'reason' }} />
        <p className="soft">A note stays in its place, with who removed it and why. You can restore the comment.</p>
        <TextField id="reason" name="reason" label={isOwn ? 'Reason (optional)' : 'Reason (public)'} maxLength={500} error={error} />
        <button className="btn danger">Remove</button>
      </form>
    </details>
  )
}

type Mark = EditCommentData['marks']['list'][number]

/** Words for setting a mark and for taking it back, each with the value its button sends. */
const markWords: Readonly<Record<Mark['name'], readonly [set: readonly (readonly [string, string])[], unset: string]>> = {
  answer: [[['Move to answers', '1']], 'Move to comments'],
  onProfile: [[['Pin to my profile', '1']], 'Unpin from my profile'],
  offFrontpage: [[['Remove from the front page', '1']], 'Show on the front page'],
  retracted: [[['Retract', '1']], 'Un-retract'],
  pinned: [[['Pin', '1']], 'Unpin'],
  lock: [
    [
      ['Close thread for a day', '1'],
      ['for a week', '7'],
      ['for a month', '30'],
    ],
    'Reopen thread',
  ],
  hat: [
    [
      ['Add moderator badge', 'shown'],
      ['without the badge', 'hidden'],
    ],
    'Remove moderator mark',
  ],
  rejected: [[], 'Accept'],
}

/** What can be said of it beside its words. */
function Marks({ page: { comment, marks } }: { readonly page: EditCommentData }) {
  const { form, error, state, from } = useSendForm('comments.setMark', { fields: { commentId: comment.id } })
  return (
    <section className="after-form" aria-label="More actions">
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ 'mark.reason': 'why' }} />
      {marks.rejectedReason === null ? null : <p className="notice-line warm">Not accepted: {marks.rejectedReason}</p>}
      {marks.list.map(({ name, isSet }) => (
        <form key={name} {...form}>
          <input type="hidden" name="commentId" value={comment.id} />
          <input type="hidden" name="from" value={from} />
          <input type="hidden" name="mark" value={name} />
          {name === 'rejected' && !isSet ? (
            <>
              <TextField
                id="why"
                name="value"
                label="Reason (visible to the author and moderators)"
                required
                maxLength={500}
                error={error}
              />
              <button className="btn danger">Do not accept</button>
            </>
          ) : (
            <p className="acts">
              {(isSet ? [[markWords[name][1], ''] as const] : markWords[name][0]).map(([word, value]) => (
                <button key={value} className="btn quiet" name="value" value={value}>
                  {word}
                </button>
              ))}
            </p>
          )}
        </form>
      ))}
    </section>
  )
}

function RestoreForm({ page: { comment } }: { readonly page: EditCommentData }) {
  const { form, error, state, from } = useSendForm('comments.restore', { fields: { commentId: comment.id } })
  return (
    <form {...form}>
      <input type="hidden" name="commentId" value={comment.id} />
      <input type="hidden" name="from" value={from} />
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} />
      <p>This comment is removed; a note is in its place.</p>
      <button className="btn">Restore</button>
    </form>
  )
}
