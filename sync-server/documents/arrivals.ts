/**
 * What is read for whoever comes to a document: who they are and what they may do with it. After a
 * restart hundreds come at once: those of one turn of the loop are read for in one transaction, and
 * each row in it once.
 */
import type { Member } from '#shared/accounts/schema.ts'
import type { Level } from '#shared/documents/protocol.ts'
import type { Room } from '#shared/documents/rooms.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { DocumentPorts } from './ports.ts'
import { members } from '#shared/accounts/schema.ts'
import { levelOf } from './keep-updates.ts'

interface Arrival {
  readonly level: Level
  readonly member: Member | undefined
  /** Of the journal, as this was read. */
  readonly position: number
}

interface Asked {
  readonly userId: string
  readonly room: Room
  readonly resolve: (arrival: Arrival) => void
  readonly reject: (error: unknown) => void
}

/** Answers what is asked of it by the rows of one moment. */
export function createArrivals({ store, viewerOf, clock, timers }: Pick<DocumentPorts, 'store' | 'viewerOf' | 'clock' | 'timers'>) {
  let waiting: Asked[] = []

  async function answerAll(): Promise<void> {
    await timers.turn()
    const asked = waiting
    waiting = []
    try {
      await store.read(async (read) => {
        const position = await read.position()
        const once = readingOnce(read)
        for (const { userId, room, resolve } of asked) {
          const level = await levelOf(once, viewerOf, userId, room, clock())
          resolve({ level, member: await once.get(members, userId), position })
        }
      })
    } catch (error) {
      // Those who were answered before are not reached by it.
      for (const { reject } of asked) reject(error)
    }
  }

  return (userId: string, room: Room): Promise<Arrival> =>
    new Promise((resolve, reject) => {
      waiting.push({ userId, room, resolve, reject })
      if (waiting.length === 1) void answerAll()
    })
}

function readingOnce(read: Read): Read {
  const found = new Map<string, Promise<unknown>>()
  return {
    ...read,
    get<R extends Row>(table: Table<R>, id: string) {
      const key = `${table.name} ${id}`
      const row = found.get(key) ?? read.get(table, id)
      found.set(key, row)
      // Kept under this table's name.
      return row as Promise<R | undefined>
    },
  }
}
