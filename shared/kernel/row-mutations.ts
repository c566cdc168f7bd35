/**
 * The two mutations that most small entities need, made from a table's details: one that makes a
 * row or says all of its details anew, and one that takes a row away. An entity whose mutations do
 * more writes them with `defineMutation`.
 */
import * as z from 'zod/mini'
import type { AnyDetails, Details, ValueOf } from './details.ts'
import type { Mutation, MutationContext } from './mutation.ts'
import type { Row, Table } from './table.ts'
import type { Verdict } from './verdict.ts'
import type { Viewer } from './viewer.ts'
import { authorize } from './errors.ts'
import { Id } from './fields.ts'
import { defineMutation } from './mutation.ts'
import { isSameJson } from './same.ts'

interface RowMutation<R extends Row> {
  readonly name: string
  readonly table: Table<R>
  /** Asked before anything is looked up. */
  readonly may: (viewer: Viewer) => Verdict
  /** Asked of the row as it is, where its owner or state decides; of a new one as it would be. */
  readonly mayOf?: (viewer: Viewer, row: R) => Verdict
}

export type PutArgs<Named> = { readonly id: string } & { readonly [Field in keyof Named]: ValueOf<Named[Field]> }

interface PutMutation<R extends Row, Named> extends RowMutation<R> {
  readonly details: Named
  /** What a new row has beyond its details. */
  readonly make: (context: MutationContext, args: PutArgs<Named>) => Omit<R, 'id' | keyof Named>
  /** What else must hold. @throws AppError for what does not. */
  readonly check?: (context: MutationContext, args: PutArgs<Named>) => Promise<unknown>
}

/**
 * Makes a row, or says all of its details anew. Safe to replay: what changes nothing is not stored.
 * @throws AppError 'taken' with the field of a unique index.
 */
export function putMutation<R extends Row, Named extends Details<R>>(given: PutMutation<R, Named>): Mutation<PutArgs<Named>> {
  const { name, table, details, may, mayOf, make, check } = given
  // Whatever each takes: the mutation's type says it again.
  const values = Object.entries(details as unknown as AnyDetails).map(([field, { value }]) => [field, value] as const)
  return defineMutation({
    name,
    args: z.strictObject({ id: Id, ...Object.fromEntries(values) }) as unknown as z.ZodMiniType<PutArgs<Named>>,
    async run(context, args) {
      const { tx, viewer } = context
      authorize(may(viewer))
      const before = await tx.get(table, args.id)
      // The details, and all that is no detail: together a row.
      const next = { ...(before ?? make(context, args)), ...args } as unknown as R
      if (mayOf !== undefined) authorize(mayOf(viewer, before ?? next))
      await check?.(context, args)
      if (!isSameJson(next, before)) await tx.put(table, next)
    },
  })
}

/** Takes a row away for good. One that is not there is gone already. */
export function removeMutation<R extends Row>({ name, table, may, mayOf }: RowMutation<R>): Mutation<{ readonly id: string }> {
  return defineMutation({
    name,
    args: z.strictObject({ id: Id }),
    async run({ tx, viewer }, { id }) {
      authorize(may(viewer))
      const before = await tx.get(table, id)
      if (before === undefined) return
      if (mayOf !== undefined) authorize(mayOf(viewer, before))
      await tx.delete(table, id)
    },
  })
}
