import type { Mutation } from '../kernel/mutation.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Row, Table } from '../kernel/table.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { AppError } from '../kernel/errors.ts'
import { parseArgs } from '../kernel/mutation.ts'
import { visitor } from '../kernel/viewer.ts'
import { T0 } from './factories.ts'
import { memoryStore } from './memory-store.ts'

/**
 * Mutations over a store in memory, each in a transaction of its own: what throws leaves nothing.
 */
export function mutationsOver(tables: readonly Table[]) {
  const store = memoryStore(tables)
  return {
    run: <Args>(mutation: Mutation<Args>, args: unknown, { viewer = visitor, now = T0 }: { viewer?: Viewer; now?: number } = {}) =>
      store.write(({ tx }) => mutation.run({ tx, viewer, now }, parseArgs(mutation, args))),
    /** Puts a row there as it is, by no mutation. */
    put: <R extends Row>(table: Table<R>, row: R) => store.write(({ tx }) => tx.put(table, row)),
    get: <R extends Row>(table: Table<R>, id: string) => store.read((read) => read.get(table, id)),
    read: <T>(work: (read: Read) => Promise<T>) => store.read(work),
    /** Everything there is, to compare before and after. */
    everything: async () => store.everything(),
  }
}

/** The refusal of a mutation; fails when there is none, or when it is a bug. */
export async function refusalOf(mutation: Promise<unknown>): Promise<AppError> {
  try {
    await mutation
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
