/**
 * Typed words on plain IndexedDB: the rows `drafts` of the account's own database, from the first
 * key on, without waiting for the device (which reads and writes the same rows by Dexie). A write
 * has happened when it is on disk. Other tabs, and this tab's device, hear of it.
 */
import type { LocalChange } from '../device/local-change.ts'
import type { Tabs } from '../device/tabs.ts'
import { MissingDatabase, openDatabase } from '../open-database.ts'
import type { TypedRow, TypedSave } from './typed-row.ts'
import { besideInTrash, rowAfter, rowWithoutSent, withoutSent } from './typed-row.ts'

/** As `localVersions` has it. */
const rows = 'drafts'
/** A save that meets a database that is being upgraded, or was taken away, goes to the new one. */
const tries = 3

export interface TypedStore {
  /**
   * On disk when it resolves, with what is kept there now; `null`: nothing. @throws when the device
   * cannot keep it.
   */
  save(place: string, save: TypedSave): Promise<TypedRow | null>
  /** The same for words that a page left behind as it went. */
  resume(place: string, save: TypedSave): Promise<TypedRow | null>
  /** `undefined`: nothing, or it lies in the bin. */
  get(place: string): Promise<TypedRow | undefined>
  /** It was sent: it is gone for good, whatever of it is still being saved. */
  forget(place: string): Promise<void>
  /**
   * What was sent from there under this id is on its way for good: only what was typed on behind it
   * stays.
   */
  dropSent(place: string, id: string): Promise<void>
  /** Of each place that was written: here, in another tab, by the device. */
  subscribe(listener: (places: readonly string[]) => void): () => void
  close(): void
}

interface StoreOptions {
  readonly factory: IDBFactory
  /** The account's (`databaseOf`). */
  readonly name: string
  /**
   * Of the tabs that have this database open; another than the device's own, which then hears it
   * too.
   */
  readonly tabs: Tabs
  /** Its person has signed out: nothing may be written there any more. */
  readonly onWiped?: () => void
}

export function openTypedStore({ factory, name, tabs, onWiped }: StoreOptions): TypedStore {
  const listeners = new Set<(places: readonly string[]) => void>()
  let opening: Promise<IDBDatabase> | null = null
  let isOver = false
  let last: Promise<unknown> = Promise.resolve()

  tabs.listen((message) => {
    if (message.kind === 'wiped') {
      close()
      onWiped?.()
    } else if (message.kind === 'changed' && message.change.places.length > 0) tell(message.change.places)
  })

  function tell(places: readonly string[]): void {
    for (const listener of [...listeners]) listener(places)
  }

  function open(mode: IDBTransactionMode): Promise<IDBDatabase> {
    // Neither a question nor a late save makes the database again that signing out has deleted.
    if (isOver) return Promise.reject(new Error('signed out'))
    // As it is; the device adds what else it needs, by its own versions.
    opening ??= openDatabase(factory, name, (db) => {
      if (isOver || mode === 'readonly') return false
      db.createObjectStore(rows, { keyPath: 'place' })
      return true
    }).then((db) => {
      const letGo = () => {
        db.close()
        opening = null
      }
      db.onversionchange = letGo
      db.onclose = letGo
      return db
    })
    opening.catch(() => (opening = null))
    return opening
  }

  async function once<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore, done: (value: T) => void) => void): Promise<T> {
    const db = await open(mode)
    return new Promise<T>((resolve, reject) => {
      // Strict: else Chromium calls a write done before it is on disk.
      const tx = db.transaction(rows, mode, { durability: 'strict' })
      let value: T
      tx.oncomplete = () => resolve(value)
      tx.onabort = () => reject(tx.error ?? new Error('aborted'))
      work(tx.objectStore(rows), (found) => (value = found))
    })
  }

  async function attempt<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore, done: (value: T) => void) => void): Promise<T> {
    for (let n = 1; ; n += 1) {
      try {
        return await once(mode, work)
      } catch (error) {
        const isTaken =
          error instanceof Error &&
          (error.name === 'InvalidStateError' ||
            error.name === 'AbortError' ||
            // A question was there before this write, and made nothing.
            (error instanceof MissingDatabase && mode === 'readwrite'))
        if (!isTaken || n === tries) throw error
        opening = null
      }
    }
  }

  /** One after the other: what is saved late never comes back after what was sent. */
  function write(place: string, next: (before: TypedRow | undefined) => TypedRow | null): Promise<TypedRow | null> {
    const run = () =>
      attempt<TypedRow | null>('readwrite', (store, done) => {
        const reading: IDBRequest<TypedRow | undefined> = store.get(place)
        reading.onsuccess = () => {
          const row = next(reading.result)
          done(row)
          const aside = row?.binnedAt === null ? besideInTrash(reading.result) : null
          if (aside !== null) store.put(aside)
          if (row === null) store.delete(place)
          else store.put(row)
        }
      })
    const written = last.then(run, run).then((row) => {
      if (!isOver) tabs.post({ kind: 'changed', change: { ...nothingElse, places: [place] } })
      tell([place])
      return row?.binnedAt === null ? row : null
    })
    last = written.catch(() => undefined)
    return written
  }

  function close(): void {
    isOver = true
    tabs.close()
    void opening?.then((db) => db.close()).catch(() => undefined)
  }

  return {
    save: (place, save) => write(place, (before) => rowAfter(before, place, save)),
    resume: (place, save) =>
      write(place, (before) => rowAfter(before, place, { ...save, values: withoutSent(before, save.values, save.base) })),
    async get(place) {
      const found = await attempt<TypedRow | undefined>('readonly', (store, done) => {
        const reading: IDBRequest<TypedRow | undefined> = store.get(place)
        reading.onsuccess = () => done(reading.result)
      }).catch((error: unknown) => (error instanceof MissingDatabase ? undefined : Promise.reject(error)))
      return found?.binnedAt === null ? found : undefined
    },
    async forget(place) {
      await write(place, () => null)
    },
    async dropSent(place, id) {
      await write(place, (before) => rowWithoutSent(before, id))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close,
  }
}

const nothingElse: LocalChange = {
  shapes: [],
  rows: [],
  queued: [],
  left: [],
  taken: [],
  isRefusedChanged: false,
  meta: [],
  places: [],
  rooms: [],
}
