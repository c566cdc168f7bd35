import { defineQuery } from '#shared/kernel/query.ts'
import { randomBytes } from 'node:crypto'
import { defineOperation } from '#server/sync/operations.ts'
import { toBase64 } from './encoded.ts'
import { documentKeys, documentLog, documents, documentSnapshots, logRowId, snapshotId } from './tables.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export interface SwapRequest {
  readonly room: string
  readonly epoch: number
  /** What it was made from: the snapshot up to there, and the rows after it. */
  readonly from: number
  readonly upto: number
  /** As the worker has made it. */
  readonly packed: Uint8Array
  readonly sha256: string
  readonly structs: number
}

const retentionMs = 7 * dayMs
const maxOld = 50

/**
 * Puts a snapshot in the place of exactly the rows it was made from (Y3). `false`: something has
 * changed meanwhile, and nothing was done.
 */
export const swapSnapshot = defineOperation('documents.swap', async ({ tx, now }, request: SwapRequest): Promise<boolean> => {
  const { room, epoch, from, upto, packed, sha256, structs } = request
  const document = await tx.get(documents, room)
  if (document === undefined || document.epoch !== epoch || document.snapshotSeq !== from || upto >= document.nextSeq || upto <= from)
    return false
  const before = await tx.get(documentSnapshots, snapshotId(room, from))
  if (before !== undefined) await tx.put(documentSnapshots, { ...before, replacedAt: now })
  await tx.put(documentSnapshots, {
    id: snapshotId(room, upto),
    documentId: room,
    upto,
    bytes: toBase64(packed),
    sha256,
    structs,
    madeAt: now,
    replacedAt: null,
  })
  for (let seq = from + 1; seq <= upto; seq += 1) await tx.delete(documentLog, logRowId(room, seq))
  const left = await tx.list(
    defineQuery({ table: documentLog, index: ['documentId', 'seq'], equals: [room], from: upto + 1, order: 'ascending', limit: 100_000 }),
  )
  const logBytes = left.reduce((sum, { bytes }) => sum + Math.floor((bytes.length * 3) / 4), 0)
  await tx.put(documents, { ...document, snapshotSeq: upto, logRows: left.length, logBytes })
  // Old ones of any document, a few at a time.
  const old = await tx.list(
    defineQuery({
      table: documentSnapshots,
      index: ['replacedAt'],
      equals: [],
      from: 0,
      until: now - retentionMs,
      order: 'ascending',
      limit: maxOld,
    }),
  )
  for (const { id } of old) await tx.delete(documentSnapshots, id)
  return true
})

/** The secret of that name, made when there is none: all processes over one store have the same. */
export const documentKey = defineOperation('documents.key', async ({ tx, now }, id: string): Promise<string> => {
  const found = await tx.get(documentKeys, id)
  if (found !== undefined) return found.secret
  const secret = randomBytes(32).toString('base64')
  await tx.put(documentKeys, { id, secret, madeAt: now })
  return secret
})
