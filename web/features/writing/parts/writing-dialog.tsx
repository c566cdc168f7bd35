import { useEffect, useId, useRef } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { createPortal } from 'react-dom'

interface WritingDialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly onSubmit: (form: FormData) => void
  /** What the form's button says. */
  readonly action: string
  /** There is nothing to keep yet. */
  readonly isDisabled?: boolean
  /** It will be possible in a moment. */
  readonly isBusy?: boolean
  /** Beside keeping and cancelling: to take the thing away, to go to it. */
  readonly other?: { readonly label: string; readonly run: () => void } | null
  readonly children: ReactNode
}

/** A native dialog with a form: the browser keeps the focus in it, and closes it with Escape. */
export function WritingDialog({
  title,
  onClose,
  onSubmit,
  action,
  isDisabled = false,
  isBusy = false,
  other = null,
  children,
}: WritingDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The text may stand in a form itself, which hears of this one through React.
    event.stopPropagation()
    onSubmit(new FormData(event.currentTarget))
  }
  return createPortal(
    <dialog className="dialog writing-dialog" ref={dialog} aria-labelledby={heading} onClose={onClose}>
      <form onSubmit={submit} onKeyDown={(event) => event.stopPropagation()} noValidate>
        <h2 id={heading}>{title}</h2>
        {children}
        <p className="acts">
          <button className="btn primary" disabled={isDisabled} aria-disabled={isBusy || undefined}>
            {action}
          </button>
          {other === null ? null : (
            <button type="button" className="btn" onClick={other.run}>
              {other.label}
            </button>
          )}
          <button type="button" className="btn quiet" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>,
    document.body,
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly error?: string | null
  readonly hint?: string
  readonly type?: 'text' | 'url'
  readonly maxLength?: number
}

export function Field({ name, label, value, error = null, hint, type = 'text', maxLength }: FieldProps) {
  const id = useId()
  const described = [hint === undefined ? null : `${id}-hint`, error === null ? null : `${id}-error`]
    .filter((part) => part !== null)
    .join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        name={name}
        type="text"
        inputMode={type}
        dir={type === 'url' ? 'ltr' : 'auto'}
        autoComplete="off"
        autoCapitalize={type === 'url' ? 'none' : undefined}
        spellCheck={type === 'url' ? false : undefined}
        defaultValue={value}
        maxLength={maxLength}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={described === '' ? undefined : described}
      />
      {hint === undefined ? null : (
        <p className="hint-line" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error === null ? null : (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
