import type { FormEvent, KeyboardEvent } from 'react'
import { useId, useRef, useState } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'
import { deviceSoon } from '../../data/device/bring.ts'
import { currentMe, useMe } from '../../data/viewer.ts'
import { forgetKept, keepNow, placeOfDeed } from '../../data/kept-text.ts'
import { useSendForm } from '../../data/send-form.ts'
import { Refusal } from '../forms/refusal.tsx'
import { TextField } from '../forms/text-field.tsx'
import { KeptWords } from './kept-words.tsx'
import { useDraft } from './use-draft.ts'

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

/**
 * Writing a comment. Ctrl+Enter sends; what is typed is kept on this device, per place, until it has arrived. A member's comment is done on the
 * device first; the plain form is the way of visitors, and of everybody until the device is there.
 */
export function CommentForm({ postId, parentId, to, id, isOpened = false, onDone, onClose }: CommentFormProps) {
  const fieldId = useId()
  const ref = useRef<HTMLFormElement>(null)
  const me = useMe()
  const fields = { postId, parentId: parentId ?? '' }
  const place = placeOfDeed('comments.post', fields) ?? ''
  const { isBack, setBack } = useDraft(ref, place, isOpened)
  const [here, setHere] = useState<{ readonly isBusy: boolean; readonly error: FormError | null }>({ isBusy: false, error: null })
  const goesPlainly = useRef(false)
  const done = (location: string) => {
    ref.current?.reset()
    setBack(false)
    onDone?.(location)
  }
  const plain = useSendForm('comments.post', { fields, keepAs: place, onDone: done })
  const error = here.error ?? plain.error
  const isSending = here.isBusy || plain.isSending

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const { isKnown, viewer } = currentMe()
    if ((isKnown && viewer.kind === 'visitor') || goesPlainly.current) {
      goesPlainly.current = false
      setHere({ isBusy: false, error: null })
      return void plain.form.onSubmit(event)
    }
    event.preventDefault()
    if (isSending) return
    void keepNow(form)
    setHere({ isBusy: true, error: null })
    form.dataset['sending'] = ''
    const markdown = String(new FormData(form).get('markdown') ?? '')
    const sending = doHere(form, markdown).finally(() => delete form.dataset['sending'])
    void sending.catch(() => {
      // The device cannot (its part of the app did not come, its storage broke): the plain way can, or says so.
      setHere({ isBusy: false, error: null })
      goesPlainly.current = true
      form.requestSubmit()
    })
  }
  const doHere = async (form: HTMLFormElement, markdown: string) => {
    // In the first moments it is on its way. Without it, nobody here could say twice that this is one and the same comment.
    const device = await deviceSoon()
    const { isKnown, viewer } = currentMe()
    const account = !isKnown ? device?.account : viewer.kind === 'member' ? viewer.userId : null
    if (device === null || account === null || device.account !== account) throw new Error('the device is not this member’s')
    const [{ postOnDevice }, { keepDraftsIn }] = await Promise.all([import('./comment-deeds.ts'), import('../../data/device-drafts.ts')])
    // The draft must be in the database before the deed that takes it along, or it would come back after it.
    keepDraftsIn(device)
    await keepNow(form)
    const answer = await postOnDevice(device, { postId, parentId, markdown })
    // The device has not heard of the post or of what is answered: the server may have.
    if (!answer.ok && answer.error.code === 'not-found') throw new Error('not on this device')
    setHere({ isBusy: false, error: answer.ok ? null : answer.error })
    if (!answer.ok) return
    forgetKept(place)
    done(`#${answer.id}`)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    }
    if (event.key === 'Escape' && onClose !== undefined) onClose()
  }
  const label = parentId === null ? 'Write a comment' : `Reply to ${to ?? 'this comment'}`
  return (
    <form className="compose" id={id} ref={ref} {...plain.form} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <input type="hidden" name="postId" value={postId} />
      <input type="hidden" name="parentId" value={parentId ?? ''} />
      <input type="hidden" name="from" value={plain.from} />
      <Refusal error={error} fieldIds={{ markdown: fieldId, body: fieldId }} isNotSent={plain.state.kind === 'not-sent'} />
      <TextField
        id={fieldId}
        name="markdown"
        label={label}
        isLabelHidden={parentId === null}
        rows={parentId === null ? 3 : 4}
        required
        maxLength={100_000}
        placeholder={parentId === null ? 'Add a comment' : ''}
        defaultValue={plain.values['markdown']}
        dir="auto"
        error={error}
      />
      <div className="compose-acts">
        <button className="btn" aria-disabled={isSending || undefined}>
          {plain.isSending ? 'Sending…' : parentId === null ? 'Comment' : 'Reply'}
        </button>
        {onClose === undefined ? null : (
          <button className="btn quiet" type="button" onClick={onClose}>
            Close
          </button>
        )}
        <p className="meta soft">
          <KeptWords place={place} isBack={isBack} />
          {me.isKnown && me.viewer.kind === 'member'
            ? 'Markdown works here.'
            : 'Markdown works here. You sign in when you send; nothing typed is lost.'}
        </p>
      </div>
    </form>
  )
}
