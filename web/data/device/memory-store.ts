/**
 * The device's store where the browser gives no room: in memory, gone with the tab. Whole
 * transactions, one after another. Fetched only when it is needed; everything written here is meant
 * to be sent at once.
 */
import type { Query } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import { inOrder, matches } from '#shared/kernel/rows.ts'
import type { IndexedRead, LocalStore, LocalTx } from './local-store.ts'
import type { Collection, Membership, QueuedMutation } from './port.ts'
import { plainQuery } from './row-cache.ts'

const stores = ['shapes', 'queue', 'refused', 'sent', 'meta', 'drafts', 'docs', 'answers', 'screens', 'pages', 'membership'] as const
type State = ReadonlyMap<string, Map<string, unknown>>

export function memoryStore(tables: readonly Table[]): LocalStore {
  const names = [...stores, ...tables.map(({ name }) => name)]
  let state: State = new Map(names.map((name) => [name, new Map<string, unknown>()]))
  let last: Promise<void> = Promise.resolve()
  return {
    read: (work) => work(txOver(state)),
    async write(work) {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      try {
        await before
        const next: State = new Map([...state].map(([name, items]) => [name, new Map(items)]))
        const value = await work(txOver(next))
        state = next
        return value
      } finally {
        resolve()
      }
    },
    close() {},
    destroy: async () => {
      state = new Map(names.map((name) => [name, new Map<string, unknown>()]))
    },
  }
}

function txOver(state: State): LocalTx {
  const rows = rowsOf(state)
  const membership = collection<Membership, readonly [string, string, string]>(state, 'membership', ({ shape, kind, id }) => [
    shape,
    kind,
    id,
  ])
  const queue = collection<QueuedMutation, number>(state, 'queue', ({ n }) => n)
  return {
    rows,
    async putRows(kind, put) {
      for (const row of put) state.get(kind)?.set(row.id, structuredClone(row))
    },
    async deleteRows(kind, ids) {
      for (const id of ids) state.get(kind)?.delete(id)
    },
    membership: {
      put: membership.put,
      delete: membership.delete,
      ofShape: async (shape) => (await membership.all()).filter((held) => held.shape === shape),
      ofRow: async (kind, id) => (await membership.all()).filter((held) => held.kind === kind && held.id === id),
    },
    shapes: collection(state, 'shapes', ({ id }) => id),
    queue: {
      ...queue,
      all: async () => (await queue.all()).toSorted((a, b) => a.n - b.n),
      ofState: async (wanted, limit) =>
        (await queue.all())
          .filter((mutation) => mutation.state === wanted)
          .toSorted((a, b) => a.n - b.n)
          .slice(0, limit),
      ofKey: async (key) => (await queue.all()).filter((mutation) => mutation.key === key).toSorted((a, b) => a.n - b.n),
    },
    refused: collection(state, 'refused', ({ n }) => n),
    sent: collection(state, 'sent', ({ n }) => n),
    meta: collection(state, 'meta', ({ name }) => name),
    drafts: collection(state, 'drafts', ({ place }) => place),
    docs: collection(state, 'docs', ({ room }) => room),
    answers: collection(state, 'answers', ({ address }) => address),
    screens: collection(state, 'screens', ({ address }) => address),
    pages: collection(state, 'pages', ({ kind, address }) => [kind, address]),
  }
}

function rowsOf(state: State): IndexedRead {
  // What stands under a table's name was put there as a row of it.
  const all = <R extends Row>(table: Table<R>): readonly R[] => [...(state.get(table.name)?.values() ?? [])] as R[]
  const fitting = <R extends Row>(query: Query<R>) => all(query.table).filter((row) => matches(plainQuery(query), row))
  const getMany = async <R extends Row>(table: Table<R>, ids: readonly string[]): Promise<readonly R[]> => {
    const found = ids.map((id) => state.get(table.name)?.get(id) as R | undefined)
    return structuredClone(found.filter((row) => row !== undefined))
  }
  return {
    getMany,
    get: async (table, id) => (await getMany(table, [id]))[0],
    ids: async (query) => inOrder(query, fitting(query)).map(({ id }) => id),
    list: async (query) => structuredClone(inOrder(query, fitting(query))),
    count: async (query) => fitting(query).length,
  }
}

function collection<Item, Key>(state: State, name: (typeof stores)[number], keyOf: (item: Item) => Key): Collection<Item, Key> {
  const items = state.get(name) ?? new Map<string, unknown>()
  const text = (key: Key): string => JSON.stringify(key)
  return {
    // Only items of this collection are ever put under its name.
    get: async (key) => structuredClone(items.get(text(key))) as Item | undefined,
    all: async () => structuredClone([...items.values()]) as Item[],
    async put(put) {
      for (const item of put) items.set(text(keyOf(item)), structuredClone(item))
    },
    async delete(keys) {
      for (const key of keys) items.delete(text(key))
    },
  }
}
