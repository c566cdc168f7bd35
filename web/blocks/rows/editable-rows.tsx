/**
 * The kit for pages of rows that are made, changed and taken away on the spot, staff pages above
 * all: what such a page says of each row is its own, and everything else stands here. Its load
 * answers rows with `typedDetails` and the fields with `detailFields`, both `null` for whom they
 * are only to be read.
 */
import type { ReactNode } from 'react'
import type { DetailField } from '#shared/kernel/details.ts'
import { Confirm } from '../forms/confirm.tsx'
import { DetailsForm } from '../forms/details-form.tsx'
import { MoreLink } from '../posts/more-link.tsx'

export interface EditableRow {
  readonly id: string
  /** What it is called, on the button that takes it away. */
  readonly title: string
  /** Its details as a form shows them; `null`: the viewer cannot change it. */
  readonly typed: Readonly<Record<string, string>> | null
}

export interface RowForms {
  /** Of `putMutation`. */
  readonly put: string
  /** Of `removeMutation`. */
  readonly remove: string
  /** What becomes of the row, said before it is taken away. */
  readonly removed: string
}

interface EditableRowsProps<R> {
  readonly rows: readonly R[]
  readonly forms: RowForms
  /** `null`: the viewer can make none. */
  readonly fields: readonly DetailField[] | null
  /** Said where there are none. */
  readonly empty: string
  /** What the form for a new one is folded under; `null`: no more can be made. */
  readonly create: string | null
  /** The address of the longer list; `null`: all are here. */
  readonly more?: string | null
  /** Of a row's place in the list. */
  readonly className?: string
  /** What is shown of a row, above what can be done to it. */
  readonly children: (row: R) => ReactNode
}

export function EditableRows<R extends EditableRow>(props: EditableRowsProps<R>) {
  const { rows, forms, fields, empty, create, more = null, className, children } = props
  return (
    <>
      {rows.length === 0 ? <p className="empty">{empty}</p> : null}
      <ul className="plain-list">
        {rows.map((row) => (
          <li key={row.id} id={row.id} className={className}>
            {children(row)}
            <EditRow row={row} forms={forms} fields={fields} />
          </li>
        ))}
      </ul>
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More</MoreLink>
        </p>
      )}
      {fields === null || create === null ? null : (
        <DetailsForm key={rows.length} isWhole name={forms.put} id="" summary={create} fields={fields} />
      )}
    </>
  )
}

/** What can be done to one row; nothing for whom it is only to be read. */
export function EditRow({
  row: { id, title, typed },
  forms,
  fields,
}: Pick<EditableRowsProps<never>, 'forms' | 'fields'> & { readonly row: EditableRow }) {
  if (fields === null || typed === null) return null
  return (
    <DetailsForm isWhole name={forms.put} id={id} fields={fields} typed={typed}>
      <Confirm summary="Delete" mutation={forms.remove} fields={{ id }} action={`Delete “${title}”`}>
        {forms.removed}
      </Confirm>
    </DetailsForm>
  )
}
