/** What other processes have added to a document since a room last heard of them. */
import type { Read } from '#shared/kernel/transaction.ts'
import type { Document, LogRow } from './tables.ts'
import type { Growth } from './text-size.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { documentLog } from './tables.ts'
import { sumOf } from './text-size.ts'

const maxRows = 100_000

export function rowsAfter(read: Pick<Read, 'list'>, name: string, seq: number): Promise<readonly LogRow[]> {
  return read.list(
    defineQuery({
      table: documentLog,
      index: ['documentId', 'seq'],
      equals: [name],
      from: seq + 1,
      order: 'ascending',
      limit: maxRows,
    }),
  )
}

/**
 * @param knownSeq up to where the room has read the log. `null`: the rows after it are gone into a
 *   snapshot.
 */
export async function unseenGrowth(read: Pick<Read, 'list'>, document: Document, knownSeq: number): Promise<Growth | null> {
  if (document.nextSeq - 1 <= knownSeq) return sumOf([])
  if (document.snapshotSeq > knownSeq) return null
  const rows = await rowsAfter(read, document.id, knownSeq)
  return sumOf(rows.map(({ growth, bytes }) => growth ?? ofRow((bytes.length / 4) * 3)))
}

/** Nothing that an update brings takes fewer than two bytes, nor text fewer than its characters. */
const ofRow = (bytes: number): Growth => ({ structs: bytes / 2, types: bytes / 2, characters: bytes })
