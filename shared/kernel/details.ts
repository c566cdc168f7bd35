/**
 * The editable fields of a table, declared once: from them come the mutation that sets one, the
 * form that shows them (`detailFields`, web/blocks/forms/details-form.tsx) and its handler
 * (sync-server/http/details-form.ts). `row-mutations.ts` makes those of a whole row.
 */
import * as z from 'zod/mini'
import type { Mutation } from './mutation.ts'
import type { Row, Table } from './table.ts'
import type { Verdict } from './verdict.ts'
import type { Viewer } from './viewer.ts'
import { authorize } from './errors.ts'
import { Id } from './fields.ts'
import { defineMutation } from './mutation.ts'
import { getOrThrow } from './transaction.ts'
import { choicesOf, typedText } from './typed-value.ts'
import { isSameJson } from './same.ts'

export interface Detail<Value> {
  readonly value: z.ZodMiniType<Value>
  readonly label: string
  /** One quiet line under the label. */
  readonly help?: string
  /**
   * What is chosen from: its words by their values, `''` for none. A list of values has a box for
   * each.
   */
  readonly choices?: Readonly<Record<string, string>>
  /** Lines of a text area. */
  readonly rows?: number
  readonly maxLength?: number
  /** Of its field, where that is not for text. */
  readonly type?: 'date' | 'datetime-local'
  /** `elsewhere`: not in the form with the others, since a button of its own sets it. */
  readonly isIn?: 'elsewhere'
  readonly isRequired?: boolean
  /** An address of a picture of this site, chosen or uploaded. */
  readonly isPicture?: true
  /** The form's name for it, where that is not the column's. */
  readonly field?: string
  /** Said at the field when it is refused, where the usual words do not do. */
  readonly invalid?: string
  /** Said at the field when another row has the value. */
  readonly taken?: string
}

/** By the row's own names. */
export type Details<R extends Row> = { readonly [Field in keyof R & string]?: Detail<R[Field]> }
/** Whatever the table. */
export type AnyDetails = Readonly<Record<string, Detail<unknown>>>

/** Fields of a table that can be set one by one. */
export function defineDetails<R extends Row, Named extends Details<R>>(_table: Table<R>, details: Named): Named {
  return details
}

export type ValueOf<D> = D extends Detail<infer Value> ? Value : never
export interface DetailArgs<Named> {
  readonly id: string
  readonly detail: { readonly [Field in keyof Named]: { readonly field: Field; readonly value: ValueOf<Named[Field]> } }[keyof Named]
}

interface DetailMutation<R extends Row, Named> {
  readonly name: string
  readonly table: Table<R>
  readonly details: Named
  /** Asked before anything is looked up. */
  readonly may: (viewer: Viewer) => Verdict
  /** Asked of the row, where its owner or state decides. */
  readonly mayOf?: (viewer: Viewer, row: R) => Verdict
}

/** Sets one detail of a row. */
export function detailMutation<R extends Row, Named extends Details<R>>(given: DetailMutation<R, Named>): Mutation<DetailArgs<Named>> {
  const { name, table, details, may, mayOf } = given
  // Whatever each takes: the mutation's type says it again.
  const options = Object.entries(details as unknown as AnyDetails).map(([field, { value }]) =>
    z.strictObject({ field: z.literal(field), value }),
  )
  const [first, ...others] = options
  if (first === undefined) throw new TypeError(`${name} sets nothing`)
  const args = z.strictObject({ id: Id, detail: z.discriminatedUnion('field', [first, ...others]) })
  return defineMutation({
    name,
    // One option for each of the details, with its own schema.
    args: args as unknown as z.ZodMiniType<DetailArgs<Named>>,
    async run({ tx, viewer }, { id, detail }) {
      authorize(may(viewer))
      const before = await getOrThrow(tx, table, id)
      if (mayOf !== undefined) authorize(mayOf(viewer, before))
      const next = { ...before, [detail.field]: detail.value }
      if (!isSameJson(next, before)) await tx.put(table, next)
    },
  })
}

/** A row's details as a form shows them, by name. */
export function typedDetails<Named extends AnyDetails>(
  details: Named,
  row: { readonly [Field in keyof Named]?: unknown },
): TypedDetails<Named> {
  // Made from the very names.
  return Object.fromEntries(Object.keys(details).map((name) => [name, typedText(row[name])])) as TypedDetails<Named>
}
export type TypedDetails<Named> = { readonly [Field in keyof Named]: string }

/**
 * How a form shows a detail: plain data, which a page's load answers, so that no validator has to
 * be sent to readers.
 */
export interface DetailField extends Omit<Detail<unknown>, 'value' | 'isIn'> {
  /** The row's own name for it. */
  readonly name: string
  /** A box to be ticked. */
  readonly isBox: boolean
  /** A box for each of its choices. */
  readonly isSeveral?: true
}

/** The fields of the form of these details, in their order. */
export function detailFields(details: AnyDetails): readonly DetailField[] {
  return Object.entries(details)
    .filter(([, { isIn }]) => isIn !== 'elsewhere')
    .map(([name, { value, isIn: _isIn, ...shown }]) => ({
      ...{ name, ...shown, isBox: value._zod.def.type === 'boolean' },
      ...(shown.choices !== undefined && choicesOf(value) !== null && { isSeveral: true as const }),
    }))
}
