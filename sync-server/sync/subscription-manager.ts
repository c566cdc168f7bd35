/**
 * All conversations of this node. Woken by commits, and by itself every two seconds, it reads the
 * journal once for all of them and tells those who follow what was changed; a lost hint delays and
 * never loses. It looks after them too: dead and slow links, ended sign-ins, rights that were taken
 * away, and the farewell when the server goes. Free of Node: clock, timers and turns are given, so
 * that the simulation runs it as it is.
 */
import { visitor } from '#shared/kernel/viewer.ts'
import { syncLimits } from '#shared/sync/protocol.ts'
import { StoreFailure } from '#server/store/port.ts'
import type { JournalRow } from '#server/store/port.ts'
import type { Account, Link, SyncPorts } from './sync-ports.ts'
import type { SyncMetrics } from './sync-metrics.ts'
import { createDigests } from './digests.ts'
import { createPages } from './pages.ts'
import { Session } from './session.ts'
import type { Follower, SessionSubscriptions } from './session-subscriptions.ts'
import { createSyncMetrics } from './sync-metrics.ts'

export interface SubscriptionManager {
  /** @param account who is signed in; `null`: nobody, who will be told so. */
  open(link: Link, account: Account | null): Session
  /** Resolves once all that is committed now has been told to those who follow. */
  caughtUp(): Promise<void>
  /**
   * Says farewell to everyone, with as much time to come back as there are. Mutations that have
   * come are answered first, for some seconds.
   */
  stop(): Promise<void>
  readonly metrics: SyncMetrics
  counts(): { readonly open: number; readonly lagging: number }
  /** Up to where the journal has been told; `null` before the first device. */
  readonly sentUpTo: number | null
}

const pollMs = 2_000
const lookEveryMs = 4_000
const reviewEveryMs = 60_000
const maxCongestedMs = 10_000
const atOnce = 1_000
/** Devices a second that may come back after a planned stop. */
const returnsPerSecond = 200
const farewellMs = 5_000

interface Touch {
  readonly last: number
  readonly decides: boolean
}

export function createSubscriptionManager(ports: SyncPorts): SubscriptionManager {
  const sessions = new Set<Session>()
  const followers = new Map<string, Set<Follower>>()
  const pages = createPages(ports)
  const metrics = createSyncMetrics()
  let position: number | null = null
  const digests = createDigests(ports, { caughtUp, sentUpTo: () => position ?? 0 })
  let starting: Promise<void> | null = null
  let running: Promise<void> | null = null
  let isWanted = false
  let isStopped = false

  const sessionSubscriptions: SessionSubscriptions & { ended(session: Session): void } = {
    ports,
    pages,
    metrics,
    get position() {
      return position ?? 0
    },
    ready,
    follow(feed, shape) {
      const found = followers.get(shape)
      if (found === undefined) followers.set(shape, new Set([feed]))
      else found.add(feed)
    },
    unfollow(feed, shape) {
      const found = followers.get(shape)
      found?.delete(feed)
      if (found?.size === 0) followers.delete(shape)
    },
    askDigest: (feed, shape) => digests.ask(feed, shape),
    ended: (session) => sessions.delete(session),
  }

  /** The journal is followed from when the first device comes. */
  async function ready(): Promise<void> {
    starting ??= ports.store.journal.position().then((seq) => {
      position = seq
    })
    try {
      await starting
    } catch (error) {
      starting = null
      throw error
    }
  }

  function wake(): void {
    if (position === null || isStopped) return
    isWanted = true
    running ??= follow().finally(() => {
      running = null
      if (isWanted) wake()
    })
  }

  async function follow(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false
      try {
        while (await step()) continue
      } catch (error) {
        // The next poll tries again.
        ports.log(error, 'sync: following the journal')
      }
    }
  }

  /**
   * What fails half-way is told again from its beginning: to be told twice changes nothing.
   * @returns whether there may be more.
   */
  async function step(): Promise<boolean> {
    const before = position ?? 0
    const entries = await ports.store.journal.since(before, atOnce)
    const last = entries.at(-1)
    if (last === undefined) return false
    // Whatever is built from here on is of a later snapshot than these entries.
    pages.forget()
    await reviewAccounts(entries)
    for (const [shape, touch] of touchesOf(entries)) await orPass(() => tell(shape, before, touch))
    position = last.seq
    return entries.length === atOnce
  }

  /**
   * What the store kept from us is tried again. A fault of ours would only come again, and must not
   * keep the news from everybody.
   */
  async function orPass(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof StoreFailure) throw error
      ports.log(error, 'sync: telling')
    }
  }

  async function reviewAccounts(entries: readonly JournalRow[]): Promise<void> {
    const users = new Set(entries.filter(({ kind }) => kind === ports.rules.memberKind).map(({ id }) => id))
    if (users.size === 0) return
    const theirs = [...sessions].filter(({ account }) => account !== null && users.has(account.userId))
    await Promise.all(theirs.map((session) => orPass(() => session.review())))
  }

  function touchesOf(entries: readonly JournalRow[]): ReadonlyMap<string, Touch> {
    const touches = new Map<string, Touch>()
    const touch = (shape: string, last: number, decides: boolean): void => {
      if (followers.has(shape)) touches.set(shape, { last, decides: decides || touches.get(shape)?.decides === true })
    }
    for (const { shape, kind, id, seq } of entries) {
      if (shape !== null) {
        digests.touched(shape)
        touch(shape, seq, false)
      }
      for (const decided of ports.rules.decidedBy(kind, id)) touch(decided, seq, true)
    }
    return touches
  }

  async function tell(shape: string, before: number, { last, decides }: Touch): Promise<void> {
    const isClosed = decides && (await ports.store.read((read) => ports.rules.access(read, visitor, shape))) !== 'allowed'
    for (const feed of [...(followers.get(shape) ?? [])]) feed.touched(shape, before, last, isClosed)
  }

  async function caughtUp(): Promise<void> {
    if (position === null) return
    // The step under way may have read before the last commit.
    await running
    wake()
    await running
  }

  async function look(): Promise<void> {
    const now = ports.clock()
    for (const session of [...sessions]) {
      const { feed } = session
      if (now - session.heardAt > syncLimits.silenceMs) session.cut()
      else if (feed === null) continue
      else if (feed.isDrowned || (feed.congestedSince !== null && now - feed.congestedSince > maxCongestedMs)) session.bye('slow')
      else feed.pump()
      if (feed === null || now - session.comparedAt <= syncLimits.digestEveryMs) continue
      session.comparedAt = now
      feed.compare()
    }
    await endSignedOut(now)
    for (const session of [...sessions]) {
      if (session.hasGreeted && now - session.reviewedAt > reviewEveryMs) await session.review()
    }
  }

  async function endSignedOut(now: number): Promise<void> {
    const ids = [...new Set([...sessions].map(({ account }) => account?.sessionId).filter((id) => id !== undefined))]
    if (ids.length === 0) return
    const openIds = await ports.store.read((read) => ports.openSessions(read, ids, now))
    for (const session of [...sessions]) {
      if (session.account !== null && ids.includes(session.account.sessionId) && !openIds.has(session.account.sessionId))
        session.bye('auth')
    }
  }

  let isLooking = false
  const undo = [
    ports.writer.onCommit(wake),
    ports.timers.every(pollMs, wake),
    ports.timers.every(lookEveryMs, () => {
      if (isLooking || sessions.size === 0) return
      isLooking = true
      look()
        .catch((error: unknown) => ports.log(error, 'sync: looking after links'))
        .finally(() => (isLooking = false))
    }),
  ]

  return {
    open(link, account) {
      const session = new Session(sessionSubscriptions, link, account)
      sessions.add(session)
      if (isStopped) session.bye('restart', farewell(0))
      return session
    },
    caughtUp,
    async stop() {
      isStopped = true
      for (const step of undo) step()
      digests.stop()
      const all = [...sessions]
      let giveUp = (): void => undefined
      const late = new Promise<void>((resolve) => (giveUp = ports.timers.after(farewellMs, resolve)))
      await Promise.race([Promise.all(all.map((session) => session.answered())), late])
      giveUp()
      for (const session of sessions) session.bye('restart', farewell(all.length))
    },
    metrics,
    get sentUpTo() {
      return position
    },
    counts: () => ({
      open: sessions.size,
      lagging: [...sessions].filter(({ feed }) => feed !== null && feed.congestedSince !== null).length,
    }),
  }
}

function farewell(devices: number): { readonly afterMs: number; readonly spreadMs: number } {
  return { afterMs: 500, spreadMs: Math.max(1_000, Math.ceil((devices / returnsPerSecond) * 1_000)) }
}
