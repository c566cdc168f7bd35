import { writeField } from '../../../data/write-field.ts'

interface PickerProps {
  readonly groups: readonly {
    readonly label: string
    readonly templates: readonly { readonly id: string; readonly name: string; readonly text: string }[]
  }[]
  /** The text area that gets the text. */
  readonly fieldId: string
  /** The page with a template's text in it, without scripting. */
  hrefOf(templateId: string): string
}

/** Texts that moderators send again and again. A chosen one comes after what is typed already. */
export function TemplatePicker({ groups, fieldId, hrefOf }: PickerProps) {
  if (groups.length === 0) return null
  return (
    <details className="confirm">
      <summary>Insert template</summary>
      {groups.map(({ label, templates }) => (
        <div key={label}>
          {label === '' ? null : <h3 className="meta">{label}</h3>}
          <ul className="plain-list">
            {templates.map(({ id, name, text }) => (
              <li key={id}>
                <a
                  href={hrefOf(id)}
                  onClick={(event) => {
                    if (insertInto(fieldId, text)) event.preventDefault()
                  }}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  )
}

function insertInto(fieldId: string, text: string): boolean {
  const field = document.getElementById(fieldId)
  if (!(field instanceof HTMLTextAreaElement)) return false
  writeField(field, field.value.trim() === '' ? text : `${field.value.trimEnd()}\n\n${text}`)
  // As if it had been typed: drafts and counters go by it.
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.closest('form')?.querySelector('details')?.removeAttribute('open')
  field.focus()
  return true
}
