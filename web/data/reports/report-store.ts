/**
 * Where reports wait. Each is bytes under a key that says all the queue needs to know, so that
 * thirty screenshots are never read to choose one. Relies on IndexedDB; where that is missing, full
 * or broken, memory takes its place, and whoever asks is told so.
 */

/**
 * `turn` counts the server's own failures over it: what fails again and again goes behind the
 * others. `id` is the report's event id.
 */
export interface ReportKey {
  readonly turn: number
  readonly kind: 'feedback' | 'error'
  /** ms since 1970, of this device's clock. */
  readonly at: number
  readonly id: string
}

export interface StoredReport {
  readonly key: ReportKey
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** What has to go before something can be kept; `null` when it is not kept at all. */
export type Room = (keys: readonly ReportKey[], report: ReportKey) => readonly ReportKey[] | null

export interface ReportStore {
  /** In the order in which they leave. */
  keys(): Promise<readonly ReportKey[]>
  get(key: ReportKey): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Looks, makes room and puts in one step, whichever tab asks. */
  add(report: StoredReport, room: Room): Promise<'kept' | 'in-memory' | 'no-room'>
  remove(keys: readonly ReportKey[]): Promise<void>
}

/** As IndexedDB orders them: by turn, feedback before errors, oldest first. */
type RawKey = [turn: number, kind: number, at: number, id: string]

const raw = ({ turn, kind, at, id }: ReportKey): RawKey => [turn, kind === 'feedback' ? 0 : 1, at, id]

const isRawKey = (key: unknown): key is RawKey =>
  Array.isArray(key) && key.length === 4 && key.slice(0, 3).every((part) => typeof part === 'number') && typeof key[3] === 'string'

const read = ([turn, kind, at, id]: RawKey): ReportKey => ({ turn, kind: kind === 0 ? 'feedback' : 'error', at, id })

export function memoryReportStore(): ReportStore {
  const held = new Map<string, StoredReport>()
  const name = (key: ReportKey): string => JSON.stringify(raw(key))
  const keys = (): readonly ReportKey[] => [...held.values()].map(({ key }) => key).sort(inOrder)
  return {
    keys: async () => keys(),
    get: async (key) => held.get(name(key))?.bytes,
    async add(report, room) {
      const pushedOut = room(keys(), report.key)
      if (pushedOut === null) return 'no-room'
      for (const key of pushedOut) held.delete(name(key))
      held.set(name(report.key), report)
      return 'in-memory'
    },
    async remove(gone) {
      for (const key of gone) held.delete(name(key))
    },
  }
}

export function inOrder(a: ReportKey, b: ReportKey): number {
  const [one, other] = [raw(a), raw(b)]
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2] || (one[3] < other[3] ? -1 : 1)
}

const storeName = 'queue'

/**
 * @param note hears after each change whether anything waits; within the change, so that tabs say
 *   it in the order in which they changed it.
 */
export function indexedReportStore(factory: IDBFactory, note: (isWaiting: boolean) => void = () => {}, name = 'reports'): ReportStore {
  const inside = async <T>(mode: IDBTransactionMode, work: (queue: IDBObjectStore) => IDBRequest<T> | (() => T)): Promise<T> => {
    const db = await opened(factory, name)
    try {
      return await new Promise<T>((resolve, reject) => {
        const tx = db.transaction(storeName, mode)
        const result = work(tx.objectStore(storeName))
        tx.addEventListener('complete', () => resolve(typeof result === 'function' ? result() : result.result))
        tx.addEventListener('abort', () => reject(tx.error ?? new Error('IndexedDB gave up')))
      })
    } finally {
      // Nothing is held open: signing out, a newer version and another tab find nobody in their
      // way.
      db.close()
    }
  }
  // Opening it would make it: on a device on which nothing ever waited there is none.
  const isThere = async (): Promise<boolean> => (await factory.databases?.())?.some((each) => each.name === name) ?? true
  return {
    keys: async () => ((await isThere()) ? (await inside('readonly', (queue) => queue.getAllKeys())).filter(isRawKey).map(read) : []),
    async get(key) {
      const bytes: unknown = await inside('readonly', (queue): IDBRequest<unknown> => queue.get(raw(key)))
      return bytes instanceof Uint8Array ? new Uint8Array(bytes) : undefined
    },
    add: ({ key, bytes }, room) =>
      inside('readwrite', (queue) => {
        let answer: 'kept' | 'no-room' = 'no-room'
        const asked = queue.getAllKeys()
        asked.addEventListener('success', () => {
          const pushedOut = room(asked.result.filter(isRawKey).map(read), key)
          if (pushedOut === null) return
          for (const gone of pushedOut) queue.delete(raw(gone))
          queue.put(bytes, raw(key))
          answer = 'kept'
          note(true)
        })
        return () => answer
      }),
    async remove(gone) {
      if (gone.length === 0) return
      await inside('readwrite', (queue) => {
        for (const key of gone) queue.delete(raw(key))
        const left = queue.count()
        left.addEventListener('success', () => note(left.result > 0))
        return () => undefined
      })
    },
  }
}

function opened(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB did not open')))
    request.addEventListener('blocked', () => reject(new Error('IndexedDB is held by an older version')))
  })
}

/**
 * The lasting store, with memory for what it does not take. @param lasting `null` where the browser
 * has none.
 */
export function reportStore(lasting: ReportStore | null): ReportStore {
  const memory = memoryReportStore()
  if (lasting === null) return memory
  return {
    keys: async () => [...(await lasting.keys().catch(() => [])), ...(await memory.keys())].sort(inOrder),
    get: async (key) => (await memory.get(key)) ?? lasting.get(key).catch(() => undefined),
    add: (report, room) => lasting.add(report, room).catch(() => memory.add(report, room)),
    async remove(keys) {
      await memory.remove(keys)
      await lasting.remove(keys).catch(() => undefined) // then it is sent again, and the server keeps it once
    },
  }
}

/** This browser's. Reading the property alone throws where storage is forbidden. */
export function browserReportStore(): ReportStore {
  try {
    return reportStore(indexedReportStore(indexedDB, noteWaiting))
  } catch {
    return reportStore(null)
  }
}

/**
 * A visitor's page begins with the app while something waits (web/app/late-start.inline.js): the
 * light script sends nothing.
 */
function noteWaiting(isWaiting: boolean): void {
  try {
    if (isWaiting) localStorage.setItem('unreported-waits', '1')
    else localStorage.removeItem('unreported-waits')
  } catch {
    // Forbidden: it waits for a page with the app.
  }
}
