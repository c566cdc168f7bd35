import { databaseOf } from './database-of.ts'
import { watched } from './watchdog.ts'
import { troubleOf } from './trouble.ts'

/**
 * Who was here last: in a tiny database of its own that the service worker reads with plain
 * IndexedDB (store `current`, key `account`).
 */
export interface CurrentAccount {
  readonly name: 'account'
  /** User id; `null`: a visitor. */
  readonly account: string | null
  /** The account's database. */
  readonly database: string
}

const name = 'lyceum'
const store = 'current'

export async function readCurrent(factory: IDBFactory): Promise<CurrentAccount | undefined> {
  const found = await inStore(factory, 'readonly', (current) => current.get('account'))
  return typeof found === 'object' && found !== null && 'account' in found && 'database' in found
    ? (found as CurrentAccount) // written below alone
    : undefined
}

export async function writeCurrent(factory: IDBFactory, account: string | null): Promise<void> {
  const record: CurrentAccount = { name: 'account', account, database: databaseOf(account) }
  await inStore(factory, 'readwrite', (current) => current.put(record))
}

async function inStore(factory: IDBFactory, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  try {
    // A browser that has just begun takes its time for the first database; to give up means to
    // forget who is here.
    return await watched(whole(factory, mode, work), 3_000)
  } catch (error) {
    throw troubleOf(error)
  }
}

async function whole(factory: IDBFactory, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  let db = await opened(factory)
  if (!db.objectStoreNames.contains(store)) {
    // Somebody opened it before it was made.
    db.close()
    await settled(factory.deleteDatabase(name))
    db = await opened(factory)
  }
  try {
    return await settled(work(db.transaction(store, mode).objectStore(store)))
  } finally {
    db.close()
  }
}

async function opened(factory: IDBFactory): Promise<IDBDatabase> {
  const opening = factory.open(name, 1)
  opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore(store, { keyPath: 'name' }))
  const db = await settled(opening)
  db.addEventListener('versionchange', () => db.close())
  return db
}

/**
 * Deletes who was here, and every database of ours but those that `mayStay` speaks for. Chromium
 * lets go of the bytes of a deleted database at once only when none of the site's is left (seen
 * with 2026's; otherwise at some later tidying).
 */
export async function forgetDatabases(factory: IDBFactory, mayStay: (account: string) => boolean): Promise<void> {
  const all = (await factory.databases?.()) ?? [{ name: databaseOf(null) }]
  const ours = all.flatMap((found) => (found.name?.startsWith('lyceum:') === true ? [found.name] : []))
  const go = ours.filter((found) => found === databaseOf(null) || !mayStay(found.slice('lyceum:'.length)))
  // Texts that are written in lie in databases of their own, and so do pictures.
  const documents = all.flatMap((found) => (/^(?:documents|pictures):/u.test(found.name ?? '') ? [found.name ?? ''] : []))
  go.push(...documents.filter((found) => !mayStay(found.split(':')[1] ?? '')))
  for (const found of [...go, name]) await watched(settled(factory.deleteDatabase(found)), 1_000)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })
}
