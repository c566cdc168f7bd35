import type { Table } from '../kernel/table.ts'
import type { Transaction } from '../kernel/transaction.ts'
import type { Doc } from '../text/schema.ts'

export const noText: Doc = { type: 'doc', content: [{ type: 'paragraph' }] }

/** The ids with `id` before `beforeId`; at the end where that is `null`, or has gone since. */
export function placedBefore(ids: readonly string[], id: string, beforeId: string | null): string[] {
  const rest = ids.filter((other) => other !== id)
  const at = beforeId === null ? -1 : rest.indexOf(beforeId)
  return at < 0 ? [...rest, id] : rest.toSpliced(at, 0, id)
}

/** These ids with `id` among them, or without it. */
export function withOrWithout(ids: readonly string[] | undefined, id: string, isIn: boolean): string[] {
  const others = (ids ?? []).filter((other) => other !== id)
  return isIn ? [...others, id] : others
}

interface Numbered {
  readonly id: string
  readonly number: number
}

/** Numbers rows from 1 on in the order of these ids; only what is other than before is written. */
export async function putNumbered<R extends Numbered>(
  tx: Transaction,
  table: Table<R>,
  rows: readonly R[],
  ids: readonly string[],
): Promise<void> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const [at, id] of ids.entries()) {
    const row = byId.get(id)
    if (row !== undefined && row.number !== at + 1) await tx.put(table, { ...row, number: at + 1 })
  }
}
