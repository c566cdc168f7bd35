import type { Fault, FieldName } from './fault.ts'
import { labels } from './fault.ts'

interface FeedbackFieldProps {
  readonly name: FieldName
  readonly isRequired: boolean
  /** Lines of a text area; one line without it. */
  readonly rows?: number
  readonly autoComplete?: string
  readonly defaultValue?: string
  readonly fault: Fault | null
}

/** Its label is the one that the sentence on missing fields names. */
export function FeedbackField({ name, isRequired, rows, autoComplete, defaultValue = '', fault }: FeedbackFieldProps) {
  const id = `feedback-${name}`
  const isAtFault = fault?.fields.includes(name) === true
  const shared = {
    id,
    name,
    className: 'input',
    defaultValue,
    dir: 'auto',
    'aria-required': isRequired,
    'aria-invalid': isAtFault || undefined,
    'aria-describedby': isAtFault ? 'feedback-fault' : undefined,
  } as const
  return (
    <p className="field">
      <label htmlFor={id}>{labels[name]}</label>
      {rows === undefined ? (
        <input {...shared} type={name === 'email' ? 'email' : 'text'} autoComplete={autoComplete} />
      ) : (
        <textarea {...shared} rows={rows} />
      )}
    </p>
  )
}
