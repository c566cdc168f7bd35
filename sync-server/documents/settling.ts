import type { DocumentPorts } from './ports.ts'
import type { DocumentRoom } from './room.ts'

/** Has the text of a post kept as a revision when it has come to rest, every five minutes while it is being written, and before much is taken out. */
export interface Settling {
  look(room: DocumentRoom, now: number): Promise<void>
  /** If there is anything new in it. */
  now(room: DocumentRoom): Promise<void>
  /** Much is about to be taken out: what stood there before is kept as it was. Waits for nothing. */
  before(room: DocumentRoom, userId: string): void
}

const restMs = 5_000
const everyMs = 300_000

export function createSettling(ports: Pick<DocumentPorts, 'settled' | 'clock' | 'log'>): Settling {
  const settledAt = new WeakMap<DocumentRoom, number>()

  async function now(room: DocumentRoom): Promise<void> {
    const { writtenAt, writtenBy } = room
    if (writtenAt === null) return
    try {
      if (room.room.kind === 'post') await ports.settled(room.room.id, room.state.whole(), writtenBy)
    } catch (error) {
      // The text is safe in the document; the next change tries again.
      ports.log(error, `documents: settling ${room.name}`)
    }
    // Nothing was written meanwhile.
    if (room.writtenAt === writtenAt) room.writtenAt = null
  }

  return {
    async look(room, time) {
      if (room.writtenAt === null) return
      const isAtRest = ![...room.peers].some(({ mayWrite }) => mayWrite) && time - room.usedAt > restMs
      if (!isAtRest && time - (settledAt.get(room) ?? room.loadedAt) < everyMs) return
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
