/**
 * Pictures that were added on this device, with what became of each: a database of their own for
 * each account, read by the service worker too (web/worker/own-picture.ts). It is opened for each
 * step and closed again, so that signing out can delete it at any time. Where nothing can be stored
 * they live in this tab's memory until they are uploaded.
 */
import type { PictureFault } from '#shared/pictures/words.ts'
import { watched } from '../device/watchdog.ts'
import { MissingDatabase, openDatabase } from '../open-database.ts'
import { createStore } from '../store.ts'

export interface PictureFact {
  readonly id: string
  /** Of the bytes as they lie here: `image/webp`. */
  readonly type: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  /** ms since 1970, of this device's clock, as the others. */
  readonly addedAt: number
  /** Added for a message; the server shows it to those who read that. */
  readonly isPrivate?: true
  readonly lastUsed: number
  /**
   * `sent`: the server has it; the bytes stay for reading without a network, as long as there is
   * room.
   */
  readonly state: 'waiting' | 'sent' | 'refused'
  readonly fault: PictureFault | null
  /** The server wants it no sooner. */
  readonly notBefore: number
}

export interface PictureFiles {
  /** On disk when it resolves. */
  put(fact: PictureFact, bytes: ArrayBuffer): Promise<void>
  facts(): Promise<readonly PictureFact[]>
  bytes(id: string): Promise<Blob | null>
  /** `null` takes it away; nothing happens when it is not here. */
  change(id: string, change: (fact: PictureFact) => PictureFact | null): Promise<void>
}

interface StoredBytes {
  readonly type: string
  readonly bytes: ArrayBuffer
}

const factStore = 'facts'
const byteStore = 'bytes'

export const picturesDatabase = (account: string): string => `pictures:${account}`

export function pictureFiles(factory: IDBFactory, account: string): PictureFiles {
  /** @param missing what is answered where there is no database; without it, one is made. */
  const within = <T>(mode: IDBTransactionMode, work: (facts: IDBObjectStore, bytes: IDBObjectStore) => Promise<T>, missing?: () => T) =>
    inDatabase(factory, account, mode, work, missing)
  return {
    put: (fact, bytes) =>
      within('readwrite', async (facts, all) => {
        facts.put(fact)
        all.put({ type: fact.type, bytes } satisfies StoredBytes, fact.id)
      }),
    facts: () =>
      within(
        'readonly',
        async (facts) => {
          // Written above and below alone.
          return (await settled(facts.getAll())) as readonly PictureFact[]
        },
        () => [],
      ),
    bytes: (id) =>
      within(
        'readonly',
        async (_facts, all) => {
          const found = (await settled(all.get(id))) as StoredBytes | undefined
          return found === undefined ? null : new Blob([found.bytes], { type: found.type })
        },
        () => null,
      ),
    change: (id, change) =>
      within(
        'readwrite',
        async (facts, all) => {
          const before = (await settled(facts.get(id))) as PictureFact | undefined
          if (before === undefined) return
          const after = change(before)
          if (after === null) all.delete(id)
          if (after === null) facts.delete(id)
          else if (after !== before) facts.put(after)
        },
        () => undefined,
      ),
  }
}

/**
 * Names the note, outside of the database, of how many pictures in it are unsent
 * (device/marker.ts).
 */
export const picturesMark = (account: string): string => `${account}:pictures`

/** At sign-out. No error when there is nothing. */
export async function forgetPictures(factory: IDBFactory, account: string): Promise<void> {
  await watched(settled(factory.deleteDatabase(picturesDatabase(account))), 1_000)
}

/** For a tab that cannot store anything. */
export function picturesInMemory(): PictureFiles {
  const held = createStore<ReadonlyMap<string, { readonly fact: PictureFact; readonly blob: Blob }>>(new Map())
  return {
    async put(fact, bytes) {
      held.set(new Map([...held.get(), [fact.id, { fact, blob: new Blob([bytes], { type: fact.type }) }]]))
    },
    facts: async () => [...held.get().values()].map(({ fact }) => fact),
    bytes: async (id) => held.get().get(id)?.blob ?? null,
    async change(id, change) {
      const before = held.get().get(id)
      if (before === undefined) return
      const after = change(before.fact)
      const others = [...held.get()].filter(([other]) => other !== id)
      held.set(new Map(after === null ? others : [...others, [id, { ...before, fact: after }]]))
    },
  }
}

async function inDatabase<T>(
  factory: IDBFactory,
  account: string,
  mode: IDBTransactionMode,
  work: (facts: IDBObjectStore, bytes: IDBObjectStore) => Promise<T>,
  missing?: () => T,
): Promise<T> {
  const make = (fresh: IDBDatabase): boolean => {
    if (missing !== undefined) return false
    fresh.createObjectStore(factStore, { keyPath: 'id' })
    fresh.createObjectStore(byteStore)
    return true
  }
  let db: IDBDatabase
  try {
    db = await openDatabase(factory, picturesDatabase(account), make, 1)
  } catch (error) {
    if (missing !== undefined && error instanceof MissingDatabase) return missing()
    throw error
  }
  db.addEventListener('versionchange', () => db.close())
  try {
    const tx = db.transaction([factStore, byteStore], mode, { durability: 'strict' })
    const over = new Promise<void>((resolve, reject) => {
      tx.addEventListener('complete', () => resolve())
      tx.addEventListener('abort', () => reject(tx.error ?? new DOMException('aborted', 'UnknownError')))
    })
    // Heard below.
    over.catch(() => undefined)
    const result = await work(tx.objectStore(factStore), tx.objectStore(byteStore))
    await over
    return result
  } finally {
    db.close()
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })
}
