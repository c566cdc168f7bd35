import type { LocalStore, LocalTx, PageKey } from './local-store.ts'
import type { LocalShape, QueuedMutation } from './port.ts'

/** What one write changed: plain data, for the overlay, the listeners and the other tabs. */
export interface LocalChange {
  /** Whose rows, cursor, completeness or class changed; also shapes that left. */
  readonly shapes: readonly string[]
  /** Confirmed rows that were put or deleted. */
  readonly rows: readonly (readonly [kind: string, id: string])[]
  /** Mutations that came into the queue or changed there, as they stand now. */
  readonly queued: readonly QueuedMutation[]
  /** n of the mutations that left the queue, wherever to. */
  readonly left: readonly number[]
  /** Those of them that the server has taken. */
  readonly taken: readonly number[]
  readonly isRefusedChanged: boolean
  /** Names of the single facts that were set. */
  readonly meta: readonly string[]
  /** Of the drafts that were saved or thrown away. */
  readonly places: readonly string[]
  /** Of the documents of which something else is known now. */
  readonly rooms: readonly string[]
}

/**
 * A store that tells what each of its writes changed, once it is on disk. Whoever writes (the
 * reader's mutations, the sync core) need not say it. With a shape that leaves, or that the viewer
 * may no longer read, go the finished pages of its post, in the same transaction (R9).
 */
export function recordingStore(store: LocalStore, onChange: (change: LocalChange) => void): LocalStore {
  return {
    ...store,
    async write(work) {
      const { value, change } = await store.write(async (tx) => {
        // Made anew for each try: a write that is done again has not happened yet.
        const log = changeLog()
        const done = await work(recorded(tx, log))
        for (const shape of log.void) await forgetPagesOf(tx, shape.slice(shape.indexOf(':') + 1))
        return { value: done, change: log.result() }
      })
      if (change !== null) onChange(change)
      return value
    },
  }
}

/** Every answer and screen whose address names the post. */
export async function forgetPagesOf(tx: LocalTx, postId: string): Promise<void> {
  const found = (await tx.pages.all()).filter(({ address }) => address.includes(postId))
  await deletePages(
    tx,
    found.map(({ kind, address }) => [kind, address]),
  )
}

export async function deletePages(tx: LocalTx, keys: readonly PageKey[]): Promise<void> {
  const addresses = (kind: PageKey[0]) => keys.filter((key) => key[0] === kind).map(([, address]) => address)
  await tx.pages.delete(keys)
  await tx.answers.delete(addresses('answer'))
  await tx.screens.delete(addresses('screen'))
}

function changeLog() {
  const shapes = new Set<string>()
  const rows = new Map<string, readonly [string, string]>()
  const queue = new Map<number, QueuedMutation | null>()
  const taken = new Set<number>()
  const meta = new Set<string>()
  const places = new Set<string>()
  const rooms = new Set<string>()
  const log = {
    shapes,
    queue,
    taken,
    meta,
    places,
    rooms,
    isRefusedChanged: false,
    /** Left, or not to be shown until it has come again. */
    void: new Set<string>(),
    row: (kind: string, id: string) => void rows.set(`${kind}/${id}`, [kind, id]),
    result(): LocalChange | null {
      const isNothing = shapes.size + rows.size + queue.size + meta.size + places.size + rooms.size === 0 && !log.isRefusedChanged
      if (isNothing) return null
      const queued = [...queue.values()].filter((mutation) => mutation !== null)
      const left = [...queue].flatMap(([n, mutation]) => (mutation === null ? [n] : []))
      const { isRefusedChanged } = log
      const facts = { meta: [...meta], places: [...places], rooms: [...rooms] }
      return { shapes: [...shapes], rows: [...rows.values()], queued, left, taken: [...taken], isRefusedChanged, ...facts }
    },
  }
  return log
}

/** Looked at once more: nothing that anybody would draw anew. */
function isOnlyUsed(a: LocalShape, b: LocalShape): boolean {
  return a.epoch === b.epoch && a.cursor === b.cursor && a.isComplete === b.isComplete && a.filling === b.filling && a.keep === b.keep
}

function recorded(tx: LocalTx, log: ReturnType<typeof changeLog>): LocalTx {
  return {
    ...tx,
    async putRows(kind, rows) {
      await tx.putRows(kind, rows)
      for (const { id } of rows) log.row(kind, id)
    },
    async deleteRows(kind, ids) {
      await tx.deleteRows(kind, ids)
      for (const id of ids) log.row(kind, id)
    },
    shapes: {
      ...tx.shapes,
      async put(items) {
        for (const item of items) {
          const before = await tx.shapes.get(item.id)
          if (before?.isComplete === true && !item.isComplete) log.void.add(item.id)
          if (before === undefined || !isOnlyUsed(before, item)) log.shapes.add(item.id)
        }
        await tx.shapes.put(items)
      },
      async delete(ids) {
        await tx.shapes.delete(ids)
        for (const id of ids) {
          log.shapes.add(id)
          log.void.add(id)
        }
      },
    },
    queue: {
      ...tx.queue,
      async put(mutations) {
        await tx.queue.put(mutations)
        for (const mutation of mutations) log.queue.set(mutation.n, mutation)
      },
      async delete(numbers) {
        await tx.queue.delete(numbers)
        for (const n of numbers) log.queue.set(n, null)
      },
    },
    sent: {
      ...tx.sent,
      async put(mutations) {
        await tx.sent.put(mutations)
        for (const { n } of mutations) log.taken.add(n)
      },
    },
    refused: {
      ...tx.refused,
      async put(mutations) {
        await tx.refused.put(mutations)
        log.isRefusedChanged = true
      },
      async delete(numbers) {
        await tx.refused.delete(numbers)
        log.isRefusedChanged = true
      },
    },
    meta: {
      ...tx.meta,
      async put(items) {
        await tx.meta.put(items)
        for (const { name } of items) log.meta.add(name)
      },
    },
    drafts: {
      ...tx.drafts,
      async put(drafts) {
        await tx.drafts.put(drafts)
        for (const { place } of drafts) log.places.add(place)
      },
      async delete(places) {
        await tx.drafts.delete(places)
        for (const place of places) log.places.add(place)
      },
    },
    docs: {
      ...tx.docs,
      async put(docs) {
        await tx.docs.put(docs)
        for (const { room } of docs) log.rooms.add(room)
      },
      async delete(rooms) {
        await tx.docs.delete(rooms)
        for (const room of rooms) log.rooms.add(room)
      },
    },
  }
}
