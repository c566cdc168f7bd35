/**
 * The shapes that one device follows, and their pages: one at a time, as many on their way as the
 * device has room for. It is `live` in a shape when nothing is missing up to the subscription
 * manager's position, and hears of changes by `touched` from then on; else it catches up by itself.
 * What must never happen: a page before the rights were looked at, a `from` that is not where the
 * device stands, a silent gap.
 */
import type { ServerMessage, ShapeCursor } from '#shared/sync/protocol.ts'
import { syncLimits } from '#shared/sync/protocol.ts'
import type { Followed } from './follows.ts'
import type { Part, Reader, Start } from './pages.ts'
import type { Follower, SessionSubscriptions, Voice } from './session-subscriptions.ts'
import type { Link } from './sync-ports.ts'
import { Follows } from './follows.ts'
import { Meter } from './meter.ts'
import { SentCards } from './sent-cards.ts'
import { countOne } from './sync-metrics.ts'

/** Above this what is sent waits in the server's memory. */
const congestedBytes = 1_048_576
const drownedBytes = 8 * 1_048_576
/**
 * A shape in which nothing happens has its cursor moved on now and then, before the journal forgets
 * where it stands.
 */
const markAfter = 20_000
/**
 * Each costs a look at the store. A device that comes back greets with all of its shapes; after
 * that it follows what is opened.
 */
const maxFollows = { atOnce: 2 * syncLimits.shapes, perSecond: 20 } as const

export class ShapeFeed implements Follower {
  readonly #subscriptionManager: SessionSubscriptions
  readonly #voice: Voice
  readonly #link: Link
  readonly #userId: string
  readonly #follows = new Follows()
  readonly #cards = new SentCards()
  readonly #meter: Meter
  /** Compared shapes that it let go of just now. */
  readonly #left = new Set<string>()
  #room: number
  #pumping: Promise<void> | null = null
  #congestedSince: number | null = null
  /** The account sees what everyone sees, but for rows it has a part in. */
  isPlain = false

  constructor(subscriptionManager: SessionSubscriptions, voice: Voice, link: Link, userId: string) {
    this.#subscriptionManager = subscriptionManager
    this.#voice = voice
    this.#link = link
    this.#userId = userId
    this.#room = link.maxPages
    this.#meter = new Meter(() => subscriptionManager.ports.clock(), maxFollows.atOnce, maxFollows.perSecond)
  }

  /** Pages that the device has not yet said to have taken. */
  get onTheWay(): number {
    return this.#link.maxPages - this.#room
  }

  /** Since when more is waiting in memory than should; `null` while it flows. */
  get congestedSince(): number | null {
    const bytes = this.#link.buffered()
    if (bytes <= congestedBytes) this.#congestedSince = null
    else this.#congestedSince ??= this.#subscriptionManager.ports.clock()
    return this.#congestedSince
  }

  get isDrowned(): boolean {
    return this.#link.buffered() > drownedBytes
  }

  /** Resolves once every page is sent that there is room for. */
  async quiet(): Promise<void> {
    while (this.#pumping !== null) await this.#pumping
  }

  took(pages: number): void {
    this.#room = Math.min(this.#link.maxPages, this.#room + pages)
    this.#pump()
  }

  /** Other rights: all that the device holds goes, and what it may still see comes again. */
  void(): void {
    for (const followed of this.#follows.all()) this.#reset(followed, 'rights')
    this.#pump()
  }

  /** The conversation is over. */
  end(): void {
    for (const { shape } of this.#follows.all()) this.#subscriptionManager.unfollow(this, shape)
    this.#follows.clear()
  }

  touched(shape: string, before: number, last: number, isClosed: boolean): void {
    const followed = this.#follows.get(shape)
    if (!this.#voice.isOpen || followed === undefined) return
    followed.isChanged = true
    if (followed.isLive) {
      if (followed.seen >= last) return
      followed.seen = Math.max(followed.seen, before)
      followed.isLive = false
    }
    this.#follows.want(followed)
    this.#pump()
    // Taking away does not wait until there is room for a page.
    if (isClosed) this.#judge(followed).catch((error: unknown) => this.#voice.fail(error, 'sync: rights'))
  }

  isLive(shape: string): boolean {
    const followed = this.#follows.get(shape)
    return this.#voice.isOpen && followed !== undefined && followed.isLive
  }

  standsAt(shape: string): number {
    return this.#follows.get(shape)?.cursor ?? 0
  }

  get reader(): Reader {
    return { userId: this.#userId, isPlain: this.isPlain }
  }

  /** The device is live in the shape, and this is what it should hold. */
  sendDigest(shape: string, count: number, hash: string): void {
    const followed = this.#follows.get(shape)
    if (followed === undefined || !this.isLive(shape)) return
    followed.isCompared = true
    this.#subscriptionManager.metrics.digestsSent += 1
    this.#voice.send({ t: 'digest', shape, to: followed.cursor, count, hash })
  }

  /** Compares what has changed since the last time, and moves old cursors on. */
  compare(): void {
    for (const followed of this.#follows.all()) {
      if (!followed.isLive) continue
      if (followed.isChanged) {
        followed.isChanged = false
        this.#subscriptionManager.askDigest(this, followed.shape)
      } else if (this.#subscriptionManager.position - followed.cursor > markAfter) {
        followed.isLive = false
        followed.seen = Math.max(followed.seen, this.#subscriptionManager.position)
        this.#follows.want(followed)
      }
    }
    this.#pump()
  }

  /**
   * @param isVoid the device's rights have changed: what it holds is void, whatever its cursors
   *   say.
   */
  follow(shapes: readonly ShapeCursor[], isVoid: boolean): void {
    if (!this.#meter.take(shapes.length)) return this.#voice.bye('flood')
    const { epoch } = this.#subscriptionManager.ports.store.meta
    for (const { id, epoch: theirs, cursor } of shapes) {
      const before = this.#follows.get(id)
      if (before === undefined && this.#follows.size >= syncLimits.shapes) {
        this.#voice.send({ t: 'drop', shape: id, why: 'too-many' })
        continue
      }
      const followed = this.#follows.begin(id, cursor)
      this.#subscriptionManager.follow(this, id)
      // A device that mends a difference names the epoch it was filled from; one that visits a
      // thread again has nothing to name.
      if (this.#left.has(id) && cursor === 0 && theirs !== '') this.#noteMismatch(id)
      if (cursor > 0 && theirs !== epoch) this.#reset(followed, 'epoch')
      else if (cursor > 0 && isVoid) this.#reset(followed, 'rights')
      else this.#follows.want(followed)
    }
    this.#left.clear()
    this.#pump()
  }

  /** A device that holds something else than it was told lets go of the shape and begins anew. */
  #noteMismatch(shape: string): void {
    countOne(this.#subscriptionManager.metrics.resets, 'digest')
    this.#subscriptionManager.metrics.digestMismatches += 1
    this.#subscriptionManager.ports.log(new Error('a device holds something else than it was sent'), `sync: ${shape}`)
  }

  unfollow(shape: string): void {
    if (this.#follows.get(shape)?.isCompared === true) this.#left.add(shape)
    this.#forget(shape)
  }

  #reset(followed: Followed, why: Extract<ServerMessage, { t: 'reset' }>['why']): void {
    countOne(this.#subscriptionManager.metrics.resets, why)
    this.#follows.begin(followed.shape, 0)
    this.#voice.send({ t: 'reset', shape: followed.shape, epoch: this.#subscriptionManager.ports.store.meta.epoch, why })
    const fresh = this.#follows.get(followed.shape)
    if (fresh !== undefined) this.#follows.want(fresh)
  }

  #drop(shape: string, why: 'gone' | 'not-allowed'): void {
    this.#forget(shape)
    this.#voice.send({ t: 'drop', shape, why })
  }

  #forget(shape: string): void {
    this.#follows.delete(shape)
    this.#subscriptionManager.unfollow(this, shape)
  }

  async #judge(followed: Followed): Promise<void> {
    const { ports } = this.#subscriptionManager
    const access = await ports.store.read(async (read) =>
      ports.rules.access(read, await ports.viewerOf(read, this.#userId, ports.clock()), followed.shape),
    )
    if (this.#voice.isOpen && access !== 'allowed' && this.#follows.get(followed.shape) !== undefined) this.#drop(followed.shape, access)
  }

  #mayBuild(): boolean {
    return this.#voice.isOpen && this.#room > 0 && this.congestedSince === null
  }

  /** There may be room again. */
  pump(): void {
    this.#pump()
  }

  #pump(): void {
    if (this.#pumping !== null || !this.#follows.hasWanted || !this.#mayBuild()) return
    this.#pumping = this.#sendPages()
      .catch((error: unknown) => {
        this.#voice.fail(error, 'sync: pages')
      })
      .finally(() => {
        this.#pumping = null
        // Something may have been wanted in between.
        this.#pump()
      })
  }

  async #sendPages(): Promise<void> {
    while (this.#mayBuild()) {
      const followed = this.#follows.next()
      if (followed === undefined) return
      const start: Start = followed.isFilling
        ? { kind: 'filling', place: followed.place, atLeast: followed.fillTo ?? 0 }
        : { kind: 'since', seq: Math.max(followed.seen, followed.cursor) }
      const built = await this.#subscriptionManager.pages.build(this.reader, followed.shape, start)
      // Unfollowed, reset or begun anew meanwhile: then it is wanted again by itself.
      if (!this.#voice.isOpen || this.#follows.get(followed.shape) !== followed) continue
      if (built.kind === 'drop') this.#drop(followed.shape, built.why)
      else if (built.kind === 'reset') {
        const where = `sync: ${followed.shape} of ${this.#userId} stands at ${followed.cursor}, the store at ${built.position}`
        if (built.why === 'ahead')
          this.#subscriptionManager.ports.log(new Error('a device has seen more than there is: the store was cut back'), where)
        this.#reset(followed, built.why)
      } else if (followed.isFilling) this.#fill(followed, built)
      else this.#advance(followed, built)
    }
  }

  /** All of the shape, in parts. What changes meanwhile follows as changes since the first part. */
  #fill(followed: Followed, part: Part): void {
    const to = (followed.fillTo ??= part.to)
    followed.place = part.place
    this.#sendPage(followed.shape, 0, part.hasMore ? 0 : to, part)
    if (!part.hasMore) {
      followed.isFilling = false
      followed.cursor = followed.seen = to
    }
    if (!part.hasMore && part.position === to && to >= this.#subscriptionManager.position) this.#arrived(followed)
    else this.#follows.want(followed)
  }

  #advance(followed: Followed, part: Part): void {
    if (part.rows > 0 || part.hasMore || part.to - followed.cursor > markAfter) {
      this.#sendPage(followed.shape, followed.cursor, part.to, part)
      followed.cursor = part.to
    }
    followed.seen = part.to
    if (!part.hasMore && part.to >= this.#subscriptionManager.position) this.#arrived(followed)
    else this.#follows.want(followed)
  }

  #arrived(followed: Followed): void {
    followed.isLive = true
    if (!followed.isGreeted) return
    followed.isGreeted = false
    if (this.#link.isLasting) this.#subscriptionManager.askDigest(this, followed.shape)
  }

  #sendPage(shape: string, from: number, to: number, part: Part): void {
    this.#room -= 1
    this.#subscriptionManager.metrics.pages += 1
    const cards = this.#cards.fresh(part.cards)
    const head = `{"t":"page","shape":"${shape}","epoch":${JSON.stringify(this.#subscriptionManager.ports.store.meta.epoch)},"from":${from},"to":${to}`
    this.#link.send(`${head},${part.text},"cards":[${cards}],"more":${part.hasMore}}`)
  }
}
