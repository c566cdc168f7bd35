import type { Query } from '#shared/kernel/query.ts'
import type { Row } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'

/**
 * All rows of a query, a piece of `limit` in memory at a time. While it goes on, no row may come,
 * go or take another place in the order.
 */
export async function* inPieces<R extends Row>(read: Read, query: Query<R>): AsyncGenerator<readonly R[]> {
  for (let offset = 0; ; offset += query.limit) {
    const piece = await read.list({ ...query, offset })
    if (piece.length > 0) yield piece
    if (piece.length < query.limit) return
  }
}
