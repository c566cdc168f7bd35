import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { reasonWords } from '../../../blocks/wording.ts'
import { usePage } from '../../../data/page.ts'
import { placeOfDeed } from '../../../data/kept-text.ts'
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
    </div>
  )
}

function EditForm({ page: { comment, post, markdown } }: { readonly page: EditCommentData }) {
  const { form, error, state, isSending, from } = useSendForm('comments.edit', {
    fields: { commentId: comment.id },
    keepAs: placeOfDeed('comments.edit', { commentId: comment.id }),
  })
  return (
    <form className="compose" {...form}>
      <input type="hidden" name="commentId" value={comment.id} />
      <input type="hidden" name="bodyVersion" value={comment.version} />
      <input type="hidden" name="from" value={from} />
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ markdown: 'comment-text', body: 'comment-text' }} />
      <TextField
        id="comment-text"
        name="markdown"
        label="Text, in Markdown"
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
          Leave it as it was
        </a>
      </div>
    </form>
  )
}

function RemoveForm({ page: { comment, isOwn } }: { readonly page: EditCommentData }) {
  const { form, error, state, from } = useSendForm('comments.remove', { fields: { commentId: comment.id } })
  return (
    <details className="confirm after-form" open={error !== null || undefined}>
      <summary>Remove this comment</summary>
      <form {...form}>
        <input type="hidden" name="commentId" value={comment.id} />
        <input type="hidden" name="from" value={from} />
        <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ reason: 'reason' }} />
        <p className="soft">A line stays in its place, saying who removed it and why. The text is kept, so that it can be brought back.</p>
        <TextField
          id="reason"
          name="reason"
          label={isOwn ? 'Reason, if you like to give one' : 'Reason, shown to all'}
          maxLength={500}
          error={error}
        />
        <button className="btn danger">Remove</button>
      </form>
    </details>
  )
}

function RestoreForm({ page: { comment } }: { readonly page: EditCommentData }) {
  const { form, error, state, from } = useSendForm('comments.restore', { fields: { commentId: comment.id } })
  return (
    <form {...form}>
      <input type="hidden" name="commentId" value={comment.id} />
      <input type="hidden" name="from" value={from} />
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} />
      <p>This comment is removed; a line stands in its place.</p>
      <button className="btn">Bring it back</button>
    </form>
  )
}
