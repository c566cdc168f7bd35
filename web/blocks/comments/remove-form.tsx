import type { FormEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'
import { deviceSoon } from '../../data/device/bring.ts'
import { Refusal } from '../forms/refusal.tsx'
import { TextField } from '../forms/text-field.tsx'
import { htmlIn, removeOnDevice } from './comment-actions.ts'

interface RemoveFormProps {
  readonly commentId: string
  readonly onClose: () => void
}

/** A moderator removes somebody's comment, and says why. */
export function RemoveForm({ commentId, onClose }: RemoveFormProps) {
  const fieldId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<FormError | null>(null)
  const [isNotSent, setNotSent] = useState(false)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const remove = async (element: HTMLFormElement) => {
    const reason = String(new FormData(element).get('reason') ?? '').trim()
    // In the first moments it is on its way; when it has gone, nothing is done and it is said.
    const device = await deviceSoon()
    setNotSent(device === null)
    if (device === null) return
    const answer = await removeOnDevice(device, commentId, reason, htmlIn(element.closest('article')))
    if (answer.ok) onClose()
    else setError(answer.error)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setError(null)
    remove(event.currentTarget).catch(reportError)
  }
  return (
    <form className="compose" ref={form} data-enhance="" onSubmit={onSubmit}>
      <Refusal error={error} fieldIds={{ reason: fieldId }} isNotSent={isNotSent} />
      <TextField id={fieldId} name="reason" label="Reason (public)" maxLength={500} error={error} />
      <div className="compose-acts">
        <button className="btn danger">Remove</button>
        <button className="btn quiet" type="button" onClick={onClose}>
          Cancel
        </button>
        <p className="meta soft">A note stays in its place. You can restore the comment.</p>
      </div>
    </form>
  )
}
