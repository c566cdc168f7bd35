import type { DocumentMetrics } from './document-metrics.ts'
import type { DocumentPorts } from './ports.ts'
import type { DocumentRoom } from './room.ts'
import { countOne } from '#server/sync/sync-metrics.ts'
import { NotSettled } from './not-settled.ts'

/**
 * Has the text of a post kept as a revision when it has come to rest, every five minutes while it
 * is being written, and before much is taken out. With it the whole of the document is looked at.
 * Where that look itself fails it is tried again, ever later; after three times the room takes
 * nothing more in, so that what is written stays on devices and is not called saved, until it has
 * been looked at after all.
 */
export interface Settling {
  look(room: DocumentRoom, now: number): Promise<void>
  /** If there is anything new in it. */
  now(room: DocumentRoom): Promise<void>
  /**
   * Much is about to be taken out: what stood there before is kept as it was. Waits for nothing.
   */
  before(room: DocumentRoom, userId: string): void
}

const restMs = 5_000
const everyMs = 300_000
const firstAgainMs = 30_000
const longestAgainMs = 600_000
const maxFailures = 3

interface Trouble {
  /** Of the look, in a row. */
  readonly failures: number
  readonly waitMs: number
  readonly againAt: number
}

export function createSettling(
  ports: Pick<DocumentPorts, 'settled' | 'clock' | 'log'>,
  metrics: Pick<DocumentMetrics, 'settled'>,
): Settling {
  const settledAt = new WeakMap<DocumentRoom, number>()
  const troubles = new WeakMap<DocumentRoom, Trouble>()

  async function now(room: DocumentRoom): Promise<void> {
    const { writtenAt, writtenBy } = room
    // With what was refused in its memory it waits for the next look.
    if (writtenAt === null || room.isShaken) return
    try {
      if (room.room.kind === 'post') {
        await ports.settled(room.room.id, room.state.whole(), writtenBy)
        countOne(metrics.settled, 'settled')
        isWell(room)
      }
    } catch (error) {
      ports.log(error, `documents: settling ${room.name}`)
      if (triesAgain(room, error)) return
    }
    // Nothing was written meanwhile. What was not kept is safe in the document; the next change
    // tries again.
    if (room.writtenAt === writtenAt) room.writtenAt = null
  }

  function isWell(room: DocumentRoom): void {
    troubles.delete(room)
    room.isUnchecked = false
  }

  /** @returns whether to try again, though nothing changes. */
  function triesAgain(room: DocumentRoom, error: unknown): boolean {
    const why = error instanceof NotSettled ? error.why : 'other'
    countOne(metrics.settled, why)
    if (why !== 'busy' && why !== 'failed') {
      // It was looked at.
      isWell(room)
      return false
    }
    const { failures = 0, waitMs = firstAgainMs / 2 } = troubles.get(room) ?? {}
    const next = { failures: failures + (why === 'failed' ? 1 : 0), waitMs: Math.min(2 * waitMs, longestAgainMs) }
    troubles.set(room, { ...next, againAt: ports.clock() + next.waitMs })
    room.isUnchecked = next.failures >= maxFailures
    return true
  }

  return {
    async look(room, time) {
      if (room.writtenAt === null) return
      const trouble = troubles.get(room)
      if (trouble === undefined) {
        const isAtRest = ![...room.peers].some(({ mayWrite }) => mayWrite) && time - room.usedAt > restMs
        if (!isAtRest && time - (settledAt.get(room) ?? room.loadedAt) < everyMs) return
      } else if (time < trouble.againAt) return
      settledAt.set(room, time)
      await now(room)
    },
    now,
    before(room, userId) {
      if (room.room.kind !== 'post') return
      // Where nobody has written since it was kept, it is only marked.
      const writtenBy = room.writtenBy || userId
      ports
        .settled(room.room.id, room.state.whole(), writtenBy, true)
        .catch((error: unknown) => ports.log(error, `documents: before a deletion in ${room.name}`))
    },
  }
}
