import type { DetailField } from '#shared/kernel/details.ts'
import { useRefusedForm } from '../../data/page.ts'
import { Box, MutationForm, Was } from './mutation-form.tsx'
import { TextField } from './text-field.tsx'

interface DetailsFormProps {
  /** The form's name at the server. */
  readonly name: string
  readonly id: string
  /** What it changes, for those who hear only "Edit". */
  readonly of: string
  readonly fields: readonly DetailField[]
  /** As they are, in a form's text, by name (`typedDetails`). */
  readonly typed: Readonly<Record<string, string>>
}

const usualLength = 500

/**
 * What can be changed of a row, folded away until it is wanted: a field for each of its details, in
 * their order.
 */
export function DetailsForm({ name, id, of, fields, typed }: DetailsFormProps) {
  const refused = useRefusedForm(name, { id })
  const messages = Object.fromEntries(fields.map(({ name: field, invalid }) => [`${field}:invalid`, invalid] as const))
  return (
    <details className="series-fold" open={refused !== null}>
      <summary>
        Edit<span className="sr">: {of}</span>
      </summary>
      <MutationForm key={JSON.stringify(typed)} name={name} about={{ id }} messages={messages} className="compose series-form">
        {fields.map(({ name: field, label, help, rows, maxLength = usualLength, isBox }) => {
          const was = typed[field] ?? ''
          if (isBox)
            return (
              <Box key={field} name={field} isOn={was === 'on'}>
                {label}
              </Box>
            )
          return (
            <div key={field}>
              <TextField
                id={`${field}-${id}`}
                name={field}
                label={label}
                hint={help}
                {...(rows !== undefined && { rows })}
                defaultValue={refused?.values[field] ?? was}
                maxLength={maxLength}
                error={refused?.error ?? null}
                messages={messages}
                dir="auto"
              />
              <Was name={field} value={was} />
            </div>
          )
        })}
        <div className="compose-acts">
          <button className="btn">Save</button>
        </div>
      </MutationForm>
    </details>
  )
}
