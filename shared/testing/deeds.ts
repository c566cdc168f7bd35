import type { Mutation } from '../kernel/mutation.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Row, Table } from '../kernel/table.ts'
import type { MemberViewer, Viewer } from '../kernel/viewer.ts'
import { AppError } from '../kernel/errors.ts'
import { makeId } from '../kernel/ids.ts'
import { parseArgs } from '../kernel/mutation.ts'
import { visitor } from '../kernel/viewer.ts'
import { memoryStore } from './memory-store.ts'

/** A fixed point in time, ms. */
export const T0 = 1_760_000_000_000

/** The n-th id of a test; always the same. */
export function idOf(n: number): string {
  return makeId(T0, Uint8Array.from({ length: 10 }, (_, at) => (at === 9 ? n % 256 : at === 8 ? Math.floor(n / 256) : 7)))
}

export function memberViewer(userId: string, more: Partial<MemberViewer> = {}): MemberViewer {
  return {
    kind: 'member', userId, karma: 0, groups: [], isAdmin: false, postingDisabled: false, commentingDisabled: false, votingDisabled: false, isApproved: true,
    ...more,
  }
}

/** Mutations over a store in memory, each in a transaction of its own: what throws leaves nothing. */
export function deedsOver(tables: readonly Table[]) {
  const store = memoryStore(tables)
  return {
    run: <Args>(mutation: Mutation<Args>, args: unknown, { viewer = visitor, now = T0 }: { viewer?: Viewer; now?: number } = {}) =>
      store.write(({ tx }) => mutation.run({ tx, viewer, now }, parseArgs(mutation, args))),
    get: <R extends Row>(table: Table<R>, id: string) => store.read((read) => read.get(table, id)),
    read: <T>(work: (read: Read) => Promise<T>) => store.read(work),
    /** Everything there is, to compare before and after. */
    everything: () => store.read(async (read) => JSON.stringify(await Promise.all(tables.map((table) => rowsOf(read, table))))),
  }
}

async function rowsOf(read: Read, table: Table): Promise<readonly Row[]> {
  const [index] = table.indexes
  return index === undefined ? [] : read.list({ table, index, equals: [], order: 'ascending', limit: 10_000 })
}

/** The refusal of a deed; fails when there is none, or when it is a bug. */
export async function refusalOf(deed: Promise<unknown>): Promise<AppError> {
  try {
    await deed
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
