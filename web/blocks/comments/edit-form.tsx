import type { FormEvent, KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'
import { deviceSoon } from '../../data/device/bring.ts'
import type { Sent } from '../../data/saved-text.ts'
import { forgetSaved, isTypedOn, keepAsSent, keepNow, placeOfMutation, sentOf } from '../../data/saved-text.ts'
import { Refusal } from '../forms/refusal.tsx'
import type { EditableText } from './comment-actions.ts'
import { editOnDevice, refusedEdit, retryEdit, textOnDevice } from './comment-actions.ts'
import { FormatChoice, MarkdownField } from './markdown-field.tsx'
import { SavedWords } from './saved-words.tsx'
import { useIsSlow } from '../use-is-slow.ts'
import { useDraft } from './use-draft.ts'

interface EditFormProps {
  readonly commentId: string
  readonly onClose: () => void
}

interface Opened {
  /** What stands in the field at first. */
  readonly mine: string
  /** What is stored, and its version: what a save replaces. */
  readonly stored: EditableText
  /** It has been changed since I began: both are shown, and mine is kept. */
  readonly isConflict: boolean
  /** The number of a refused edit that is mended here. */
  readonly refused: number | null
}

/**
 * Changes a comment where it stands. A version that came in between is shown beside mine; nothing
 * is overwritten unseen.
 */
export function EditForm({ commentId, onClose }: EditFormProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => {
    let isGone = false
    const read = async () => {
      const device = await deviceSoon()
      const stored = device && (await textOnDevice(device, commentId))
      if (!stored || isGone) return
      const refused = await refusedEdit(commentId)
      if (isGone) return
      // Without the newline at its end, where the caret is put.
      setOpened({ mine: (refused?.mine ?? stored.markdown).trimEnd(), stored, isConflict: refused !== null, refused: refused?.n ?? null })
    }
    read().catch(reportError)
    return () => {
      isGone = true
    }
  }, [commentId])
  if (opened === null) return null
  return <OpenForm commentId={commentId} opened={opened} onChange={setOpened} onClose={onClose} />
}

interface OpenFormProps extends EditFormProps {
  readonly opened: Opened
  readonly onChange: (opened: Opened) => void
}

function OpenForm({ commentId, opened, onChange, onClose }: OpenFormProps) {
  const fieldId = useId()
  const form = useRef<HTMLFormElement>(null)
  const place = placeOfMutation('comments.edit', { commentId }) ?? ''
  const { isBack } = useDraft(form, place, true)
  const [error, setError] = useState<FormError | null>(null)
  const [isNotSent, setNotSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isSlow = useIsSlow(isBusy)
  const close = () => {
    form.current?.reset()
    void forgetSaved(place)
    onClose()
  }
  const save = async (element: HTMLFormElement, markdown: string, sent: Sent) => {
    const device = await deviceSoon()
    setNotSent(device === null)
    if (device === null) return
    const text = { markdown, bodyVersion: opened.stored.version }
    const answer =
      opened.refused === null ? await editOnDevice(device, commentId, text) : await retryEdit(device, opened.refused, commentId, text)
    if (answer.ok && !isTypedOn(element, sent)) return close()
    if (answer.ok) {
      // Somebody wrote on while it was saved: this goes on from what is stored now.
      const saved = await textOnDevice(device, commentId)
      if (saved !== null) onChange({ ...opened, stored: saved, isConflict: false, refused: null })
      return keepNow(element)
    }
    const stored = answer.error.code === 'conflict' ? await textOnDevice(device, commentId) : null
    // Both texts say it better than a refusal.
    if (stored === null) setError(answer.error)
    else onChange({ ...opened, stored, isConflict: true })
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const element = event.currentTarget
    setBusy(true)
    setError(null)
    // The draft first: the mutation takes it along. That it is gone then is no news from another
    // tab, which would empty the field (use-draft.ts).
    element.dataset['sending'] = ''
    keepNow(element)
      .then(async () => {
        // With what another tab had written there.
        const markdown = String(new FormData(element).get('markdown') ?? '')
        const sent = sentOf(element)
        await keepAsSent(element, { isWhole: true })
        await save(element, markdown, sent)
      })
      .catch(reportError)
      .finally(() => {
        delete element.dataset['sending']
        setBusy(false)
      })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') close()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <form className="compose" ref={form} data-enhance="" data-keep={place} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <Refusal error={error} fieldIds={{ markdown: fieldId, body: fieldId }} isNotSent={isNotSent} />
      {opened.isConflict ? (
        <div className="newer-text" role="alert">
          <p className="meta">This comment was changed elsewhere. The current text is below; saving replaces it with yours.</p>
          <p className="saved-quote" dir="auto">
            {opened.stored.markdown}
          </p>
        </div>
      ) : null}
      <MarkdownField
        id={fieldId}
        name="markdown"
        label={opened.isConflict ? 'Yours' : 'Edit the comment'}
        isLabelHidden={!opened.isConflict}
        rows={6}
        required
        maxLength={100_000}
        defaultValue={opened.mine}
        dir="auto"
        error={error}
      />
      <div className="compose-acts">
        <button className="btn" aria-disabled={isBusy || undefined}>
          Save
        </button>
        <button className="btn quiet" type="button" onClick={close}>
          Cancel
        </button>
        <p className="meta soft">
          <SavedWords place={place} isBack={isBack} isSlow={isSlow} />
          <FormatChoice />
        </p>
      </div>
    </form>
  )
}
