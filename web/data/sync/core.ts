/**
 * The device's side of the protocol, as transactions over the device's store: each is one `write`,
 * all of it or nothing. Whoever may act: any tab enqueues, retries, follows; taking in what the
 * server says is the work of one conversation (`SyncSession`), whose leader's term and device id
 * are checked inside the transaction: what an earlier leader or an earlier id brings is too late
 * (StaleSession). Relies on nothing but its ports: no clock, no randomness, no network, so that the
 * simulation runs this very code.
 */
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { ClientMessage, Page, Result, ServerMessage, ShapeCursor, WireError } from '#shared/sync/protocol.ts'
import { protocol, schemas, syncLimits } from '#shared/sync/protocol.ts'
import type { DeviceStore, DeviceTx, LocalShape, KeepClass, QueuedMutation, RefusedMutation } from '../device/port.ts'
import type { Changed } from './changed.ts'
import type { NewMutation, Offer, Squash } from './queue.ts'
import type { Fillings } from './shapes.ts'
import type { Greeted } from './connection.ts'
import { ChangeLog } from './changed.ts'
import { dropIn } from './drop.ts'
import { metaNames, readNumber, readNumberOrNull, readText, writeMeta } from './meta.ts'
import { callBackIn, discardIn, doneUpTo, enqueueIn, offerIn, refuseIn, retryIn, takeResultsIn } from './queue.ts'
import { followIn, isBehind, leavesHole, matchesDigest, refillIn, releaseIn, takePageIn, takeResetIn } from './shapes.ts'
import { takeGapIn, takeNewIdIn, takeViewerIn, takeWelcomeIn } from './connection.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export interface CorePorts {
  readonly store: DeviceStore
  /** The account whose database this is. */
  readonly account: string
  mutation(name: string): Mutation<unknown> | undefined
  /** ms since 1970, of this device's clock. */
  now(): number
  newId(): string
}

type Message<T extends ServerMessage['t']> = Extract<ServerMessage, { readonly t: T }>

/** One conversation with the server: what it may still write, and which fillings it began. */
export interface SyncSession {
  /** `null` where no leader can be chosen: every tab syncs by itself. */
  readonly term: number | null
  readonly device: string
  /** The highest number that had been answered when it began. */
  readonly taken: number
  readonly fillings: Fillings
  /**
   * Which past of the server it is about, see `metaNames.past`; moved on by the conversation that
   * finds out.
   */
  past: number
  /** Shapes that were found to differ in this conversation: filled anew once, not in circles. */
  readonly mended: Set<string>
  /**
   * The server believes this device to be where it is not: only another greeting can say where it
   * is.
   */
  isOutOfStep: boolean
}

/**
 * Another leader or another id of this device has taken over, or the server has turned out to be an
 * older one.
 */
export class StaleSession extends Error {
  constructor() {
    super('this conversation is over: another one has begun')
    this.name = 'StaleSession'
  }
}

/** What an operation answers, and what it changed. */
export interface Done<T> {
  readonly value: T
  readonly changed: Changed
}

export interface FollowChanges {
  readonly follow: readonly ShapeCursor[]
  readonly unfollow: readonly string[]
}

export interface Greeting {
  readonly session: SyncSession
  readonly hello: Extract<ClientMessage, { readonly t: 'hello' }>
}

export type Core = ReturnType<typeof createCore>

/** Least recently used shapes beyond these are not followed. */
const maxFollowed = syncLimits.shapes

export function createCore({ store, account, mutation, now, newId }: CorePorts) {
  function write<T>(work: (tx: DeviceTx, changes: ChangeLog) => Promise<T>): Promise<Done<T>> {
    return store.write(async (tx) => {
      const changes = new ChangeLog()
      const value = await work(tx, changes)
      return { value, changed: changes.result() }
    })
  }

  /** @throws StaleSession */
  function within<T>(session: SyncSession, work: (tx: DeviceTx, changes: ChangeLog) => Promise<T>): Promise<Done<T>> {
    return write(async (tx, changes) => {
      const isLeader = session.term === null || session.term === (await readNumber(tx, metaNames.term))
      const isOurs = session.device === (await readText(tx, metaNames.device)) && session.past === (await readNumber(tx, metaNames.past))
      if (!isLeader || !isOurs) throw new StaleSession()
      const value = await work(tx, changes)
      session.past = await readNumber(tx, metaNames.past)
      return value
    })
  }

  const again =
    (args: unknown) =>
    (refused: RefusedMutation): NewMutation => {
      const known = mutation(refused.name)
      const isNewForm = args !== undefined
      const v = isNewForm ? (known?.version ?? refused.v) : refused.v
      const all = isNewForm ? args : refused.args
      return { name: refused.name, v, args: all, at: now(), key: known?.version === v ? (known.key?.(all) ?? null) : null }
    }

  const squash: Squash = (earlier, later) => {
    const known = mutation(later.name)
    const isKnown = earlier.name === later.name && earlier.v === later.v && known?.version === later.v
    return isKnown ? (known.squash?.(earlier.args, later.args) ?? later.args) : later.args
  }

  /**
   * What this device has made is followed from here on: the mutation stays until its rows have come
   * that way.
   */
  async function openIn(tx: DeviceTx, changes: ChangeLog, { n, shapes }: Result): Promise<void> {
    const queued = await tx.queue.get(n)
    const opened = queued === undefined || queued.state === 'applied' ? undefined : mutation(queued.name)?.opens?.(queued.args)
    if (opened !== undefined && shapes.includes(opened)) await followIn(tx, changes, opened, 'own', now())
  }

  return {
    /**
     * Any tab. `also` is part of the transaction. @returns the mutation's number. @throws AppError
     * 'invalid' when it is too large to be sent.
     */
    enqueue: (queued: NewMutation, also: (tx: DeviceTx) => Promise<void> = async () => {}) =>
      write(async (tx, changes) => {
        const n = await enqueueIn(tx, changes, queued, squash)
        await also(tx)
        return n
      }),
    /**
     * Any tab: a refused mutation under a new number, with its own or other arguments; `also` as
     * above. @throws AppError 'not-found'
     */
    retry: (n: number, args?: unknown, also: (tx: DeviceTx) => Promise<void> = async () => {}) =>
      write(async (tx, changes) => {
        const next = await retryIn(tx, changes, n, { mutationAgain: again(args), squash })
        await also(tx)
        return next
      }),
    /**
     * Any tab: what this device has refused itself, to be kept until its writer decides. @returns
     * its number among the refused.
     */
    refuse: (queued: NewMutation, error: WireError) => write((tx, changes) => refuseIn(tx, changes, queued, error, null, now())),
    /** Any tab, by the writer's hand alone; `also` as above, where it is among the refused. */
    discard: (n: number, also: (tx: DeviceTx) => Promise<void> = async () => {}) =>
      write(async (tx, changes) => {
        if ((await tx.refused.get(n)) !== undefined) await also(tx)
        await discardIn(tx, changes, n)
      }),
    /** Any tab. @throws AppError 'conflict' when it may be on its way. */
    callBack: (n: number): Promise<Done<QueuedMutation>> => write((tx, changes) => callBackIn(tx, changes, n)),
    /** Any tab: held from now on. The client follows what is held. */
    follow: (shape: string, keep: KeepClass) => write((tx, changes) => followIn(tx, changes, shape, keep, now())),
    /** Any tab: pinned, or as one that was visited. */
    pin: (shape: string, isPinned: boolean) =>
      write(async (tx, changes) => {
        if (isPinned) return followIn(tx, changes, shape, 'pinned', now())
        const held = await tx.shapes.get(shape)
        if (held?.keep === 'pinned') await tx.shapes.put([{ ...held, keep: 'visited' }])
        changes.shape(shape)
      }),
    /** Any tab: let go, for room or by the reader's hand. */
    release: (shapes: readonly string[]) =>
      write(async (tx, changes) => {
        for (const shape of shapes) await releaseIn(tx, changes, shape)
      }),

    /** Makes this tab the leader; what earlier ones still bring is refused. @returns its term. */
    lead: () =>
      write(async (tx) => {
        const term = (await readNumber(tx, metaNames.term)) + 1
        await writeMeta(tx, metaNames.term, term)
        return term
      }),

    /**
     * Begins a conversation: who this device is and what it holds, for `hello`. @throws
     * StaleSession for a former leader.
     */
    greet: (term: number | null): Promise<Done<Greeting>> =>
      write(async (tx, changes) => {
        if (term !== null && term !== (await readNumber(tx, metaNames.term))) throw new StaleSession()
        const isSpent = (await readNumberOrNull(tx, metaNames.newIdAbove)) === 0
        const known = await readText(tx, metaNames.device)
        if (known === null) await writeMeta(tx, metaNames.device, newId())
        else if (isSpent) await takeNewIdIn(tx, changes, newId())
        const device = (await readText(tx, metaNames.device)) ?? ''
        const taken = await readNumber(tx, metaNames.taken)
        const past = await readNumber(tx, metaNames.past)
        const session: SyncSession = { term, device, taken, past, fillings: new Map(), mended: new Set(), isOutOfStep: false }
        const shapes = followed(await tx.shapes.all())
        const begun = await beginFillings(tx, session, shapes)
        return { session, hello: { t: 'hello', proto: protocol, schema: schemas.current, device, shapes: begun.map(cursorOf) } }
      }),

    takeWelcome: (session: SyncSession, welcome: Message<'welcome'>): Promise<Done<Greeted>> =>
      within(session, (tx, changes) =>
        takeWelcomeIn(tx, changes, session.fillings, { welcome, account, taken: session.taken, now: now() }),
      ),

    takeViewer: (session: SyncSession, viewer: Viewer): Promise<Done<void>> =>
      within(session, (tx, changes) => takeViewerIn(tx, changes, { viewer, account, now: now() })),

    /**
     * What this device holds, against what the server was told: cursors to follow, and shapes to
     * follow no longer.
     */
    followChanges: (session: SyncSession, told: ReadonlySet<string>): Promise<Done<FollowChanges>> =>
      within(session, async (tx) => {
        const held = followed(await tx.shapes.all())
        const missing = held.filter(({ id, isAsked }) => !told.has(id) || isAsked === false)
        // Parts of a filling from before the shape was let go may be on their way, and look like
        // those of the next.
        session.isOutOfStep ||= missing.some(({ id }) => session.fillings.has(id))
        if (session.isOutOfStep) return { follow: [], unfollow: [] }
        const wanted = new Set(held.filter((shape) => !missing.includes(shape)).map(({ id }) => id))
        return { follow: (await beginFillings(tx, session, missing)).map(cursorOf), unfollow: [...told].filter((id) => !wanted.has(id)) }
      }),

    /**
     * The next mutations to send; from now on they may have reached the server, whatever becomes of
     * the link.
     */
    offer: (session: SyncSession, limit: number = syncLimits.mutationsInPush): Promise<Done<Offer>> =>
      within(session, (tx, changes) => offerIn(tx, changes, limit, now())),

    /** @returns the number up to which no answer is needed any more. */
    takeResults: (session: SyncSession, results: readonly Result[]): Promise<Done<number>> =>
      within(session, async (tx, changes) => {
        for (const result of results) if (result.outcome === 'applied') await openIn(tx, changes, result)
        await takeResultsIn(tx, changes, results, { now: now(), squash })
        return doneUpTo(tx)
      }),

    takePage: (session: SyncSession, page: Page): Promise<Done<boolean>> =>
      within(session, async (tx, changes) => {
        const isTaken = await takePageIn(tx, changes, session.fillings, page)
        if (!isTaken && (await leavesHole(tx, page))) session.isOutOfStep = true
        return isTaken
      }),

    takeReset: (session: SyncSession, reset: Message<'reset'>) =>
      within(session, (tx, changes) => takeResetIn(tx, changes, session.fillings, reset)),

    takeDrop: (session: SyncSession, drop: Message<'drop'>) =>
      within(session, async (tx, changes) => {
        session.fillings.delete(drop.shape)
        await dropIn(tx, changes, { shape: drop.shape, why: drop.why, mutation, now: now() })
      }),

    /** @returns the cursor to fill the shape anew from, or `null`; and whether it differed. */
    takeDigest: (
      session: SyncSession,
      digest: Message<'digest'>,
    ): Promise<Done<{ readonly refill: ShapeCursor | null; readonly isEqual: boolean }>> =>
      within(session, async (tx, changes) => {
        const isEqual = await matchesDigest(tx, digest)
        const held = await tx.shapes.get(digest.shape)
        if (await isBehind(tx, digest)) session.isOutOfStep = true
        if (isEqual || held === undefined || session.mended.has(digest.shape)) return { refill: null, isEqual }
        session.mended.add(digest.shape)
        await refillIn(tx, changes, session.fillings, held)
        return { refill: { id: held.id, epoch: held.epoch, cursor: 0 }, isEqual }
      }),

    takeGap: (session: SyncSession, last: number) => within(session, (tx, changes) => takeGapIn(tx, changes, last)),

    /** Another id for this device, its mutations numbered anew. The conversation is over. */
    takeNewId: (session: SyncSession) => within(session, (tx, changes) => takeNewIdIn(tx, changes, newId())),

    /**
     * `bye corrupt`. @returns `true` when this device shall take a new id and go on; a second time
     * within a day something is broken.
     */
    takeCorrupt: (session: SyncSession) =>
      within(session, async (tx) => {
        const before = await readNumberOrNull(tx, metaNames.corruptAt)
        await writeMeta(tx, metaNames.corruptAt, now())
        const isFirst = before === null || Math.abs(now() - before) > dayMs
        if (isFirst) await writeMeta(tx, metaNames.newIdAbove, 0)
        return isFirst
      }),

    /** What waits to be sent: how many, and the oldest. */
    waiting: () =>
      store.read(async (tx) => {
        const [oldest] = await tx.queue.ofState('unsent', 1)
        return oldest
      }),
  }

  /** A filling that was cut off begins anew: what its first try brought may be gone since. */
  async function beginFillings(tx: DeviceTx, session: SyncSession, shapes: readonly LocalShape[]): Promise<readonly LocalShape[]> {
    const empty = shapes
      .filter(({ cursor }) => cursor === 0)
      .map((held) => ({ ...held, filling: held.filling + 1, isAsked: true, bytes: 0 }))
    for (const { id, filling } of empty) session.fillings.set(id, filling)
    if (empty.length > 0) await tx.shapes.put(empty)
    return shapes
  }
}

/** The reader's own first, then as they were used last. */
function followed(shapes: readonly LocalShape[]): readonly LocalShape[] {
  const isOwn = ({ keep }: LocalShape) => Number(keep === 'own')
  return [...shapes].sort((a, b) => isOwn(b) - isOwn(a) || b.lastUsed - a.lastUsed).slice(0, maxFollowed)
}

function cursorOf({ id, epoch, cursor }: LocalShape): ShapeCursor {
  return { id, epoch, cursor }
}
