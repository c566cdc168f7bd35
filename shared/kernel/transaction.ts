import type { Query } from './query.ts'
import type { Row, Table } from './table.ts'
import { AppError } from './errors.ts'

/** Reading, the same on a device, on the server and in tests. Deleted rows are absent. */
export interface Read {
  get<R extends Row>(table: Table<R>, id: string): Promise<R | undefined>
  /** In the order asked; absent rows are left out. */
  getMany<R extends Row>(table: Table<R>, ids: readonly string[]): Promise<readonly R[]>
  list<R extends Row>(query: Query<R>): Promise<readonly R[]>
  /** How many rows `list` would find, `limit` and `offset` apart. */
  count<R extends Row>(query: Query<R>): Promise<number>
}

/** Reading sees what the same transaction has written. */
export interface Transaction extends Read {
  /**
   * Creates or replaces a row. @throws AppError 'taken' with the first field of a unique key that
   * another live row holds.
   */
  put<R extends Row>(table: Table<R>, row: R): Promise<void>
  /** Leaves a tombstone. No error when the row is absent. */
  delete<R extends Row>(table: Table<R>, id: string): Promise<void>
}

/** @throws AppError 'not-found' */
export async function getOrThrow<R extends Row>(read: Read, table: Table<R>, id: string): Promise<R> {
  const row = await read.get(table, id)
  if (row === undefined) throw new AppError('not-found', { message: `${table.name} ${id}` })
  return row
}
