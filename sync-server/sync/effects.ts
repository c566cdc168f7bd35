/**
 * The third step of a mutation: what happens after the commit. An effect follows the journal with a
 * cursor of its own, so a crash delays it and loses nothing; it may run again for the same change,
 * so it sets states and never adds. It never holds up the mutation that caused it.
 */
import type { Row, Table } from '#shared/kernel/table.ts'
import type { JournalRow, Store } from '#server/store/port.ts'
import type { Follower, FollowOptions } from './follow-journal.ts'
import type { Writer } from './writer.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'
import { followJournal } from './follow-journal.ts'

export interface EffectContext {
  readonly store: Pick<Store, 'read'>
  readonly apply: Writer['apply']
}

export interface Effect {
  /**
   * Names the cursor; a new name begins where the journal now does: what was pruned before, it must
   * look up itself.
   */
  readonly name: string
  /** Table names whose changes it hears of. */
  readonly of: readonly string[]
  run(context: EffectContext, ids: readonly string[]): Promise<void>
}

/**
 * `run` is given the rows that changed and are still there, each once however often it changed
 * meanwhile.
 */
export function defineEffect<R extends Row>(
  name: string,
  table: Table<R>,
  run: (context: EffectContext, rows: readonly R[]) => Promise<void>,
): Effect {
  return {
    name,
    of: [table.name],
    async run(context, ids) {
      await run(context, await context.store.read((read) => read.getMany(table, ids)))
    },
  }
}

export function startEffects(
  store: Store,
  writer: Writer,
  effects: readonly Effect[],
  options: Pick<FollowOptions, 'log' | 'pollMs'> = {},
): readonly Follower[] {
  const context: EffectContext = {
    store: {
      async read(work) {
        await yieldToEventLoop()
        return store.read(work)
      },
    },
    apply: (request) => writer.apply(request),
  }
  return effects.map((effect) =>
    followJournal(
      store,
      `effect:${effect.name}`,
      async (rows) => {
        const ids = changedIds(rows, effect.of)
        if (ids.length > 0) await effect.run(context, ids)
      },
      { ...options, onCommit: (listen) => writer.onCommit(() => listen()) },
    ),
  )
}

function changedIds(rows: readonly JournalRow[], kinds: readonly string[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => (row.op === 'put' && kinds.includes(row.kind) ? [row.id] : [])))]
}
