/**
 * IndexedDB of one profile, as far as documents use it: databases of numbered updates and of facts
 * (`web/data/documents/document-files.ts`, y-indexeddb). Transactions of a database come one after
 * another; one whose tab ends is undone; what was not written strictly goes with a power cut; a
 * full disk takes nothing. Each answer comes by the tab's `answer`, so that the tab may end before
 * any.
 */
import type { PageLife } from './page-life.ts'

interface Content {
  readonly rows: ReadonlyMap<number, Uint8Array>
  readonly nextKey: number
  readonly facts: ReadonlyMap<string, unknown>
}

interface Range {
  holds(key: number): boolean
}

const empty: Content = { rows: new Map(), nextKey: 1, facts: new Map() }

type Listener = (event: { readonly type: string; readonly target: unknown }) => void

class Target {
  onsuccess: Listener | null = null
  onerror: Listener | null = null
  onupgradeneeded: Listener | null = null
  onversionchange: Listener | null = null
  readonly #listeners = new Map<string, Set<Listener>>()

  addEventListener(type: string, listener: Listener, { signal }: { readonly signal?: AbortSignal } = {}): void {
    if (signal?.aborted === true) return
    const own = this.#listeners.get(type) ?? new Set()
    this.#listeners.set(type, own.add(listener))
    signal?.addEventListener('abort', () => own.delete(listener))
  }

  /** @param target as for what has come up from below. */
  emit(type: string, target: unknown = this): void {
    const event = { type, target }
    for (const listener of this.#listeners.get(type) ?? []) listener(event)
    const handlers: Readonly<Record<string, Listener | null>> = {
      success: this.onsuccess,
      error: this.onerror,
      upgradeneeded: this.onupgradeneeded,
      versionchange: this.onversionchange,
    }
    handlers[type]?.(event)
  }
}

class Request extends Target {
  result: unknown
  error: DOMException | null = null
}

/** A database of the profile, and who is at it. */
class File {
  content: Content | null = null
  /** What a power cut leaves. */
  durable: Content | null = null
  readonly connections = new Set<Connection>()
  /** Openings and deletions, in their order. */
  readonly asked: { readonly host: PageLife; readonly request: Request; readonly isDeletion: boolean; isBegun: boolean }[] = []
  readonly line: Transaction[] = []

  begin(): void {
    const next = this.asked[0]
    if (next === undefined) return
    if (next.host.isOver) return this.done()
    if (!next.isDeletion) return this.#open(next)
    if (!next.isBegun)
      for (const connection of this.connections) connection.host.answer(1, () => connection.isOpen && connection.emit('versionchange'))
    next.isBegun = true
    if (this.connections.size > 0) return
    this.content = this.durable = null
    next.host.answer(1, () => next.request.emit('success'))
    this.done()
  }

  done(): void {
    this.asked.shift()
    this.begin()
  }

  #open({ host, request }: File['asked'][number]): void {
    const connection = new Connection(this, host)
    request.result = connection
    if (this.content === null) host.does(() => request.emit('upgradeneeded'))
    this.content ??= empty
    this.durable ??= empty
    this.connections.add(connection)
    host.answer(host.random.whole(0, 3), () => request.emit('success'))
    this.done()
  }
}

class Connection extends Target {
  readonly host: PageLife
  readonly #file: File
  isOpen = true

  constructor(file: File, host: PageLife) {
    super()
    this.#file = file
    this.host = host
  }

  createObjectStore(): void {}

  transaction(_stores: unknown, mode: string, options: { readonly durability?: string } = {}): Transaction {
    if (!this.isOpen) throw new DOMException('the connection is closed', 'InvalidStateError')
    const transaction = new Transaction(this.#file, this, mode === 'readonly', options.durability === 'strict')
    this.#file.line.push(transaction)
    if (this.#file.line[0] === transaction) transaction.begin()
    return transaction
  }

  /** What is under way here is finished first. */
  close(): void {
    this.isOpen = false
    this.leave()
  }

  leave(): void {
    if (this.isOpen || this.#file.line.some(({ connection }) => connection === this)) return
    if (this.#file.connections.delete(this)) this.#file.begin()
  }

  /** Its tab is gone. */
  drop(): void {
    this.isOpen = false
    for (const transaction of this.#file.line.filter(({ connection }) => connection === this)) transaction.undo()
    this.leave()
  }
}

class Transaction extends Target {
  error: DOMException | null = null
  readonly connection: Connection
  readonly #file: File
  readonly #isReadOnly: boolean
  readonly #isStrict: boolean
  readonly #todo: { readonly request: Request; readonly work: (content: Content) => readonly [Content, unknown] }[] = []
  #draft: Content = empty

  constructor(file: File, connection: Connection, isReadOnly: boolean, isStrict: boolean) {
    super()
    this.#file = file
    this.connection = connection
    this.#isReadOnly = isReadOnly
    this.#isStrict = isStrict
  }

  objectStore(name: string): ObjectStore {
    return new ObjectStore(this, name === 'updates')
  }

  ask(work: (content: Content) => readonly [Content, unknown]): Request {
    const request = new Request()
    this.#todo.push({ request, work })
    return request
  }

  begin(): void {
    this.#draft = this.#file.content ?? empty
    this.connection.host.answer(this.connection.host.random.whole(0, 2), () => this.#next())
  }

  #next(): void {
    const next = this.#todo.shift()
    if (next === undefined) return this.#commit()
    const [draft, result] = next.work(this.#draft)
    this.#draft = draft
    next.request.result = result
    next.request.emit('success')
    // Its listeners may ask for more before it is over.
    this.connection.host.answer(0, () => this.#next())
  }

  #commit(): void {
    const { host } = this.connection
    const isChanged = !this.#isReadOnly && this.#draft !== this.#file.content
    if (isChanged && profileOf(this.#file).isFull) {
      this.error = new DOMException('no room', 'QuotaExceededError')
      this.#leave()
      host.does(() => {
        this.emit('abort')
        this.connection.emit('abort', this)
      })
      return
    }
    if (isChanged) this.#file.content = this.#draft
    if (this.#isStrict) this.#file.durable = this.#file.content
    this.#leave()
    host.answer(host.random.whole(0, 3), () => this.emit('complete'))
  }

  undo(): void {
    this.#leave()
  }

  #leave(): void {
    const { line } = this.#file
    const isFirst = line[0] === this
    line.splice(line.indexOf(this), 1)
    if (isFirst) line[0]?.begin()
    this.connection.leave()
  }
}

class ObjectStore {
  readonly #transaction: Transaction
  readonly #isRows: boolean

  constructor(transaction: Transaction, isRows: boolean) {
    this.#transaction = transaction
    this.#isRows = isRows
  }

  add(value: Uint8Array): Request {
    const copy = value.slice()
    return this.#transaction.ask((content) => [
      { ...content, rows: new Map(content.rows).set(content.nextKey, copy), nextKey: content.nextKey + 1 },
      content.nextKey,
    ])
  }

  put(value: unknown, key: string): Request {
    return this.#transaction.ask((content) => [{ ...content, facts: new Map(content.facts).set(key, value) }, key])
  }

  clear(): Request {
    if (!this.#isRows) throw new TypeError('facts are never cleared')
    return this.#transaction.ask((content) => [{ ...content, rows: new Map() }, undefined])
  }

  delete(range: Range): Request {
    return this.#transaction.ask((content) => [
      { ...content, rows: new Map([...content.rows].filter(([key]) => !range.holds(key))) },
      undefined,
    ])
  }

  getAll(range?: Range): Request {
    const isIn = (key: number): boolean => range?.holds(key) ?? true
    return this.#transaction.ask((content) => [content, [...content.rows].flatMap(([key, row]) => (isIn(key) ? [row.slice()] : []))])
  }

  count(): Request {
    return this.#transaction.ask((content) => [content, content.rows.size])
  }

  /** From the end alone, and no further than the first. */
  openKeyCursor(): Request {
    return this.#transaction.ask((content) => [content, content.rows.size === 0 ? null : { key: Math.max(...content.rows.keys()) }])
  }
}

const profiles = new WeakMap<File, ProfileDisk>()

function profileOf(file: File): ProfileDisk {
  const found = profiles.get(file)
  if (found === undefined) throw new Error('a database of no profile')
  return found
}

export class ProfileDisk {
  /** While true nothing more is written. */
  isFull = false
  readonly #files = new Map<string, File>()

  /**
   * The updates of a document as they lie there, of the strict transactions alone; `null`: there is
   * no such database.
   */
  durable(name: string): readonly Uint8Array[] | null {
    const content = this.#files.get(name)?.durable
    return content === null || content === undefined ? null : [...content.rows.values()]
  }

  /** All tabs are gone before. */
  powerCut(): void {
    for (const file of this.#files.values()) file.content = file.durable
  }

  /** What code in the page finds as `indexedDB`. */
  factoryFor(host: PageLife): unknown {
    const ask = (name: string, isDeletion: boolean): Request => {
      const file = this.#fileOf(name)
      const request = new Request()
      if (host.isOver) return request
      host.life.onEnd(() => {
        const mine = file.asked.findIndex((other) => other.request === request)
        if (mine > 0) file.asked.splice(mine, 1)
        else if (mine === 0) file.done()
        if (request.result instanceof Connection) request.result.drop()
      })
      host.answer(host.random.whole(0, 2), () => {
        file.asked.push({ host, request, isDeletion, isBegun: false })
        if (file.asked.length === 1) file.begin()
      })
      return request
    }
    return {
      open: (name: string) => ask(name, false),
      deleteDatabase: (name: string) => ask(name, true),
      databases: () =>
        host.promise(1, async () => [...this.#files].flatMap(([name, { content }]) => (content === null ? [] : [{ name, version: 1 }]))),
    }
  }

  #fileOf(name: string): File {
    const found = this.#files.get(name)
    if (found !== undefined) return found
    const made = new File()
    profiles.set(made, this)
    this.#files.set(name, made)
    return made
  }
}
