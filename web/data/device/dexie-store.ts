/**
 * The device's store in browsers: Dexie over IndexedDB, one database an account, every write on
 * disk before it resolves. Relies on: `localVersions` (by hand), `rangeOf` for keys that sort as
 * queries do, and the caller awaiting nothing but `tx` inside. What the browser does to it is
 * turned into DeviceTrouble: full, closed (a newer version wants it), lost (reopened once first),
 * stuck. It never judges rows (the server has), never keeps optimistic ones, and never answers from
 * memory.
 */
import Dexie from 'dexie'
import type { DexieOptions, Table as DexieTable, Transaction as DexieTransaction } from 'dexie'
import type { Query } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { IndexedRead, LocalStore, LocalTx } from './local-store.ts'
import type { LocalVersion, UpgradeStep } from './local-versions.ts'
import type { Collection, Membership, MembershipKey, QueuedMutation, ReadableMembership, TroubleKind, Writable } from './port.ts'
import { DeviceTrouble } from './port.ts'
import { rangeOf, storedRow } from './local-keys.ts'
import { indexName, localVersions, storesAfter, upgradeSteps } from './local-versions.ts'
import { troubleOf } from './trouble.ts'
import { watched } from './watchdog.ts'

export interface DexieStoreOptions {
  readonly name: string
  /** The tables whose rows are kept here. */
  readonly tables: readonly Table[]
  readonly versions?: readonly LocalVersion[]
  /**
   * Told once when the database is taken away: `closed` for a newer version or a wipe, `lost` when
   * it was reopened and may be empty.
   */
  readonly onTrouble?: (kind: TroubleKind) => void
  /** Other tabs hold an old version open. */
  readonly onBlocked?: () => void
  readonly dexie?: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>
  readonly tickMs?: number
}

/** @throws DeviceTrouble when the browser gives no database. */
export async function openDexieStore(options: DexieStoreOptions): Promise<LocalStore> {
  const { versions = localVersions, tickMs = 1_000 } = options
  const tablesByName = new Map(options.tables.map((table) => [table.name, table]))
  let isClosed = false
  let isLost = false
  let reopening: Promise<void> | null = null
  let db = await open()

  function declared(): Dexie {
    const made = new Dexie(options.name, {
      // R7, "On this device": in Chromium a write is otherwise done before it is on disk.
      chromeTransactionDurability: 'strict',
      cache: 'disabled',
      autoOpen: false,
      ...options.dexie,
    })
    for (const step of upgradeSteps(versions)) declareStep(made, step, tablesByName)
    made.on('versionchange', () => {
      isClosed = true
      made.close()
      options.onTrouble?.('closed')
      return false
    })
    // Taken away (the site's data were cleared, the disk failed). Dexie would go on with an empty
    // one as if nothing had happened.
    made.on('close', () => {
      isLost = true
    })
    return made
  }

  async function open(): Promise<Dexie> {
    const made = declared()
    let ask: ReturnType<typeof setTimeout> | undefined
    made.on('blocked', () => {
      ask ??= setTimeout(() => options.onBlocked?.(), 3 * tickMs)
    })
    try {
      // Waiting for other tabs to let go, or for a browser that has just begun, is not being stuck:
      // three times the time.
      await watched(made.open(), 3 * tickMs)
      // Dexie opens what a newer version of the app has made (as tenths); this one does not know
      // how to write it.
      if (made.backendDB().version > 10 * versions.length) throw new DeviceTrouble('closed')
      return made
    } catch (error) {
      made.close()
      throw troubleOf(error)
    } finally {
      clearTimeout(ask)
    }
  }

  /** The database is opened again: what was in it may be gone. Once for all who met the loss. */
  function reopen(): Promise<void> {
    reopening ??= (async () => {
      try {
        db.close()
        db = await open()
        isLost = false
        options.onTrouble?.('lost')
      } finally {
        reopening = null
      }
    })()
    return reopening
  }

  /** After a loss the work is done once more, on what is there. */
  async function run<T>(mode: 'r' | 'rw!', work: (tx: LocalTx) => Promise<T>): Promise<T> {
    const attempt = () => watched(Promise.resolve(db.transaction(mode, db.tables, (tx) => work(localTx(tx, tablesByName)))), tickMs)
    if (isClosed) throw new DeviceTrouble('closed')
    if (isLost) await reopen()
    try {
      return await attempt()
    } catch (error) {
      const trouble = troubleOf(error)
      if (!(trouble instanceof DeviceTrouble) || trouble.kind !== 'lost') throw trouble
      // What was under way as it was let go is not lost.
      if (isClosed) throw new DeviceTrouble('closed', error)
      await reopen()
      return await attempt().catch((again: unknown) => Promise.reject(troubleOf(again)))
    }
  }

  return {
    read: (work) => run('r', work),
    write: (work) => run('rw!', work),
    close() {
      isClosed = true
      db.close()
    },
    async destroy() {
      isClosed = true
      db.close()
      await watched(db.delete(), tickMs).catch((error: unknown) => Promise.reject(troubleOf(error)))
    },
  }
}

function declareStep(
  db: Dexie,
  { version, stores, records = {}, dropsRows, before }: UpgradeStep,
  tables: ReadonlyMap<string, Table>,
): void {
  const declaration = db.version(version).stores({ ...stores })
  if (before.length === 0) return
  const earlier = storesAfter(before)
  declaration.upgrade(async (tx) => {
    for (const [name, change] of Object.entries(records)) {
      if (!(name in earlier)) continue
      await tx
        .table<Readonly<Record<string, unknown>>>(name)
        .toCollection()
        .modify((record, cursor) => {
          cursor.value = change(record)
        })
    }
    const dropped = dropsRows === true ? [...tables.keys(), 'membership', 'shapes'].filter((name) => name in earlier) : []
    for (const name of dropped) await tx.table(name).clear()
  })
}

/**
 * By the transaction's own tables: Dexie's other way, by zones, loses its place after a few awaits
 * of promises that are not its own.
 */
function localTx(tx: DexieTransaction, tablesByName: ReadonlyMap<string, Table>): LocalTx {
  const rows = rowsOf(tx)
  return {
    rows,
    async putRows(kind, put) {
      const table = tablesByName.get(kind)
      // A newer server may send kinds that this version of the app does not know: they come again
      // with the next one.
      if (table !== undefined) await tx.table(kind).bulkPut(put.map((row) => storedRow(table, row)))
    },
    async deleteRows(kind, ids) {
      if (tablesByName.has(kind)) await tx.table(kind).bulkDelete([...ids])
    },
    membership: membershipOf(() => tx.table('membership')),
    shapes: collection(() => tx.table('shapes')),
    queue: queueOf(() => tx.table('queue')),
    refused: collection(() => tx.table('refused')),
    sent: collection(() => tx.table('sent')),
    meta: collection(() => tx.table('meta')),
    drafts: collection(() => tx.table('drafts')),
    docs: collection(() => tx.table('docs')),
    answers: collection(() => tx.table('answers')),
    screens: collection(() => tx.table('screens')),
    pages: collection(() => tx.table('pages')),
  }
}

function rowsOf(tx: DexieTransaction): IndexedRead {
  const range = (query: Query) => {
    const { lower, upper } = rangeOf(query)
    return tx.table(query.table.name).where(indexName(query.index)).between(lower, upper)
  }
  const ids = async (query: Query): Promise<readonly string[]> => {
    if (query.limit === 0) return []
    const found = query.order === 'ascending' ? range(query) : range(query).reverse()
    return (await found
      .offset(query.offset ?? 0)
      .limit(Math.min(query.limit, maxOf))
      .primaryKeys()) as string[] // stores of tables are keyed by `id`
  }
  const getMany = async <R extends Row>(table: Table<R>, wanted: readonly string[]): Promise<readonly R[]> => {
    const store: DexieTable<{ readonly id: string; readonly row: R } | undefined> = tx.table(table.name)
    const found = (await neighbours(store, wanted)) ?? (await store.bulkGet([...wanted]))
    return found.flatMap((stored) => (stored === undefined ? [] : [stored.row]))
  }
  return {
    ids,
    getMany,
    get: async (table, id) => (await getMany(table, [id]))[0],
    list: async (query) => getMany(query.table, await ids(query)),
    count: async (query) => range(query).count(),
  }
}

/**
 * Many rows in one request, in the order asked for: each by itself is a request to the browser's
 * process, and a page asks for all the own votes, or for a thread. `null` where too much lies
 * between them.
 */
async function neighbours<Stored extends { readonly id: string } | undefined>(
  store: DexieTable<Stored>,
  wanted: readonly string[],
): Promise<readonly (Stored | undefined)[] | null> {
  const first = wanted.reduce<string | null>((least, id) => (least === null || id < least ? id : least), null)
  if (first === null || wanted.length < manyRows) return null
  const last = wanted.reduce((most, id) => (id > most ? id : most), first)
  const between = () => store.where(':id').between(first, last, true, true)
  // Keys, and no more of them than are worth it: to count all between two ids of a large device
  // would go through all of them.
  const most = 2 * wanted.length
  const keys = between().limit(most + 1)
  if ((await keys.primaryKeys()).length > most) return null
  const byId = new Map((await between().toArray()).map((stored) => [stored?.id, stored]))
  return wanted.map((id) => byId.get(id))
}

const manyRows = 20

/** IndexedDB counts in 32 bits. */
const maxOf = 0xffff_ffff

/** Looked up when it is used: a database of an earlier version has not all of them. */
type Lookup = () => DexieTable

function collection<Item, Key>(table: Lookup): Collection<Item, Key> {
  return {
    // What stands in the store was put there as an Item, by this collection or an upgrade that a
    // test holds to it.
    get: async (key) => (await table().get(key)) as Item | undefined,
    all: async () => (await table().toArray()) as Item[],
    ...writable(table),
  }
}

function membershipOf(table: Lookup): ReadableMembership & Writable<Membership, MembershipKey> {
  return {
    ofShape: async (shape) => (await table().where('[shape+kind+id]').between([shape], [shape, []]).toArray()) as Membership[],
    ofRow: async (kind, id) => (await table().where('[kind+id]').equals([kind, id]).toArray()) as Membership[],
    ...writable(table),
  }
}

function queueOf(table: Lookup): LocalTx['queue'] {
  return {
    ...collection<QueuedMutation, number>(table),
    ofState: async (state, limit) =>
      (await table().where('[state+n]').between([state], [state, []]).limit(Math.min(limit, maxOf)).toArray()) as QueuedMutation[],
    ofKey: async (key) => (await table().where('key').equals(key).sortBy('n')) as QueuedMutation[],
  }
}

function writable<Item, Key>(table: Lookup): Writable<Item, Key> {
  return {
    async put(items) {
      await table().bulkPut([...items])
    },
    async delete(keys) {
      await table().bulkDelete([...keys])
    },
  }
}
