import type { FormEvent, KeyboardEvent } from 'react'
import { useId, useRef, useState } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'
import { inlineCommentLimits } from '#shared/inline-comments/schema.ts'
import { useDraft } from '../../../blocks/comments/use-draft.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import { dropSent, forgetSaved, isTypedOn, keepAsSent, keepNow, markSent, sentOf } from '../../../data/saved-text.ts'
import type { Passage } from './places.ts'

interface InlineCommentFormProps {
  /** Where unsent words are kept. */
  readonly place: string
  readonly label: string
  readonly action: string
  /** What it is about; kept with the words. */
  readonly passage?: Passage | null
  /** What is changed, as it stands. */
  readonly words?: string
  /**
   * The draft at this place leaves with it. @throws AppError when it is refused: the words stay.
   */
  readonly onSend: (body: string, draft: string) => Promise<void>
  readonly onClose: () => void
}

/** Ctrl+Enter sends, Escape closes. What is typed and not sent is kept on this device. */
export function InlineCommentForm({ place, label, action, passage = null, words = '', onSend, onClose }: InlineCommentFormProps) {
  const id = useId()
  const ref = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<FormError | null>(null)
  useDraft(ref, place, true)

  const send = async (form: HTMLFormElement) => {
    const body = String(new FormData(form).get('body') ?? '').trim()
    if (body === '') return form.querySelector('textarea')?.focus()
    setError(null)
    // What is sent leaves the device's row. That is not another tab's doing: nothing is emptied.
    form.dataset['sending'] = ''
    try {
      const sent = sentOf(form)
      await keepAsSent(form, { isWhole: words !== '' })
      await onSend(body, place)
      // Somebody wrote on while it was sent: that is nobody's yet.
      if (isTypedOn(form, sent)) {
        if (words === '') dropSent(form, sent)
        return await keepNow(form)
      }
      markSent(form)
      void forgetSaved(place)
      onClose()
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      setError(refusalOf(failure))
    } finally {
      delete form.dataset['sending']
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send(event.currentTarget).catch(reportError)
  }
  const close = () => {
    if (ref.current !== null) markSent(ref.current)
    void forgetSaved(place)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    }
    // Words are not thrown away by a key.
    if (event.key === 'Escape' && ref.current?.querySelector('textarea')?.value.trim() === words) close()
  }
  return (
    <form
      className="inline-comment-form"
      ref={ref}
      data-keep={place}
      data-typed={passage === null ? undefined : ''}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
    >
      {error === null ? null : <Refusal error={error} fieldIds={{ body: id }} />}
      {passage === null ? null : (
        <>
          <input type="text" name="start" hidden readOnly value={passage.anchor.start} />
          <input type="text" name="end" hidden readOnly value={passage.anchor.end} />
          <input type="text" name="quote" hidden readOnly value={passage.quote} />
        </>
      )}
      <label htmlFor={id}>{label}</label>
      <textarea className="input" id={id} name="body" rows={3} maxLength={inlineCommentLimits.body} defaultValue={words} dir="auto" />
      <div className="write-acts">
        <button className="btn primary small">{action}</button>
        <button className="btn quiet small" type="button" onClick={close}>
          Discard
        </button>
      </div>
    </form>
  )
}
