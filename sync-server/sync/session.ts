/**
 * One device's conversation: messages in, messages out; nothing of sockets. Messages are handled
 * strictly in order. Mutations (`mutations-in.ts`) and pages (`shape-feed.ts`) run beside that,
 * each in an order of its own. The greeting decides: whose device it is, whether what it holds
 * still stands under its account's rights, and where its count is. What must never happen: a word
 * to an account that is not the device's, and rights noted as told before the device has taken them
 * in.
 */
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { ByeCode, ClientMessage, ServerMessage } from '#shared/sync/protocol.ts'
import { protocol, schemas } from '#shared/sync/protocol.ts'
import type { SessionSubscriptions, Voice } from './session-subscriptions.ts'
import type { Account, Link } from './sync-ports.ts'
import { MutationsIn } from './mutations-in.ts'
import { devices } from './device-tables.ts'
import { ShapeFeed } from './shape-feed.ts'
import { countOne } from './sync-metrics.ts'

type Hello = Extract<ClientMessage, { t: 'hello' }>

/** What is there once somebody has greeted. */
interface Greeted {
  readonly account: Account
  readonly device: string
  readonly schema: number
  readonly mutations: MutationsIn
  readonly feed: ShapeFeed
}

/**
 * What is noted of a device's rights before it is told of other ones, until it has taken them in:
 * in between nobody knows which its rows came under, and rights that come back (a ban that ends, a
 * role taken and given again) must not find them.
 */
const between = 'between'

/**
 * Rights under which what the device held is void. Noted as told once it has taken a page that was
 * sent after it was told.
 */
interface Untold {
  readonly rightsKey: string
  pagesBefore: number
}

export class Session implements Voice {
  readonly account: Account | null
  readonly #subscriptionManager: SessionSubscriptions & { ended(session: Session): void }
  readonly #link: Link
  #greeted: Greeted | null = null
  #sentViewer = ''
  #rightsKey = ''
  #untold: Untold | null = null
  #inbox: Promise<void> = Promise.resolve()
  #reviews: Promise<void> = Promise.resolve()
  #isOpen = true
  heardAt: number
  reviewedAt: number
  comparedAt: number

  constructor(subscriptionManager: SessionSubscriptions & { ended(session: Session): void }, link: Link, account: Account | null) {
    this.#subscriptionManager = subscriptionManager
    this.#link = link
    this.account = account
    this.heardAt = this.reviewedAt = this.comparedAt = subscriptionManager.ports.clock()
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get hasGreeted(): boolean {
    return this.#greeted !== null
  }

  get feed(): ShapeFeed | null {
    return this.#greeted?.feed ?? null
  }

  /**
   * Resolves once the message has been dealt with, but for the answers to its mutations and the
   * pages of its shapes.
   */
  receive(message: ClientMessage): Promise<void> {
    this.heardAt = this.#subscriptionManager.ports.clock()
    this.#inbox = this.#inbox.then(async () => {
      if (!this.#isOpen) return
      try {
        await this.#handle(message)
      } catch (error) {
        this.fail(error, `sync: ${message.t}`)
      }
    })
    return this.#inbox
  }

  /**
   * Resolves once every message is dealt with, every mutation answered and every page sent that
   * there is room for.
   */
  async quiet(): Promise<void> {
    await this.answered()
    await this.#greeted?.feed.quiet()
  }

  /** Every mutation that has come is answered. */
  async answered(): Promise<void> {
    await this.#inbox
    await this.#greeted?.mutations.answered()
  }

  send(message: ServerMessage): void {
    if (this.#isOpen) this.#link.send(JSON.stringify(message))
  }

  bye(code: ByeCode, { afterMs = 0, spreadMs = 0 }: { readonly afterMs?: number; readonly spreadMs?: number } = {}): void {
    if (!this.#isOpen) return
    countOne(this.#subscriptionManager.metrics.byes, code)
    this.send({ t: 'bye', code, afterMs, spreadMs })
    this.#end()
    this.#link.close(code)
  }

  fail(error: unknown, about: string): void {
    this.#subscriptionManager.ports.log(error, about)
    this.bye('restart', { afterMs: 1_000, spreadMs: 5_000 })
  }

  /** Nothing was heard for too long. */
  cut(): void {
    if (!this.#isOpen) return
    this.#end()
    this.#link.close('silent')
  }

  /** The link is gone. */
  closed(): void {
    this.#end()
  }

  /** All that was sent has arrived: for links that end with their answer. */
  delivered(): void {
    this.#noteRights()
  }

  /**
   * What its account may see might have changed. One look after the other: what was read first is
   * told first.
   */
  review(): Promise<void> {
    this.#reviews = this.#reviews.catch(() => undefined).then(() => this.#review())
    return this.#reviews
  }

  async #review(): Promise<void> {
    const { ports } = this.#subscriptionManager
    this.reviewedAt = ports.clock()
    const greeted = this.#greeted
    if (!this.#isOpen || greeted === null) return
    const { account, device, schema } = greeted
    const viewer = await ports.store.read((read) => ports.viewerOf(read, account.userId, ports.clock()))
    if (!this.#isOpen) return
    const isOther = ports.rules.rightsKey(viewer) !== this.#rightsKey
    if (isOther) {
      // A page that it takes from now on says nothing of what it holds.
      this.#untold = null
      try {
        await ports.writer.meet({ device, userId: account.userId, schema, rightsKey: between })
      } catch (error) {
        // It greets again when that can be noted; the others' news do not wait for it.
        return this.fail(error, 'sync: rights')
      }
    }
    if (!this.#isOpen) return
    this.#sendViewer(viewer)
    if (!isOther) return
    this.#takeRights(viewer, greeted.feed)
    this.#untold = { rightsKey: this.#rightsKey, pagesBefore: greeted.feed.onTheWay }
    greeted.feed.void()
  }

  async #handle(message: ClientMessage): Promise<void> {
    if (message.t === 'ping') return this.send({ t: 'pong', now: this.#subscriptionManager.ports.clock() })
    if (message.t === 'hello') return this.#greet(message)
    if (this.#greeted === null) return this.bye('malformed')
    const { account, device, mutations, feed } = this.#greeted
    switch (message.t) {
      case 'push':
        return mutations.take(message.mutations, device)
      case 'follow':
        return feed.follow(message.shapes, false)
      case 'unfollow':
        for (const shape of message.shapes) feed.unfollow(shape)
        return
      case 'took':
        if (this.#untold !== null && this.#link.isLasting) {
          this.#untold.pagesBefore -= message.pages
          if (this.#untold.pagesBefore < 0) this.#noteRights()
        }
        return feed.took(message.pages)
      case 'done':
        this.#behind(() => this.#subscriptionManager.ports.writer.acknowledge({ device, userId: account.userId, upTo: message.upTo }))
    }
  }

  async #greet({ proto, schema, device, shapes }: Hello): Promise<void> {
    const { ports } = this.#subscriptionManager
    const { account } = this
    if (this.hasGreeted) return this.bye('malformed')
    if (proto !== protocol || schema < schemas.min) return this.bye('version')
    if (account === null) return this.bye('auth')
    const { userId } = account
    const { known, viewer } = await ports.store.read(async (read) => ({
      known: await read.get(devices, device),
      viewer: await ports.viewerOf(read, userId, ports.clock()),
    }))
    if (known !== undefined && known.userId !== userId) return this.bye('account')
    const feed = new ShapeFeed(this.#subscriptionManager, this, this.#link, userId)
    this.#takeRights(viewer, feed)
    const isVoid = known !== undefined && known.rightsKey !== '' && known.rightsKey !== this.#rightsKey
    const met = await ports.writer.meet({ device, userId, schema, rightsKey: isVoid ? between : this.#rightsKey })
    if (met.kind === 'foreign') return this.bye('account')
    await this.#subscriptionManager.ready()
    if (!this.#isOpen) return
    this.#greeted = {
      account,
      device,
      schema,
      feed,
      mutations: new MutationsIn(this.#subscriptionManager, this, account, this.#link.deviceClass),
    }
    const { epoch } = ports.store.meta
    const { min: schemaMin, max: schemaMax } = schemas
    const { lastMutation, open } = met
    this.send({
      t: 'welcome',
      proto: protocol,
      schemaMin,
      schemaMax,
      now: ports.clock(),
      epoch,
      lastMutation,
      open,
      viewer,
      build: ports.build,
    })
    this.#sentViewer = JSON.stringify(viewer)
    if (isVoid) this.#untold = { rightsKey: this.#rightsKey, pagesBefore: 0 }
    feed.follow(shapes, isVoid)
    if (shapes.length === 0) this.#noteRights()
    // The rights that were read may have changed before anybody knew that this session should hear
    // of it.
    this.#behind(() => this.review())
  }

  /** The device's own rules and read policies go by it. */
  #sendViewer(viewer: Viewer): void {
    const text = JSON.stringify(viewer)
    if (text === this.#sentViewer) return
    this.#sentViewer = text
    this.send({ t: 'viewer', viewer })
  }

  #takeRights(viewer: Viewer, feed: ShapeFeed): void {
    const { rules } = this.#subscriptionManager.ports
    this.#rightsKey = rules.rightsKey(viewer)
    feed.isPlain = rules.seesLikeEveryone(viewer)
  }

  #noteRights(): void {
    const untold = this.#untold
    const greeted = this.#greeted
    if (untold === null || greeted === null) return
    this.#untold = null
    const { device, schema, account } = greeted
    const { rightsKey } = untold
    this.#behind(() => this.#subscriptionManager.ports.writer.meet({ device, userId: account.userId, schema, rightsKey }))
  }

  /** Work that nobody waits for. */
  #behind(work: () => Promise<unknown>): void {
    work().catch((error: unknown) => this.#subscriptionManager.ports.log(error, 'sync'))
  }

  #end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#greeted?.feed.end()
    this.#subscriptionManager.ended(this)
  }
}
