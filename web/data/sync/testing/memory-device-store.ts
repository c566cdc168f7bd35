/**
 * A device's database in memory, for tests and the simulation: several tabs open it, each with a
 * handle of its own. Transactions come one after another and are whole: what a crashed tab had not
 * committed has not happened, and its promises never settle. As on a real device, items are copied
 * in, and a transaction that is over can do no more.
 */
import type { Query } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { inOrder, matches } from '#shared/kernel/rows.ts'
import type { StoredDocument } from '../../device/device-api.ts'
import type {
  Collection,
  DeviceStore,
  DeviceTx,
  LocalShape,
  Membership,
  MetaItem,
  QueuedMutation,
  RefusedMutation,
  SentMutation,
} from '../../device/port.ts'
import { DeviceTrouble } from '../../device/port.ts'

/**
 * What goes wrong, and when. A promise is waited for; what is thrown ends the transaction, with
 * nothing of it stored.
 */
export interface MemoryFaults {
  beforeStep?(): Promise<void> | void
  /** Throw `new DeviceTrouble('full')` for a device without room. */
  beforeCommit?(): Promise<void> | void
}

export interface MemoryDeviceHandle extends DeviceStore {
  /** The tab is gone, between any two awaits. */
  crash(): void
}

export interface MemoryDeviceDatabase {
  open(): MemoryDeviceHandle
  /** The browser threw everything away: open handles fail with 'lost', new ones find nothing. */
  lose(): void
  /** What is committed now, outside of any transaction. */
  peek(): DeviceContents
}

export interface DeviceContents {
  rows(kind: string): readonly Row[]
  readonly memberships: readonly Membership[]
  readonly shapes: readonly LocalShape[]
  readonly queue: readonly QueuedMutation[]
  readonly refused: readonly RefusedMutation[]
  readonly sent: readonly SentMutation[]
  readonly meta: ReadonlyMap<string, unknown>
}

/**
 * By the name of the collection; rows under `row KIND`, memberships under `member SHAPE`. A
 * transaction replaces what it touches.
 */
type Disk = Map<string, ReadonlyMap<string | number, unknown>>

const rowPrefix = 'row '
const memberPrefix = 'member '

export function memoryDeviceDatabase(tables: readonly Table[], faults: MemoryFaults = {}): MemoryDeviceDatabase {
  const kinds = new Set(tables.map((table) => table.name))
  let disk: Disk = new Map()
  let last: Promise<unknown> = Promise.resolve()
  const open = new Set<() => void>()

  function openHandle(): MemoryDeviceHandle {
    let connection: 'open' | 'closed' | 'lost' | 'crashed' = 'open'
    const crashed = Promise.withResolvers<'crashed'>()
    open.add(() => (connection = connection === 'open' ? 'lost' : connection))

    function transact<T>(work: (tx: DeviceTx) => Promise<T>, isWriting: boolean): Promise<T> {
      const outcome = Promise.withResolvers<T>()
      const turn = async () => {
        if (connection === 'crashed') return
        if (connection !== 'open') return outcome.reject(new DeviceTrouble(connection))
        const base = disk
        const draft: Disk = new Map(base)
        let isOver = false
        const step = async () => {
          if (isOver) throw new TypeError('the transaction is over')
          await faults.beforeStep?.()
          if (isOver) await never
        }
        const attempt = async () => {
          const value = await work(transactionOn(draft, kinds, step, isWriting))
          if (isWriting) await faults.beforeCommit?.()
          return { value }
        }
        const end = await Promise.race([attempt().catch((error: unknown) => ({ error })), crashed.promise])
        isOver = true
        if (end === 'crashed') return
        if ('error' in end) return outcome.reject(end.error)
        if (disk !== base) return outcome.reject(new DeviceTrouble('lost'))
        if (isWriting) disk = draft
        outcome.resolve(end.value)
      }
      last = last.then(turn)
      return outcome.promise
    }

    return {
      read: (work) => transact(work, false),
      write: (work) => transact(work, true),
      close: () => (connection = 'closed'),
      crash() {
        connection = 'crashed'
        crashed.resolve('crashed')
      },
    }
  }

  return {
    open: openHandle,
    lose() {
      disk = new Map()
      for (const lose of open) lose()
    },
    peek: () => contentsOf(disk),
  }
}

const never = new Promise<never>(() => undefined)

function transactionOn(draft: Disk, kinds: ReadonlySet<string>, step: () => Promise<void>, isWriting: boolean): DeviceTx {
  const copies = new Map<string, Map<string | number, unknown>>()
  const change = (name: string): Map<string | number, unknown> => {
    if (!isWriting) throw new TypeError('this transaction only reads')
    const copy = copies.get(name) ?? new Map(draft.get(name))
    copies.set(name, copy)
    draft.set(name, copy)
    return copy
  }

  /** Items are written below alone, each under the name of its own type. */
  function collection<Item, Key extends string | number>(name: string, keyOf: (item: Item) => Key): Collection<Item, Key> {
    return {
      async get(key) {
        await step()
        return draft.get(name)?.get(key) as Item | undefined
      },
      async all() {
        await step()
        return sorted<Item>(draft.get(name))
      },
      async put(items) {
        await step()
        const map = change(name)
        for (const item of items) map.set(keyOf(item), structuredClone(item))
      },
      async delete(keys) {
        await step()
        const map = change(name)
        for (const key of keys) map.delete(key)
      },
    }
  }

  const queue = collection<QueuedMutation, number>('queue', (mutation) => mutation.n)
  return {
    rows: rowsOf(draft, step),
    async putRows(kind, rows) {
      await step()
      if (!kinds.has(kind)) return
      const map = change(rowPrefix + kind)
      for (const row of rows) map.set(row.id, structuredClone(row))
    },
    async deleteRows(kind, ids) {
      await step()
      const map = change(rowPrefix + kind)
      for (const id of ids) map.delete(id)
    },
    membership: {
      async ofShape(shape) {
        await step()
        return sorted<Membership>(draft.get(memberPrefix + shape))
      },
      async ofRow(kind, id) {
        await step()
        const maps = [...draft].filter(([name]) => name.startsWith(memberPrefix))
        // Kept under such a name only by `put` below.
        return maps.map(([, map]) => map.get(`${kind} ${id}`) as Membership | undefined).filter((found) => found !== undefined)
      },
      async put(items) {
        await step()
        for (const [shape, members] of Map.groupBy(items, (item) => item.shape)) {
          const map = change(memberPrefix + shape)
          for (const member of members) map.set(`${member.kind} ${member.id}`, structuredClone(member))
        }
      },
      async delete(keys) {
        await step()
        for (const [shape, gone] of Map.groupBy(keys, ([of]) => of)) {
          const map = change(memberPrefix + shape)
          for (const [, kind, id] of gone) map.delete(`${kind} ${id}`)
        }
      },
    },
    shapes: collection<LocalShape, string>('shapes', (shape) => shape.id),
    queue: {
      ...queue,
      ofState: async (state, limit) => (await queue.all()).filter((mutation) => mutation.state === state).slice(0, limit),
      ofKey: async (key) => (await queue.all()).filter((mutation) => mutation.key === key),
    },
    refused: collection<RefusedMutation, number>('refused', (mutation) => mutation.n),
    sent: collection<SentMutation, number>('sent', (mutation) => mutation.n),
    meta: collection<MetaItem, string>('meta', (item) => item.name),
    docs: collection<StoredDocument, string>('docs', ({ room }) => room),
  }
}

function rowsOf(draft: Disk, step: () => Promise<void>): Read {
  // Rows are put under the name of their own table.
  const of = <R extends Row>(table: Table<R>) => (draft.get(rowPrefix + table.name) ?? new Map()) as ReadonlyMap<string, R>
  const found = <R extends Row>(query: Query<R>): R[] => [...of(query.table).values()].filter((row) => matches(query, row))
  return {
    async get(table, id) {
      await step()
      return of(table).get(id)
    },
    async getMany(table, ids) {
      await step()
      return ids.map((id) => of(table).get(id)).filter((row) => row !== undefined)
    },
    async list(query) {
      await step()
      return inOrder(query, found(query))
    },
    async count(query) {
      await step()
      return found(query).length
    },
  }
}

/** @returns the items by key; numbers before texts, as IndexedDB has it. */
function sorted<Item>(map: ReadonlyMap<string | number, unknown> | undefined): readonly Item[] {
  const entries = [...(map ?? [])].sort(([a], [b]) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1,
  )
  // Of the collection's own type, see `collection`.
  return entries.map(([, item]) => item as Item)
}

/**
 * Nothing is put in order before it is asked for: whoever waits for an empty queue looks often, and
 * a device may hold thousands of rows.
 */
function contentsOf(disk: Disk): DeviceContents {
  return {
    rows: (kind) => sorted<Row>(disk.get(rowPrefix + kind)),
    get memberships() {
      return [...disk].filter(([name]) => name.startsWith(memberPrefix)).flatMap(([, map]) => sorted<Membership>(map))
    },
    get shapes() {
      return sorted<LocalShape>(disk.get('shapes'))
    },
    get queue() {
      return sorted<QueuedMutation>(disk.get('queue'))
    },
    get refused() {
      return sorted<RefusedMutation>(disk.get('refused'))
    },
    get sent() {
      return sorted<SentMutation>(disk.get('sent'))
    },
    get meta() {
      return new Map(sorted<MetaItem>(disk.get('meta')).map(({ name, value }) => [name, value]))
    },
  }
}
