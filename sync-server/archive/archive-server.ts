import type { CouchPlace } from './couch.ts'
import { couchAt, ensureSchema } from './couch.ts'

/** The CouchDB that holds the archive, wherever it runs. */
export interface ArchiveServer {
  /** `null`: it is down. */
  place(): CouchPlace | null
  /** Resolves when it is there, with a database. @throws Error when it is not, or is closed. */
  up(): Promise<void>
  /** Whether a question to it was answered. */
  heard(isAnswered: boolean): void
  close(): Promise<void>
}

/**
 * One that somebody else runs (`ARCHIVE_URL`). Who may read it there besides us, its operator says.
 */
export function serverElsewhere(place: CouchPlace): ArchiveServer {
  let isReady = false
  return {
    place: () => place,
    async up() {
      if (!isReady) await ensureSchema(couchAt(() => place))
      isReady = true
    },
    heard: () => undefined,
    close: async () => undefined,
  }
}
