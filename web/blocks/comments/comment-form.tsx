import { Suspense, useId, useState } from 'react'
import { useMe } from '../../data/viewer.ts'
import { latePart } from '../../ui/late-part.ts'
import { RefusalWords, refusedFor } from '../forms/refusal-words.tsx'
import { Refusal } from '../forms/refusal.tsx'
import { FormatChoice, MarkdownField } from './markdown-field.tsx'
import { SavedWords } from './saved-words.tsx'
import { useCompose } from './use-compose.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/** Few ever see it. */
const RateLimitNote = latePart(() => import('./rate-limit-note.tsx').then((part) => part.RateLimitNote))
/**
 * Up to a day, a comment may be sent off now and goes out by itself: a device's queue is paced, not
 * refused.
 */
const pacedForMs = dayMs

interface CommentFormProps {
  readonly postId: string
  /** The comment that is answered; `null` for a comment on the post. */
  readonly parentId: string | null
  /** Whom one answers, for the label. */
  readonly to?: string
  readonly id?: string
  /** Takes the focus: it was opened by a press. */
  readonly isOpened?: boolean
  /**
   * An answer to the question that the post asks. `undefined`: a comment is all that one can write.
   */
  readonly isAnswer?: boolean
  /** What stands on the button and in the empty field. */
  readonly word?: string
  readonly placeholder?: string
  /** Stays on the page: gets the address of the new comment. Without it the browser goes there. */
  readonly onDone?: (location: string) => void
  readonly onClose?: () => void
}

/** Writing a comment, a reply or an answer. */
export function CommentForm({
  postId,
  parentId,
  to,
  id,
  isOpened = false,
  isAnswer,
  word,
  placeholder,
  onDone,
  onClose,
}: CommentFormProps) {
  const fieldId = useId()
  const me = useMe()
  const wait = me.wait?.postId === postId ? me.wait : null
  const [over, setOver] = useState<typeof wait>(null)
  const isShutOut = me.bannedFrom === postId
  const isRefused = isShutOut || (wait !== null && wait !== over && wait.leftMs > pacedForMs)
  const { form, error, values, from, place, isBack, isSending, isSlow, isSendingPlainly, isNotSent } = useCompose({
    mutation: 'comments.post',
    fields: { postId, parentId: parentId ?? '' },
    isOpened,
    isHeldUp: isRefused,
    onDone,
    onClose,
    send: (mutations, device, data) => {
      const markdown = String(data.get('markdown') ?? '')
      return mutations.postOnDevice(device, { postId, parentId, markdown, isAnswer: data.get('isAnswer') === '1' })
    },
  })
  const label = parentId === null ? (isAnswer === true ? 'Write an answer' : 'Write a comment') : `Reply to ${to ?? 'this comment'}`
  return (
    <form className="compose" id={id} {...form}>
      <input type="hidden" name="postId" value={postId} />
      <input type="hidden" name="parentId" value={parentId ?? ''} />
      <input type="hidden" name="from" value={from} />
      <Refusal error={error} fieldIds={{ markdown: fieldId, body: fieldId }} isNotSent={isNotSent} />
      {isAnswer === undefined ? null : (
        <fieldset className="which">
          <legend className="sr">Type</legend>
          <label className="check">
            <input type="radio" name="isAnswer" value="1" defaultChecked={isAnswer} /> New answer
          </label>
          <label className="check">
            <input type="radio" name="isAnswer" value="" defaultChecked={!isAnswer} /> New comment
          </label>
        </fieldset>
      )}
      <MarkdownField
        id={fieldId}
        name="markdown"
        label={label}
        isLabelHidden={parentId === null}
        rows={parentId === null ? 3 : 4}
        required
        maxLength={100_000}
        placeholder={parentId === null ? (placeholder ?? (isAnswer === undefined ? 'Add a comment' : 'Answer or comment')) : ''}
        defaultValue={values['markdown']}
        dir="auto"
        error={error}
      />
      {isShutOut ? (
        <p className="notice-line">
          <RefusalWords of={refusedFor('barred-by-author')} />
        </p>
      ) : null}
      {wait === null || isShutOut ? null : (
        <Suspense>
          <RateLimitNote {...wait} isRefused={isRefused} onOver={() => setOver(wait)} />
        </Suspense>
      )}
      <div className="compose-acts">
        <button className="btn" aria-disabled={isSending || isRefused || undefined}>
          {isSendingPlainly || isSlow
            ? 'Sending…'
            : (word ?? (parentId === null ? (isAnswer === undefined ? 'Comment' : 'Send') : 'Reply'))}
        </button>
        {onClose === undefined ? null : (
          <button className="btn quiet" type="button" onClick={onClose}>
            Close
          </button>
        )}
        <p className="meta soft">
          <SavedWords place={place} isBack={isBack} isSlow={isSlow} />
          <FormatChoice />
        </p>
      </div>
    </form>
  )
}
