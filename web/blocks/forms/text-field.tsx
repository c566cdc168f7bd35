import type { ReactNode } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'
import type { Messages } from './messages.ts'
import { messageFor, noMessages } from './messages.ts'
import { RefusalWords } from './refusal-words.tsx'

interface TextFieldProps {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly error?: FormError | null
  readonly messages?: Messages
  /** One quiet line under the label. */
  readonly hint?: ReactNode
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'date'
  /** Of a number or a day. */
  readonly min?: number | string
  readonly max?: number | string
  /** Lines of a text area; one line without it. */
  readonly rows?: number
  readonly defaultValue?: string | undefined
  readonly required?: boolean
  readonly maxLength?: number
  readonly minLength?: number
  readonly autoComplete?: string
  readonly placeholder?: string
  readonly pattern?: string
  readonly inputMode?: 'url' | 'email' | 'text'
  readonly className?: string
  readonly dir?: 'auto' | 'ltr' | 'rtl'
  readonly lang?: string
  /** The label is for screen readers only, where the place says it already. */
  readonly isLabelHidden?: boolean
}

/** A labelled field; what is wrong with it stands under it and is tied to it. */
export function TextField({
  id,
  name,
  label,
  error,
  messages = noMessages,
  hint,
  rows,
  className,
  isLabelHidden = false,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const isAtFault = error?.field === name
  const notes = [hint === undefined ? null : `${id}-hint`, isAtFault ? `${id}-error` : null].filter((note) => note !== null)
  const shared = {
    ...rest,
    id,
    name,
    className: className === undefined ? 'input' : `input ${className}`,
    'aria-describedby': notes.length === 0 ? undefined : notes.join(' '),
    'aria-invalid': isAtFault || undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'sr' : undefined}>
        {label}
      </label>
      {hint === undefined ? null : (
        <p className="hint-line" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {rows === undefined ? <input type={type} {...shared} /> : <textarea rows={rows} {...shared} />}
      {isAtFault && error ? (
        <p className="field-error" id={`${id}-error`}>
          {messageFor(error, messages) ?? <RefusalWords of={error} />}
        </p>
      ) : null}
    </div>
  )
}
