import type { FocusEventHandler, FormEventHandler, ReactNode } from 'react'
import { useContext } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'
import type { Messages } from './messages.ts'
import { FormRefusal, errorAt, messageFor } from './messages.ts'
import { RefusalWords } from './refusal-words.tsx'

export interface TextFieldProps {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly error?: FormError | null
  readonly messages?: Messages
  /** One quiet line under the label. */
  readonly hint?: ReactNode
  /**
   * What a check says of what is being typed; '': nothing is wrong with it. `null`: nothing was
   * asked since the form was answered, whose words still hold.
   */
  readonly live?: string | null
  readonly onInput?: FormEventHandler<HTMLInputElement | HTMLTextAreaElement>
  readonly onBlur?: FocusEventHandler<HTMLInputElement | HTMLTextAreaElement>
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'date' | 'datetime-local'
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
  readonly inputMode?: 'url' | 'email' | 'text' | 'numeric'
  readonly className?: string
  readonly dir?: 'auto' | 'ltr' | 'rtl'
  readonly lang?: string
  /** The label is for screen readers only, where the place says it already. */
  readonly isLabelHidden?: boolean
  /** Something else stands in its place, to which it hands on the focus. */
  readonly isAside?: boolean
}

/**
 * A labelled field; what is wrong with it stands under it and is tied to it. What that is it knows
 * from the form around it (`MutationForm`), or by `error`.
 */
export function TextField({
  id,
  name,
  label,
  error: given,
  messages: own,
  hint,
  live,
  rows,
  className,
  isLabelHidden = false,
  isAside = false,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const around = useContext(FormRefusal)
  const refused = around.error ?? given
  const [error, messages] = [errorAt(refused, name), own ?? around.messages]
  const [isTyped, isAtFault] = [typeof live === 'string', typeof live === 'string' ? live !== '' : error !== null]
  const notes = [hint === undefined ? null : `${id}-hint`, isAtFault ? `${id}-error` : null].filter((note) => note !== null)
  const shared = {
    ...rest,
    id,
    name,
    className: className === undefined ? 'input' : `input ${className}`,
    'aria-describedby': notes.length === 0 ? undefined : notes.join(' '),
    'aria-invalid': isAtFault || undefined,
    ...(isAside && { tabIndex: -1, 'aria-hidden': true }),
    // Without a script too the first field at fault has the focus.
    autoFocus: (!isTyped && isAtFault && refused?.field === name) || undefined,
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
      {error !== null && !isTyped ? (
        <p className="field-error" id={`${id}-error`}>
          {messageFor(error, messages) ?? <RefusalWords of={error} />}
        </p>
      ) : null}
      {live === undefined ? null : (
        // There before its words, or they are not announced.
        <p className={live ? 'field-error' : 'sr'} role="status" id={isTyped ? `${id}-error` : undefined}>
          {live}
        </p>
      )}
    </div>
  )
}
