import type { FormEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'
import { currentDevice } from '../../data/device/current.ts'
import { Refusal } from '../forms/refusal.tsx'
import { TextField } from '../forms/text-field.tsx'
import { htmlIn, removeOnDevice } from './comment-deeds.ts'

interface RemoveFormProps {
  readonly commentId: string
  readonly onClose: () => void
}

/** A moderator removes somebody's comment, and says why. */
export function RemoveForm({ commentId, onClose }: RemoveFormProps) {
  const fieldId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<FormError | null>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const device = currentDevice.get()
    if (device === null) return
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    removeOnDevice(device, commentId, reason, htmlIn(event.currentTarget.closest('article')))
      .then((answer) => (answer.ok ? onClose() : setError(answer.error)))
      .catch(reportError)
  }
  return (
    <form className="compose" ref={form} data-enhance="" onSubmit={onSubmit}>
      <Refusal error={error} fieldIds={{ reason: fieldId }} />
      <TextField id={fieldId} name="reason" label="Reason, shown to all" maxLength={500} error={error} />
      <div className="compose-acts">
        <button className="btn danger">Remove</button>
        <button className="btn quiet" type="button" onClick={onClose}>
          Cancel
        </button>
        <p className="meta soft">A line stays in its place. The text is kept, so that it can be brought back.</p>
      </div>
    </form>
  )
}
