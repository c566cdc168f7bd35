/**
 * The databases in which y-indexeddb keeps documents, one a document, by plain IndexedDB: for
 * whoever has bytes to read or to add and needs no Y.Doc. Their layout is y-indexeddb's: `updates`
 * (rows of V1 updates, counted up) and `custom` (facts). It reads all rows at every load, so that a
 * row added here is part of the document.
 */
import { notebookRoom } from '#shared/documents/rooms.ts'
import { DeviceTrouble } from '../device/port.ts'
import { troubleOf } from '../device/trouble.ts'
import { watched } from '../device/watchdog.ts'
import { MissingDatabase, openDatabase } from '../open-database.ts'

export const rowsStore = 'updates'
export const factsStore = 'custom'

const tickMs = 1_000
const prefixOf = (account: string): string => `documents:${account}:`

export const documentFile = (account: string, room: string): string => `${prefixOf(account)}${room}`

/**
 * What the document was when this device and the server last had the same, while something is
 * unsent: it goes wherever the document goes.
 */
export const baseFile = (name: string): string => `${name}:base`

/** @throws DeviceTrouble */
export const openFile = (name: string): Promise<IDBDatabase> =>
  opened(name, (db) => {
    db.createObjectStore(rowsStore, { autoIncrement: true })
    db.createObjectStore(factsStore)
    return true
  })

/** @throws MissingDatabase, where `make` makes none; DeviceTrouble */
async function opened(name: string, make: (db: IDBDatabase) => boolean): Promise<IDBDatabase> {
  // Without a version, as y-indexeddb opens it.
  const db = await watched(openDatabase(indexedDB, name, make), tickMs).catch((error: unknown) =>
    Promise.reject(error instanceof MissingDatabase ? error : asTrouble(error)),
  )
  db.addEventListener('versionchange', () => db.close())
  return db
}

const openedIfThere = (name: string): Promise<IDBDatabase | null> =>
  opened(name, () => false).catch((error: unknown) => (error instanceof MissingDatabase ? null : Promise.reject(error)))

/**
 * Every update of the document, oldest first. Makes no database: a look that comes late must not
 * make again what signing out has deleted. @throws DeviceTrouble
 */
export async function readFile(name: string): Promise<readonly Uint8Array[]> {
  const db = await openedIfThere(name)
  if (db === null) return []
  try {
    const rows: unknown = await troubled(() => settled(db.transaction(rowsStore, 'readonly').objectStore(rowsStore).getAll()))
    return Array.isArray(rows) ? rows.filter((row) => row instanceof Uint8Array) : []
  } finally {
    db.close()
  }
}

/**
 * Adds to the document; on disk when it resolves. @param instead of all there is, when given
 * `true`. @throws DeviceTrouble
 */
export async function addToFile(name: string, update: Uint8Array, instead = false): Promise<void> {
  const db = await openFile(name)
  try {
    await troubled(() =>
      strictly(db, (rows) => {
        if (instead) rows.clear()
        rows.add(update)
      }),
    )
  } finally {
    db.close()
  }
}

/**
 * Whatever was written there before is on disk when it resolves. Makes no database, as above.
 * @throws DeviceTrouble
 */
export async function flushFile(name: string): Promise<void> {
  const db = await openedIfThere(name)
  if (db === null) return
  try {
    await troubled(() => strictly(db))
  } finally {
    db.close()
  }
}

/**
 * One transaction, durability strict; what was written before on this connection is on disk with
 * it. It writes a fact, or a browser might find nothing to sync.
 */
export function strictly(db: IDBDatabase, work: (rows: IDBObjectStore) => void = () => {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const tx = db.transaction([rowsStore, factsStore], 'readwrite', { durability: 'strict' })
    tx.addEventListener('complete', () => resolve())
    tx.addEventListener('abort', () => reject(tx.error ?? new DOMException('aborted', 'UnknownError')))
    work(tx.objectStore(rowsStore))
    tx.objectStore(factsStore).put(Date.now(), 'safe')
  })
}

/** No error when there is none. */
export async function deleteFile(name: string): Promise<void> {
  await troubled(() => settled(indexedDB.deleteDatabase(name)))
  await deleteBase(name)
}

export async function deleteBase(name: string): Promise<void> {
  await troubled(() => settled(indexedDB.deleteDatabase(baseFile(name))))
}

/**
 * Every document of an account that lies on this device, known to it or not; nothing where the
 * browser does not tell.
 */
export async function filesOf(account: string): Promise<readonly string[]> {
  const all = (await indexedDB.databases?.()) ?? []
  return all.flatMap(({ name }) => (name?.startsWith(prefixOf(account)) === true ? [name] : []))
}

/**
 * At sign-out: every document of the account, those that nobody knows of too. Tabs that have one
 * open let go of it.
 */
export async function forgetDocuments(factory: IDBFactory, account: string, rooms: readonly string[]): Promise<void> {
  const found = ((await factory.databases?.()) ?? []).flatMap(({ name }) => (name?.startsWith(prefixOf(account)) === true ? [name] : []))
  const known = [...rooms, notebookRoom(account)].map((room) => documentFile(account, room))
  const names = new Set([...found, ...known, ...known.map(baseFile)])
  // Each on its own: one that is stuck must not keep the others.
  const gone = await Promise.allSettled([...names].map((name) => watched(settled(factory.deleteDatabase(name)), tickMs)))
  const stuck = gone.find((each) => each.status === 'rejected')
  if (stuck !== undefined) throw asTrouble(stuck.reason)
}

async function troubled<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await watched(work(), tickMs)
  } catch (error) {
    throw asTrouble(error)
  }
}

/** Whatever a browser says of a text's database: it could not do its part. */
export function asTrouble(error: unknown): DeviceTrouble {
  const trouble = troubleOf(error)
  return trouble instanceof DeviceTrouble ? trouble : new DeviceTrouble('lost', error)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })
}
