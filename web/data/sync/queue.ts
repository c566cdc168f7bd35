/**
 * Mutations on their way: given a number, offered, answered, refused. Every function runs inside a
 * transaction of the caller's. A number that may have reached the server keeps its mutation for
 * ever; numbers have no holes, so what is taken back leaves a void. Mutations leave when the pages
 * that carry them are here (R7), or for the refused, with everything in them (R8); never otherwise.
 */
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { Result, WireError, WireMutation } from '#shared/sync/protocol.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { syncLimits, voidName } from '#shared/sync/protocol.ts'
import type { DeviceRead, DeviceTx, QueuedMutation, RefusedMutation } from '../device/port.ts'
import type { ChangeLog } from './changed.ts'
import type { MutationPause } from './meta.ts'
import { metaNames, readNumber, readNumberOrNull, readPauses, writeMeta } from './meta.ts'

export interface NewMutation {
  readonly name: string
  readonly v: number
  readonly args: unknown
  readonly at: number
  readonly key: string | null
}

export function mutationOf<Args>(mutation: Mutation<Args>, args: Args, now: number): NewMutation {
  return { name: mutation.name, v: mutation.version, args, at: now, key: mutation.key?.(args) ?? null }
}

export interface Offer {
  readonly mutations: readonly WireMutation[]
  /** When the next waiting mutation may be tried, by this device's clock. */
  readonly nextAt: number | null
  /** Nothing is left to be asked under this device's id: it needs a new one. */
  readonly isSpent: boolean
}

/** Room for the frame around them. */
const bytesInPush = syncLimits.frameBytes - 64 * 1_024
/**
 * A limit of speed that takes longer is a refusal; a later moment means that the clock was moved.
 */
const longestWaitMs = 25 * 60 * 60_000
/** Clocks are corrected a little now and then; further back than this, it was moved. */
const correctionMs = 60_000
const everything = Number.MAX_SAFE_INTEGER

/**
 * Of two mutations with one key: the arguments of the later in the place of the earlier, see
 * `Mutation.squash`.
 */
export type Squash = (earlier: NewMutation, later: NewMutation) => unknown

/** @returns its number. @throws AppError 'invalid' when no frame could carry it. */
export async function enqueueIn(tx: DeviceTx, changes: ChangeLog, newest: NewMutation, squash: Squash): Promise<number> {
  if (bytesOf(newest.args) > syncLimits.mutationBytes) throw new AppError('invalid', { message: `${newest.name}: too large` })
  changes.queue()
  const sameKey = newest.key === null ? [] : await tx.queue.ofKey(newest.key)
  const without = sameKey.filter((other) => other.state === 'later' || (other.state === 'unsent' && !other.isOffered))
  const mutation = inOrder(without).reduceRight((later, earlier) => ({ ...later, args: squash(earlier, later) }), newest)
  const unseen = sameKey.find((other) => other.state === 'unsent' && !other.isOffered)
  if (unseen !== undefined) {
    await tx.queue.put([{ ...unseen, ...mutation }])
    return unseen.n
  }
  // What waits would be tried after this one and undo it: it has had no effect, and shall have
  // none.
  await tx.queue.delete(sameKey.filter((other) => other.state === 'later').map((other) => other.n))
  const n = (await readNumber(tx, metaNames.lastNumber)) + 1
  await writeMeta(tx, metaNames.lastNumber, n)
  await tx.queue.put([{ ...mutation, n, isOffered: false, state: 'unsent', waitUntil: null, seq: null, shapes: [] }])
  return n
}

export async function offerIn(tx: DeviceTx, changes: ChangeLog, limit: number, now: number): Promise<Offer> {
  const newIdAbove = await readNumberOrNull(tx, metaNames.newIdAbove)
  const unsent = (await tx.queue.ofState('unsent', limit)).filter(
    (mutation) => newIdAbove === null || (mutation.isOffered && mutation.n <= newIdAbove),
  )
  if (newIdAbove !== null && unsent.length === 0) return { mutations: [], nextAt: null, isSpent: true }
  const hasRoom = newIdAbove === null && unsent.length < limit
  const waiting = hasRoom ? await dueOf(tx, now) : { due: [], nextAt: null }
  const chosen = withinFrame([...unsent, ...waiting.due].slice(0, limit))
  const fresh = chosen.filter((mutation) => !mutation.isOffered)
  if (fresh.length > 0) {
    await tx.queue.put(fresh.map((mutation) => ({ ...mutation, isOffered: true })))
    changes.queue()
  }
  return { mutations: chosen.map(wire), nextAt: waiting.nextAt, isSpent: false }
}

/** The waiting mutations to try: one of each name whose time has come. */
async function dueOf(tx: DeviceRead, now: number): Promise<{ readonly due: readonly QueuedMutation[]; readonly nextAt: number | null }> {
  const waiting = await tx.queue.ofState('later', everything)
  if (waiting.length === 0) return { due: [], nextAt: null }
  const pauses = await readPauses(tx)
  const due = new Map<string, QueuedMutation>()
  let nextAt: number | null = null
  for (const mutation of waiting) {
    const pause = pauses[mutation.name]
    const until = Math.max(sane(mutation.waitFrom, mutation.waitUntil, now), sane(pause?.from, pause?.until, now))
    if (until > now) nextAt = Math.min(nextAt ?? until, until)
    else if (turnOf(mutation) < turnOf(due.get(mutation.name))) due.set(mutation.name, mutation)
  }
  return { due: [...due.values()], nextAt }
}

/**
 * In the order in which they were done; those that set states of different things take turns, so
 * that one that waits for ever holds up no other.
 */
const turnOf = (mutation: QueuedMutation | undefined): number =>
  mutation === undefined ? Infinity : mutation.key === null ? mutation.n : (mutation.waitUntil ?? 0)

type Moment = number | null | undefined

/**
 * By a clock that was set back since it was said, eight seconds could take a day: asking once more
 * is the way to know.
 */
function sane(from: Moment, until: Moment, now: number): number {
  const isSetBack = (from ?? now) > now + correctionMs
  return until === null || until === undefined || isSetBack || until > now + longestWaitMs ? 0 : until
}

interface Taking {
  readonly now: number
  readonly squash: Squash
}

/** Takes in answers, in the order they came. */
export async function takeResultsIn(tx: DeviceTx, changes: ChangeLog, results: readonly Result[], taking: Taking): Promise<void> {
  for (const result of results) {
    const mutation = await tx.queue.get(result.n)
    if (mutation !== undefined) await takeResult(tx, changes, mutation, result, taking)
  }
  const highest = Math.max(await readNumber(tx, metaNames.taken), ...results.map((result) => result.n))
  await writeMeta(tx, metaNames.taken, highest)
}

async function takeResult(
  tx: DeviceTx,
  changes: ChangeLog,
  mutation: QueuedMutation,
  result: Result,
  { now, squash }: Taking,
): Promise<void> {
  // A second copy of an answer says nothing new.
  if (mutation.state === 'applied') return
  changes.queue()
  if (result.outcome === 'applied') {
    const applied: QueuedMutation = { ...mutation, state: 'applied', waitUntil: null, seq: result.seq, shapes: result.shapes }
    await tx.queue.put([applied])
    await settleIn(tx, changes, [applied])
    return
  }
  const newer = mutation.key === null ? [] : inOrder(await tx.queue.ofKey(mutation.key)).filter((other) => other.n > mutation.n)
  if (result.outcome === 'later') {
    const waitUntil = now + (result.afterMs ?? 0)
    const [next] = newer
    if (next !== undefined) {
      if (!next.isOffered) await tx.queue.put([{ ...next, args: squash(mutation, next) }])
      return tx.queue.delete([mutation.n])
    }
    await tx.queue.put([{ ...mutation, state: 'later', waitFrom: now, waitUntil, waitReason: result.error?.reason ?? null }])
    await writeMeta(tx, metaNames.pauses, { ...(await livePauses(tx, now)), [mutation.name]: { from: now, until: waitUntil } })
    return
  }
  // Answered and forgotten: nobody knows how. What was written stays in sight.
  const error = result.error ?? forgotten
  // Its writer has set it anew since: that is asked about, if it has to be.
  const isOvertaken = error.code === 'conflict' && newer.some(({ name }) => name === mutation.name)
  const isKept = mutation.name !== voidName && !isOvertaken && (result.outcome === 'rejected' || mutation.key === null)
  if (isKept) await refuseIn(tx, changes, mutation, error, result.current, now)
  await tx.queue.delete([mutation.n])
}

const inOrder = (mutations: readonly QueuedMutation[]): readonly QueuedMutation[] => [...mutations].sort((a, b) => a.n - b.n)

const forgotten: WireError = { code: 'conflict', reason: null, field: null, retryAfterMs: null }

async function livePauses(tx: DeviceRead, now: number): Promise<Readonly<Record<string, MutationPause>>> {
  return Object.fromEntries(Object.entries(await readPauses(tx)).filter(([, { from, until }]) => sane(from, until, now) > now))
}

/**
 * Keeps a mutation among the refused. Its row in the queue is the caller's. Of a value in conflict
 * only the newest is kept.
 * @param refused without a number where the device itself has refused it. @returns its number
 *   there.
 */
export async function refuseIn(
  tx: DeviceTx,
  changes: ChangeLog,
  refused: NewMutation & { readonly n?: number },
  error: WireError,
  current: RefusedMutation['current'],
  now: number,
): Promise<number> {
  const { name, v, args, at, key: about } = refused
  const others = about === null || error.code !== 'conflict' ? [] : (await tx.refused.all()).filter(isSameConflict)
  const newer = others.find((other) => other.at > at)
  if (newer !== undefined) return newer.n
  await tx.refused.delete(others.map(({ n }) => n))
  const n = await refusedKey(tx, refused.n)
  await tx.refused.put([{ n, name, v, args, at, key: about, refusedAt: now, error, current }])
  changes.refuse(n)
  return n

  function isSameConflict(other: RefusedMutation): boolean {
    return other.name === name && other.key === about && other.error.code === 'conflict'
  }
}

/**
 * A number may have been somebody's before, under an earlier id of this device: what is kept there
 * must not be lost.
 */
async function refusedKey(tx: DeviceRead, n: number | undefined): Promise<number> {
  if (n !== undefined && (await tx.refused.get(n)) === undefined) return n
  const lowest = (await tx.refused.all())[0]
  return Math.min(lowest?.n ?? 0, 0) - 1
}

/** Lets go the applied mutations whose rows are here (R7); those of `mutations`, or all. */
export async function settleIn(tx: DeviceTx, changes: ChangeLog, mutations?: readonly QueuedMutation[]): Promise<void> {
  const applied = mutations ?? (await tx.queue.ofState('applied', everything))
  const cursors = new Map<string, number>()
  for (const shape of new Set(applied.flatMap((mutation) => mutation.shapes))) {
    const held = await tx.shapes.get(shape)
    if (held !== undefined) cursors.set(shape, held.cursor)
  }
  const arrived = applied.filter(({ seq, shapes }) => shapes.every((shape) => (cursors.get(shape) ?? Infinity) >= (seq ?? 0)))
  if (arrived.length === 0) return
  changes.queue()
  await tx.queue.delete(arrived.map((mutation) => mutation.n))
  const real = arrived.filter((mutation) => mutation.name !== voidName && mutation.n > 0)
  await tx.sent.put(real.map(({ n, name, v, args, at, seq }) => ({ n, name, v, args, at, seq: seq ?? 0 })))
}

/** Numbers up to this one need no answer any more. */
export async function doneUpTo(tx: DeviceRead): Promise<number> {
  const [unsent] = await tx.queue.ofState('unsent', 1)
  const [waiting] = await tx.queue.ofState('later', 1)
  const lowest = Math.min(unsent?.n ?? Infinity, waiting?.n ?? Infinity)
  return Math.min(lowest - 1, await readNumber(tx, metaNames.taken))
}

/**
 * Sends a refused mutation again, under a number of its own; `mutationAgain` makes it, changed or
 * not. @throws AppError 'not-found', 'invalid'
 */
export async function retryIn(
  tx: DeviceTx,
  changes: ChangeLog,
  n: number,
  { mutationAgain, squash }: { readonly mutationAgain: (refused: RefusedMutation) => NewMutation; readonly squash: Squash },
): Promise<number> {
  const refused = await tx.refused.get(n)
  if (refused === undefined) throw new AppError('not-found', { message: `no refused mutation ${n}` })
  await tx.refused.delete([n])
  return enqueueIn(tx, changes, mutationAgain(refused), squash)
}

export async function discardIn(tx: DeviceTx, changes: ChangeLog, n: number): Promise<void> {
  await tx.refused.delete([n])
  changes.queue()
}

/**
 * Takes back what nobody but this device has seen. @throws AppError 'conflict' when it may be on
 * its way.
 */
export async function callBackIn(tx: DeviceTx, changes: ChangeLog, n: number): Promise<QueuedMutation> {
  const mutation = await tx.queue.get(n)
  if (mutation === undefined || mutation.isOffered || mutation.name === voidName)
    throw new AppError('conflict', { message: `mutation ${n} cannot be called back` })
  await hollowIn(tx, changes, mutation)
  return mutation
}

/** Empties a place in the queue that was never offered; at its end, the number is free again. */
export async function hollowIn(tx: DeviceTx, changes: ChangeLog, mutation: QueuedMutation): Promise<void> {
  changes.queue()
  if (mutation.n === (await readNumber(tx, metaNames.lastNumber))) {
    await tx.queue.delete([mutation.n])
    await writeMeta(tx, metaNames.lastNumber, mutation.n - 1)
  } else {
    await tx.queue.put([{ ...mutation, name: voidName, v: 1, args: null, key: null }])
  }
}

function wire({ n, name, v, args, at }: QueuedMutation): WireMutation {
  // A clock before 1970 is no reason to be cut off.
  return { n, name, v, args, at: Math.max(0, Math.trunc(at)) }
}

/** As many as one frame carries, at least one. */
function withinFrame(mutations: readonly QueuedMutation[]): readonly QueuedMutation[] {
  let bytes = 0
  const end = mutations.findIndex((mutation) => {
    bytes += bytesOf(mutation.args) + 200
    return bytes > bytesInPush
  })
  return end === -1 ? mutations : mutations.slice(0, Math.max(1, end))
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? '').length
}
