import type { KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { useMe } from '../../data/viewer.ts'
import { placeOfDeed, putBack } from '../../data/kept-text.ts'
import { useSendForm } from '../../data/send-form.ts'
import { Refusal } from '../forms/refusal.tsx'
import { TextField } from '../forms/text-field.tsx'

interface CommentFormProps {
  readonly postId: string
  /** The comment that is answered; `null` for a comment on the post. */
  readonly parentId: string | null
  /** Whom one answers, for the label. */
  readonly to?: string
  readonly id?: string
  /** Takes the focus: it was opened by a press. */
  readonly isOpened?: boolean
  /** Stays on the page: gets the address of the new comment. Without it the browser goes there. */
  readonly onDone?: (location: string) => void
  readonly onClose?: () => void
}

/** Writing a comment. Ctrl+Enter sends; what is typed is kept on this device, per place, until it has arrived. */
export function CommentForm({ postId, parentId, to, id, isOpened = false, onDone, onClose }: CommentFormProps) {
  const fieldId = useId()
  const ref = useRef<HTMLFormElement>(null)
  const [isBack, setBack] = useState(false)
  const me = useMe()
  const fields = { postId, parentId: parentId ?? '' }
  const { form, state, error, values, isSending, from } = useSendForm('comments.post', {
    fields,
    keepAs: placeOfDeed('comments.post', fields),
    onDone: (location) => {
      ref.current?.reset()
      setBack(false)
      onDone?.(location)
    },
  })
  useEffect(() => {
    if (ref.current === null) return
    setBack(putBack(ref.current))
    if (isOpened) ref.current.querySelector('textarea')?.focus()
  }, [isOpened])
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    }
    if (event.key === 'Escape' && onClose !== undefined) onClose()
  }
  const label = parentId === null ? 'Write a comment' : `Reply to ${to ?? 'this comment'}`
  return (
    <form className="compose" id={id} ref={ref} {...form} onKeyDown={onKeyDown}>
      <input type="hidden" name="postId" value={postId} />
      <input type="hidden" name="parentId" value={parentId ?? ''} />
      <input type="hidden" name="from" value={from} />
      <Refusal error={error} fieldIds={{ markdown: fieldId, body: fieldId }} isNotSent={state.kind === 'not-sent'} />
      <TextField
        id={fieldId}
        name="markdown"
        label={label}
        isLabelHidden={parentId === null}
        rows={parentId === null ? 3 : 4}
        required
        maxLength={100_000}
        placeholder={parentId === null ? 'Add a comment' : ''}
        defaultValue={values['markdown']}
        dir="auto"
        error={error}
      />
      <div className="compose-acts">
        <button className="btn" aria-disabled={isSending || undefined}>
          {isSending ? 'Sending…' : parentId === null ? 'Comment' : 'Reply'}
        </button>
        {onClose === undefined ? null : (
          <button className="btn quiet" type="button" onClick={onClose}>
            Close
          </button>
        )}
        <p className="meta soft">
          {isBack ? 'What you had typed here before is back. ' : ''}
          {me.isKnown && me.viewer.kind === 'member'
            ? 'Markdown works here.'
            : 'Markdown works here. You sign in when you send; nothing typed is lost.'}
        </p>
      </div>
    </form>
  )
}
