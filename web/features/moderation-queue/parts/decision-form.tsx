import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { DecisionName } from '#shared/moderation-queue/decisions.ts'
import { decisionOf } from '#shared/moderation-queue/decisions.ts'
import { filledIn } from '#shared/moderation-queue/template-text.ts'

interface DecisionFormProps {
  readonly name: DecisionName
  readonly memberName: string
  /** Of the item that is judged. */
  readonly title: string
  readonly siteName: string
  readonly templates: readonly { readonly id: string; readonly name: string; readonly groupLabel: string; readonly contents: string }[]
  readonly onDone: (given: { readonly reason: string; readonly contributions: number }) => void
  readonly onCancel: () => void
}

const maxReason = 500
const maxContributions = 1_000
const usualContributions = 10

/** What a decision asks for first. Enter does it, Escape leaves it. */
export function DecisionForm({ name, memberName, title, siteName, templates, onDone, onCancel }: DecisionFormProps) {
  const { label, asks, reason: begun = '' } = decisionOf(name)
  const [reason, setReason] = useState(begun)
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    opener.current = document.activeElement
    field.current?.focus()
    return () => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    }
  }, [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const contributions = Number(new FormData(event.currentTarget).get('contributions') ?? usualContributions)
    onDone({ reason: reason.trim().replaceAll(/\s+/gu, ' '), contributions })
  }
  const toggle = (contents: string, isOn: boolean) => {
    const words = filledIn(contents, { displayName: memberName, siteName, title }).replaceAll(/\s+/gu, ' ')
    const rest = reason.replace(words, '').replaceAll(/\s+/gu, ' ').trim()
    setReason((isOn ? `${rest} ${words}`.trim() : rest).slice(0, maxReason))
    field.current?.focus()
  }
  return (
    <form
      className="decision-form"
      aria-label={`${label}: ${memberName}`}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onCancel()
        }
        // One line: Enter does it, as in every other field of one line.
        if (event.key === 'Enter' && event.target instanceof HTMLTextAreaElement && !event.nativeEvent.isComposing) {
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }
      }}
    >
      <p className="lab">{label}</p>
      {asks === 'rejection' && templates.length > 0 ? (
        <fieldset>
          <legend className="meta soft">Templates</legend>
          {templates.map(({ id, name: word, contents }) => (
            <label key={id} className="check">
              <input type="checkbox" onChange={(event) => toggle(contents, event.target.checked)} /> <span dir="auto">{word}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <div className="field">
        <label htmlFor="decision-field">{asks === 'number' ? 'Posts and comments' : 'Reason, shown to the member'}</label>
        {asks === 'number' ? (
          <input
            {...{
              ref: field,
              id: 'decision-field',
              name: 'contributions',
              className: 'input',
              type: 'number',
              min: 1,
              max: maxContributions,
            }}
            defaultValue={usualContributions}
            required
          />
        ) : (
          <textarea
            {...{ ref: field, id: 'decision-field', name: 'reason', className: 'input', rows: 3, maxLength: maxReason, dir: 'auto' }}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            required
          />
        )}
      </div>
      <p className="undo-acts">
        <button className={name === 'purge' || name === 'ban' ? 'btn danger' : 'btn primary'}>
          {label} <kbd>Enter</kbd>
        </button>
        <button className="btn quiet" type="button" onClick={onCancel}>
          Cancel <kbd>Esc</kbd>
        </button>
      </p>
    </form>
  )
}
