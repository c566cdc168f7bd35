/**
 * An open document's place on disk: y-indexeddb writes each update, and `settle` says when it is
 * safe ("On this device"). y-indexeddb tells nobody of a failure: it throws into whoever typed, or
 * leaves a promise alone. So it is opened only after a look whether that works; its listener is
 * called from ours, which catches; and its transactions' `abort` and the database's `close` are
 * heard on its own connection, since they bubble. Never answers "safe" after a failure that has not
 * been made good by a new opening (which writes the whole document).
 */
import { IndexeddbPersistence } from 'y-indexeddb'
import type { Doc } from 'yjs'
import { DeviceTrouble } from '../device/port.ts'
import { watched } from '../device/watchdog.ts'
import { asTrouble, openFile, strictly } from './document-files.ts'

export interface Disk {
  /** Everything in the document by now is on disk when it resolves. @throws DeviceTrouble */
  settle(): Promise<void>
  close(): Promise<void>
}

/** What was read from a disk, by the origin it came in with. */
export const isFromDisk = (origin: unknown): boolean => origin instanceof IndexeddbPersistence

interface DiskOptions {
  readonly name: string
  readonly doc: Doc
  /**
   * Once, as soon as it is known; nothing is kept from then on. `closed`: somebody wants to delete
   * it, and may.
   */
  readonly onTrouble: (trouble: DeviceTrouble) => void
  /** A quarter of the time that a silent disk has. */
  readonly tickMs?: number
}

/** Resolves when what is on disk is in `doc`. @throws DeviceTrouble */
export async function openDisk({ name, doc, onTrouble, tickMs = 350 }: DiskOptions): Promise<Disk> {
  ;(await openFile(name)).close()
  const persistence = new IndexeddbPersistence(name, doc)
  const listening = new AbortController()
  let failure: DeviceTrouble | null = null

  function fail(error: unknown): void {
    if (failure !== null || listening.signal.aborted) return
    failure = asTrouble(error)
    letGo()
    onTrouble(failure)
  }

  function write(update: Uint8Array, origin: unknown): void {
    try {
      persistence._storeUpdate(update, origin)
    } catch (error) {
      fail(error)
    }
  }

  function letGo(): void {
    listening.abort()
    doc.off('update', write)
    persistence.destroy().catch(() => undefined)
  }

  doc.off('update', persistence._storeUpdate)
  doc.on('update', write)
  try {
    // A browser that has just begun takes its time.
    await watched(persistence.whenSynced, 8 * tickMs)
  } catch (error) {
    letGo()
    throw asTrouble(error)
  }
  const { db } = persistence
  if (db === null) {
    letGo()
    throw new DeviceTrouble('lost')
  }
  const { signal } = listening
  db.addEventListener('abort', ({ target }) => fail(errorOf(target)), { signal })
  db.addEventListener('close', () => fail(new DeviceTrouble('lost')), { signal })
  db.addEventListener('versionchange', () => fail(new DeviceTrouble('closed')), { signal })

  return {
    async settle() {
      if (failure !== null) throw failure
      try {
        await watched(strictly(db), tickMs)
      } catch (error) {
        fail(error)
      }
      if (failure !== null) throw failure
    },
    async close() {
      letGo()
      await persistence.destroy().catch(() => undefined)
    },
  }
}

/** Of the transaction that an `abort` came from. */
function errorOf(target: EventTarget | null): unknown {
  const error = target !== null && 'error' in target ? target.error : null
  return error ?? new DOMException('aborted', 'UnknownError')
}
