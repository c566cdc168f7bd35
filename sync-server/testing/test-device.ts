/**
 * A device of few lines for tests of the server: takes what it is sent, strictly, and holds what it
 * should hold.
 */
import type { Row } from '#shared/kernel/table.ts'
import type { ByeCode, ClientMessage, Page, ServerMessage } from '#shared/sync/protocol.ts'
import type { Account, Link } from '#server/sync/sync-ports.ts'
import type { SubscriptionManager } from '#server/sync/subscription-manager.ts'
import type { Session } from '#server/sync/session.ts'
import { Digest } from '#shared/sync/digest.ts'
import { parseServerMessage } from '#shared/sync/protocol.ts'

interface Held {
  epoch: string
  cursor: number
  rows: Map<string, { readonly kind: string; readonly version: number; readonly row: Row }>
}

interface TestDeviceOptions {
  readonly id: string
  readonly account: Account | null
  /** Says `took` by itself. */
  readonly takes?: boolean
  readonly isLasting?: boolean
}

export class TestDevice {
  readonly id: string
  readonly heard: ServerMessage[] = []
  readonly shapes = new Map<string, Held>()
  readonly cards = new Map<string, Row>()
  readonly mismatches: string[] = []
  closedWith: ByeCode | 'silent' | null = null
  buffered = 0
  takes: boolean
  session: Session
  readonly #subscriptionManager: SubscriptionManager
  readonly #options: TestDeviceOptions

  constructor(subscriptionManager: SubscriptionManager, options: TestDeviceOptions) {
    this.#subscriptionManager = subscriptionManager
    this.#options = options
    this.id = options.id
    this.takes = options.takes ?? true
    this.session = this.#open()
  }

  #open(): Session {
    const link: Link = {
      maxPages: 2,
      isLasting: this.#options.isLasting ?? true,
      buffered: () => this.buffered,
      send: (text) => this.#hear(text),
      close: (code) => {
        this.closedWith = code
      },
    }
    return this.#subscriptionManager.open(link, this.#options.account)
  }

  /** The line breaks, and a new one is there. */
  reconnect(): void {
    this.session.closed()
    this.heard.length = 0
    this.closedWith = null
    this.session = this.#open()
  }

  say(message: ClientMessage): Promise<void> {
    return this.session.receive(message)
  }

  /** Greets with all it holds, and these shapes besides. */
  async hello(...shapes: readonly string[]): Promise<void> {
    for (const shape of shapes) if (!this.shapes.has(shape)) this.shapes.set(shape, empty())
    const cursors = [...this.shapes].map(([id, { epoch, cursor }]) => ({ id, epoch, cursor }))
    await this.say({ t: 'hello', proto: 1, schema: 1, device: this.id, shapes: cursors })
    await this.settled()
  }

  async follow(shape: string, epoch = ''): Promise<void> {
    this.shapes.set(shape, empty())
    await this.say({ t: 'follow', shapes: [{ id: shape, epoch, cursor: 0 }] })
    await this.settled()
  }

  push(...mutations: readonly { readonly n: number; readonly name: string; readonly args: unknown; readonly v?: number }[]): Promise<void> {
    return this.say({ t: 'push', mutations: mutations.map((mutation) => ({ v: 1, at: 0, ...mutation })) })
  }

  /** All that is committed has come, as far as there is room. */
  async settled(): Promise<void> {
    for (let heard = -1; heard !== this.heard.length;) {
      heard = this.heard.length
      await this.session.quiet()
      await this.#subscriptionManager.caughtUp()
      await this.session.quiet()
    }
  }

  of<T extends ServerMessage['t']>(t: T): readonly Extract<ServerMessage, { t: T }>[] {
    return this.heard.filter((message): message is Extract<ServerMessage, { t: T }> => message.t === t)
  }

  ids(shape: string, kind: string): readonly string[] {
    return [...(this.shapes.get(shape)?.rows.values() ?? [])]
      .filter((each) => each.kind === kind)
      .map(({ row }) => row.id)
      .toSorted()
  }

  row(shape: string, kind: string, id: string): Row | undefined {
    return this.shapes.get(shape)?.rows.get(`${kind} ${id}`)?.row
  }

  #hear(text: string): void {
    const message = parseServerMessage(text)
    if (message === null) throw new Error(`not a message: ${text.slice(0, 80)}`)
    this.heard.push(message)
    if (message.t === 'page') this.#take(message)
    if (message.t === 'drop') this.shapes.delete(message.shape)
    if (message.t === 'reset') {
      // What was held goes when the filling is complete; rights do not wait.
      const held = this.shapes.get(message.shape)
      if (held !== undefined) Object.assign(held, empty())
    }
    if (message.t === 'digest') this.#compare(message)
  }

  #take(page: Page): void {
    const held = this.shapes.get(page.shape)
    if (held === undefined) throw new Error(`a page of ${page.shape}, which it does not follow`)
    if (page.from !== held.cursor) throw new Error(`a page from ${page.from}, and it stands at ${held.cursor}`)
    held.cursor = page.to
    held.epoch = page.epoch
    for (const { kind, version, row } of page.puts) {
      const before = held.rows.get(`${kind} ${row.id}`)
      if (before !== undefined && before.version > version)
        throw new Error(`${kind} ${row.id} went back from ${before.version} to ${version}`)
      held.rows.set(`${kind} ${row.id}`, { kind, version, row })
    }
    for (const { kind, id } of page.dels) held.rows.delete(`${kind} ${id}`)
    for (const card of page.cards) this.cards.set(card.id, card)
    if (this.takes) void this.say({ t: 'took', pages: 1 })
  }

  #compare({ shape, to, count, hash }: Extract<ServerMessage, { t: 'digest' }>): void {
    const held = this.shapes.get(shape)
    if (held === undefined || held.cursor !== to) return
    const digest = new Digest()
    for (const { kind, version, row } of held.rows.values()) digest.add(kind, row.id, version)
    if (digest.count !== count || digest.hash !== hash) this.mismatches.push(`${shape}: ${digest.count} rows, and ${count} were meant`)
  }
}

function empty(): Held {
  return { epoch: '', cursor: 0, rows: new Map() }
}
