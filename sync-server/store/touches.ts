import { listKeysOf } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { JournalRow } from './port.ts'

/** A live row as it stands at one moment of a batch. */
export interface State {
  readonly scope: string
  readonly shape: string | null
  /** JSON. */
  readonly body: string
}

/**
 * What a batch did to one row, from before the batch to now. `undefined`: not there, or deleted.
 */
export interface Touch {
  readonly table: Table
  readonly id: string
  readonly before: State | undefined
  readonly after: State | undefined
  readonly version: number
}

/** What a batch has changed so far, able to go back to an earlier moment (a savepoint). */
export class Touches {
  readonly #byRow = new Map<string, Touch>()
  readonly #undo: { readonly key: string; readonly earlier: Touch | undefined }[] = []

  /** The row as this batch has left it so far; `undefined`: not touched. */
  at(table: Table, id: string): Touch | undefined {
    return this.#byRow.get(keyOf(table, id))
  }

  add(touch: Touch): void {
    const key = keyOf(touch.table, touch.id)
    const earlier = this.#byRow.get(key)
    this.#undo.push({ key, earlier })
    this.#byRow.set(key, earlier === undefined ? touch : { ...touch, before: earlier.before })
  }

  moment(): number {
    return this.#undo.length
  }

  backTo(moment: number): void {
    while (this.#undo.length > moment) {
      const step = this.#undo.pop()
      if (step?.earlier !== undefined) this.#byRow.set(step.key, step.earlier)
      else if (step !== undefined) this.#byRow.delete(step.key)
    }
  }

  /** Where rows changed since that moment are, and were. */
  shapesSince(moment: number): readonly string[] {
    const shapes = new Set<string>()
    const add = (table: Table, state: State | undefined) => {
      if (table.journal && state !== undefined && state.shape !== null) shapes.add(state.shape)
    }
    for (const { key, earlier } of this.#undo.slice(moment)) {
      const now = this.#byRow.get(key)
      if (now === undefined) continue
      add(now.table, earlier === undefined ? now.before : earlier.after)
      add(now.table, now.after)
    }
    return [...shapes]
  }

  /** In the order in which rows were first touched. */
  all(): readonly Touch[] {
    return [...this.#byRow.values()]
  }
}

/** Of a row, among those of all tables. */
export const keyOf = ({ name }: Table, id: string): string => `${name} ${id}`

/**
 * Journal entries of one touched row, without their `seq`: none, one, or a `del` and a `put` when
 * the row moved.
 */
export function entriesOf({ table, id, before, after, version }: Touch): readonly Omit<JournalRow, 'seq'>[] {
  if (!table.journal) return []
  const keys = [...new Set([...keysOf(table, before), ...keysOf(table, after)])]
  const entry = { kind: table.name, id, version, keys }
  const entries: Omit<JournalRow, 'seq'>[] = []
  const moved = before?.scope !== after?.scope || before?.shape !== after?.shape
  if (before !== undefined && moved) entries.push({ ...entry, shape: before.shape, op: 'del' })
  if (after !== undefined) entries.push({ ...entry, shape: after.shape, op: 'put' })
  return entries
}

function keysOf(table: Table, state: State | undefined): readonly string[] {
  // Bodies are rows of their table, as in every read.
  return state === undefined ? [] : listKeysOf(table, JSON.parse(state.body) as Row)
}
