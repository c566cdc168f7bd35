import type { ReactNode } from 'react'
import type { DetailField } from '#shared/kernel/details.ts'
import { useNavigate, useRefresh } from '../../data/navigation.ts'
import { useRefusedForm } from '../../data/page.ts'
import type { Messages } from './messages.ts'
import type { MutationFormProps } from './mutation-form.tsx'
import { Box, MutationForm, Was } from './mutation-form.tsx'
import { PictureField } from '../pictures/picture-field.tsx'
import { TextField } from './text-field.tsx'

interface DetailsFormProps {
  /** The form's name at the server. */
  readonly name: string
  /** Of the row; empty: it makes one. */
  readonly id: string
  /** What it is folded under; "Edit" unless said. */
  readonly summary?: string
  /** What it changes, for those who hear only the summary. */
  readonly of?: string
  readonly fields: readonly DetailField[]
  /** As they are, in a form's text, by name (`typedDetails`); none of a row that is to be made. */
  readonly typed?: Readonly<Record<string, string>>
  /**
   * It says all of the row anew (`putMutation`) and goes where that is shown, instead of setting
   * what was changed (`detailMutation`).
   */
  readonly isWhole?: boolean
  /** The page is about nothing else. */
  readonly isUnfolded?: boolean
  readonly aid?: FormAid
  readonly whenOffline?: MutationFormProps['whenOffline']
  /** Uploaded already, where a picture is chosen. */
  readonly pictures?: readonly { readonly src: string; readonly of: string }[]
  /** What else can be done to the row, below its fields. */
  readonly children?: ReactNode
}

/** A field that is no detail itself, and helps to fill in others. */
export interface FormAid {
  readonly name: string
  /** The detail above which it stands. */
  readonly above: string
  readonly messages: Messages
  /** @param was what was typed in a form that was refused. */
  readonly part: (was: string) => ReactNode
}

const usualLength = 500
const none: NonNullable<DetailsFormProps['pictures']> = []
const nothing: Readonly<Record<string, string>> = {}

/**
 * What can be changed of a row, folded away until it is wanted: a field for each of its details, in
 * their order.
 */
export function DetailsForm(props: DetailsFormProps) {
  const {
    name,
    id,
    summary = 'Edit',
    of,
    fields,
    typed = nothing,
    isWhole = false,
    isUnfolded = false,
    aid,
    pictures = none,
    whenOffline,
    children,
  } = props
  const pictureNames = fields.flatMap(({ name: own, field = own, isPicture = false }) => (isPicture ? [{ own, field }] : []))
  const navigate = useNavigate()
  const refresh = useRefresh()
  const refused = useRefusedForm(name, { id })
  const messages = {
    ...aid?.messages,
    ...Object.fromEntries(
      fields.flatMap(({ name: own, field = own, invalid, taken }) => [
        [`${field}:invalid`, invalid] as const,
        [`${field}:taken`, taken] as const,
      ]),
    ),
  }
  const form = (
    <MutationForm
      key={JSON.stringify(typed)}
      {...{ name, messages, about: { id }, className: 'compose series-form' }}
      before={async (given) => {
        const chosen = pictureNames.find(({ own, field }) => (given[field] ?? '') !== (typed[own] ?? ''))
        if (chosen === undefined) return null
        const { untilUploaded } = await import('../../data/pictures-own.ts')
        const isRefused = (await untilUploaded(given[chosen.field] ?? '')) === 'refused'
        return isRefused ? { code: 'invalid', reason: null, field: chosen.field, retryAfterMs: null } : null
      }}
      {...(isWhole && { whenOffline, onDone: (location) => (location === '' ? refresh() : navigate(location)) })}
    >
      {fields.map(
        ({
          name: own,
          field = own,
          label,
          help,
          choices,
          rows,
          type,
          maxLength = usualLength,
          isBox,
          isSeveral = false,
          isRequired = false,
          isPicture = false,
        }) => {
          const was = typed[own] ?? ''
          if (isPicture)
            return (
              <PictureField
                key={field}
                name={field}
                label={label}
                value={refused?.values[field] ?? was}
                {...{ pictures, isUntold: isWhole }}
              />
            )
          if (choices !== undefined)
            return (
              <Choices
                key={field}
                {...{ id: `${field}-${id === '' ? 'new' : id}`, field, label, help, choices, isSeveral, was, refused: refused?.values }}
              />
            )
          if (isBox)
            return (
              <Box key={field} name={field} isOn={refused === null || !isWhole ? was === 'on' : field in refused.values} isUntold={isWhole}>
                {label}
              </Box>
            )
          return (
            <div key={field}>
              {aid?.above === own ? aid.part(refused?.values[aid.name] ?? '') : null}
              <TextField
                id={`${field}-${id === '' ? 'new' : id}`}
                name={field}
                label={label}
                hint={help}
                {...(rows !== undefined && { rows })}
                {...(type !== undefined && { type })}
                defaultValue={refused?.values[field] ?? was}
                required={isRequired}
                maxLength={maxLength}
                error={refused?.error ?? null}
                messages={messages}
                dir="auto"
              />
              {isWhole ? null : <Was name={field} value={was} />}
            </div>
          )
        },
      )}
      <div className="compose-acts">
        <button className="btn">Save</button>
      </div>
    </MutationForm>
  )
  if (isUnfolded) return form
  return (
    <details className="series-fold" open={refused !== null}>
      <summary>
        {summary}
        {of === undefined ? null : <span className="sr">: {of}</span>}
      </summary>
      {form}
      {children}
    </details>
  )
}

interface ChoicesProps {
  readonly id: string
  readonly field: string
  readonly label: string
  readonly help: string | undefined
  readonly choices: Readonly<Record<string, string>>
  readonly isSeveral: boolean
  /** One on each line. */
  readonly was: string
  readonly refused: Readonly<Record<string, string>> | undefined
}

/** What is chosen from: one of a list, or a box for each. */
function Choices({ id, field, label, help, choices, isSeveral, was, refused }: ChoicesProps) {
  const all = Object.entries(choices)
  if (!isSeveral)
    return (
      <div className="field">
        <label htmlFor={id}>{label}</label>
        {help === undefined ? null : (
          <p className="hint-line" id={`${id}-hint`}>
            {help}
          </p>
        )}
        <select
          className="input"
          id={id}
          name={field}
          defaultValue={refused?.[field] ?? was}
          aria-describedby={help === undefined ? undefined : `${id}-hint`}
        >
          {all.map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </select>
      </div>
    )
  const chosen = was.split('\n')
  return (
    <fieldset>
      <legend>{label}</legend>
      {all.map(([value, word]) => (
        <Box
          key={value}
          isUntold
          name={`${field}.${value}`}
          isOn={refused === undefined ? chosen.includes(value) : `${field}.${value}` in refused}
        >
          {word}
        </Box>
      ))}
    </fieldset>
  )
}
