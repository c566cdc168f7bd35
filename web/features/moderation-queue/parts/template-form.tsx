import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { templateKindWords } from '../template-words.ts'
import type { loadTemplates, TemplateView } from '../templates.load.ts'

const messages = {
  'contents:invalid': 'Write some text, and use only the placeholders named above.',
  'order:invalid': 'Enter a whole number.',
  'templates:invalid': 'You’ve reached the limit of templates. Delete one first.',
}
const usualOrder = '10'

/** One template, or a new one, folded away until it is wanted. */
export function TemplateForm({ template }: { readonly template: TemplateView | null }) {
  const { limits } = usePage<typeof loadTemplates>()
  const id = template?.id ?? ''
  const refused = useRefusedForm('moderationTemplates.put', { id })
  const error = refused?.error ?? null
  const typed = (field: 'name' | 'kind' | 'groupLabel' | 'order' | 'contents', otherwise = '') =>
    refused?.values[field] ?? (template === null ? otherwise : String(template[field]))
  const idOf = (field: string) => `${field}-${id === '' ? 'new' : id}`
  return (
    <details className="series-fold" open={refused !== null}>
      <summary>
        {template === null ? 'New template' : 'Edit'}
        {template === null ? null : <span className="sr">: {template.name}</span>}
      </summary>
      <MutationForm name="moderationTemplates.put" about={{ id }} messages={messages} className="compose series-form">
        <TextField
          {...{ id: idOf('name'), name: 'name', label: 'Name', error, messages, maxLength: limits.name }}
          defaultValue={typed('name')}
          required
          dir="auto"
        />
        <div className="field">
          <label htmlFor={idOf('kind')}>Used for</label>
          <select className="input" id={idOf('kind')} name="kind" defaultValue={typed('kind', 'messages')}>
            {Object.entries(templateKindWords).map(([kind, word]) => (
              <option key={kind} value={kind}>
                {word}
              </option>
            ))}
          </select>
        </div>
        <TextField
          {...{ id: idOf('groupLabel'), name: 'groupLabel', label: 'Label', error, messages, maxLength: limits.name }}
          hint="Templates with the same label are listed together."
          defaultValue={typed('groupLabel')}
          dir="auto"
        />
        <TextField
          {...{ id: idOf('order'), name: 'order', label: 'Order', error, messages }}
          hint="Lower numbers come first."
          defaultValue={typed('order', usualOrder)}
        />
        <TextField
          {...{ id: idOf('contents'), name: 'contents', label: 'Text', error, messages, rows: 8, maxLength: limits.text }}
          defaultValue={typed('contents')}
          required
          dir="auto"
        />
        <div className="compose-acts">
          <button className="btn">Save</button>
        </div>
      </MutationForm>
    </details>
  )
}
