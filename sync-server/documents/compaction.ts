/**
 * Makes a document's log short (Y3): a worker builds a snapshot of what is stored, and the swap
 * takes exactly the rows it was made from. It reads the store and never memory, and holds nobody
 * up: a failure leaves the log as it is.
 */
import type { DocumentMetrics } from './document-metrics.ts'
import type { DocumentPorts } from './ports.ts'
import type { DocumentRoom } from './room.ts'
import { sameVector } from '#shared/documents/inspect-vector.ts'
import { runOperation } from '#server/sync/operations.ts'
import { swapSnapshot } from './compaction-operations.ts'
import { fromBase64, vectorOf } from './encoded.ts'
import { storedOf } from './load-document.ts'

export interface Compaction {
  /** Resolves when it is done or has failed. One at a time for each room. */
  start(room: DocumentRoom): Promise<void>
  idle(): Promise<void>
}

/** After a failure, the log must have grown by so much before it is tried again. */
const rowsUntilRetry = 500

export function createCompaction(ports: DocumentPorts, metrics: DocumentMetrics): Compaction {
  const running = new Map<string, Promise<void>>()
  const failedAt = new Map<string, number>()

  async function compact(room: DocumentRoom): Promise<void> {
    const stored = await ports.store.read((read) => storedOf(read, room.name))
    if (stored === null || stored.rows.length === 0) return
    const { document, snapshot, rows } = stored
    const made = await ports.workers.compact(
      snapshot === undefined ? null : fromBase64(snapshot.bytes),
      rows.map(({ bytes }) => fromBase64(bytes)),
    )
    // Whoever loads it goes by what the document's row says of it.
    if (!sameVector(vectorOf(made.stateVector), vectorOf(document.stateVector)))
      throw new Error('the snapshot has another state vector than the row of its document')
    const upto = rows.at(-1)?.seq ?? document.snapshotSeq
    const { packed, sha256, structs } = made
    const request = { room: room.name, epoch: document.epoch, from: document.snapshotSeq, upto, packed, sha256, structs }
    if (!(await runOperation(ports.writer, swapSnapshot, request))) return
    metrics.compactions += 1
    if (room.knownSeq === upto && !room.hasPending && !room.isShaken) room.state.shrink(made.update, structs)
    room.logRows -= rows.length
    room.logBytes = Math.max(0, room.logBytes - rows.reduce((sum, { bytes }) => sum + Math.floor((bytes.length * 3) / 4), 0))
  }

  return {
    start(room) {
      const under = running.get(room.name)
      if (under !== undefined) return under
      if (room.knownSeq - (failedAt.get(room.name) ?? -Infinity) < rowsUntilRetry) return Promise.resolve()
      const work = compact(room)
        .then(
          () => void failedAt.delete(room.name),
          (error: unknown) => {
            metrics.failedCompactions += 1
            failedAt.set(room.name, room.knownSeq)
            ports.log(error, `documents: making the log of ${room.name} short`)
          },
        )
        .finally(() => running.delete(room.name))
      running.set(room.name, work)
      return work
    },
    async idle() {
      await Promise.all(running.values())
    },
  }
}
