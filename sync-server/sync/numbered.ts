/**
 * Mutations of devices, each under a number, applied exactly once (R1 to R4): the effect, the
 * answer and the device's count commit together. Relies on batches being serial. A number is taken
 * in order and keeps its mutation for ever; a repeat hears the first answer. A mutation that came
 * too fast is taken, has no effect and stands open: it may be sent again under its number until it
 * is answered for good. What it must never do: run a mutation twice, answer before the commit, or
 * move on after a bug (the device sends that one again).
 */
import type { Result, WireError } from '#shared/sync/protocol.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { wireErrorOf } from '#shared/sync/wire-error.ts'
import type { Batch, StoreRead } from '#server/store/port.ts'
import type { ApplyDeps, ApplyRequest, Attempt, MutationCall } from './apply.ts'
import type { Device, MutationResult } from './device-tables.ts'
import type { DevicesInBatch } from './numbered-devices.ts'
import { attempted, readMutation, runMutation } from './apply.ts'
import { mutationResults, resultId } from './device-tables.ts'

/** Which mutation of which device it is. */
export interface Numbered {
  readonly device: string
  /** 1 for the device's first mutation, then without holes. */
  readonly n: number
  /** Version of the arguments. */
  readonly v: number
  /** Of name, version and arguments as sent: one number, one mutation. */
  readonly hash: string
}

export interface NumberedRequest extends ApplyRequest {
  readonly userId: string
  readonly source: 'member'
  readonly numbered: Numbered
  /**
   * It ran into a bug too often: not run again, but refused as `broken`, so that what is behind it
   * goes on and its sender has it back.
   */
  readonly isGivenUp?: boolean
}

export type Taken =
  | { readonly kind: 'result'; readonly result: Result }
  /** Numbers between `last` and this one are missing; nothing was done. */
  | { readonly kind: 'gap'; readonly last: number }
  /** The number was another mutation's before; nothing was done. */
  | { readonly kind: 'corrupt' }
  /** The device is another account's; nothing was done. */
  | { readonly kind: 'foreign' }
  /** The writer has too much to do; the number was not taken. */
  | { readonly kind: 'busy'; readonly afterMs: number }

/** More than a device may have waiting: what comes on top is refused, and stays with its sender. */
export const maxOpen = 10_000

/**
 * @returns the answer, once the journal's position after the commit is known. @throws as
 *   `applyMutation`; the number is not taken then.
 */
export async function takeNumbered(
  batch: Batch,
  deps: ApplyDeps,
  devices: DevicesInBatch,
  request: NumberedRequest,
): Promise<(seq: number) => Taken> {
  const { device: id, n, hash } = request.numbered
  // Told before anything is done: after it, nothing below may fail but the store itself.
  if (!plainId.test(id) || !Number.isSafeInteger(n) || n < 1) throw new TypeError(`not a number of a device: ${n}`)
  const now = request.now ?? deps.clock()
  const device = await devices.get(id, request.userId, now)
  if (device.userId !== request.userId) return () => ({ kind: 'foreign' })
  if (n > device.lastMutation + 1) return () => ({ kind: 'gap', last: device.lastMutation })
  if (n <= device.lastMutation) {
    const earlier = await batch.tx.get(mutationResults, resultId(id, n))
    if (earlier === undefined) return () => ({ kind: 'result', result: forgotten(n) })
    if (earlier.payloadHash !== hash) return () => ({ kind: 'corrupt' })
    if (earlier.outcome !== 'later') return answerAgain(batch.tx, earlier)
  }
  const moment = batch.moment()
  const { attempt, madeId } = await tryMutation(batch, deps, device, request, now)
  const result: MutationResult = {
    id: resultId(id, n),
    deviceId: id,
    n,
    outcome: attempt.kind,
    error: errorOf(attempt),
    shapes: batch.shapesSince(moment),
    madeId,
    payloadHash: hash,
    at: now,
  }
  await batch.tx.put(mutationResults, result)
  devices.set({
    ...device,
    lastMutation: Math.max(device.lastMutation, n),
    openNumbers: openAfter(device, n, attempt.kind === 'later'),
    lastSeenAt: now,
  })
  return (seq) => ({ kind: 'result', result: wireResult(result, seq) })
}

/**
 * Ascending: a number is either the next one or stands there already. Most mutations change nothing
 * here, and it may be long.
 */
function openAfter({ lastMutation, openNumbers }: Device, n: number, isOpen: boolean): readonly number[] {
  const isRepeat = n <= lastMutation
  if (isOpen) return isRepeat ? openNumbers : [...openNumbers, n]
  return isRepeat ? openNumbers.filter((other) => other !== n) : openNumbers
}

interface Tried {
  readonly attempt: Attempt
  readonly madeId: string | null
}

async function tryMutation(batch: Batch, deps: ApplyDeps, device: Device, request: NumberedRequest, now: number): Promise<Tried> {
  const { n, v } = request.numbered
  let call: MutationCall | undefined
  let attempt = await attempted(async () => {
    if (request.isGivenUp === true) throw new AppError('broken')
    call = readMutation(deps, request, v)
    const waitMs = await waitOfNeeds(batch.tx, device, needsOf(call), n, now)
    if (waitMs !== null) throw new AppError('rate-limited', { retryAfterMs: waitMs, message: 'waits for what it needs' })
    await runMutation(batch, deps, request, call)
  })
  if (attempt.kind === 'rejected' && attempt.error.code === 'not-found' && call !== undefined) {
    const fallen = await latestOf(batch.tx, device.id, needsOf(call), n)
    if (fallen.some((result) => result.outcome === 'rejected')) attempt = { kind: 'rejected', error: new AppError('depends') }
  }
  if (attempt.kind === 'later' && device.openNumbers.length >= maxOpen && n > device.lastMutation) {
    attempt = { kind: 'rejected', error: new AppError('rate-limited', { retryAfterMs: attempt.retryAfterMs, reason: attempt.reason }) }
  }
  return { attempt, madeId: madeIdOf(deps, request, call) }
}

const shortestWaitMs = 1_000

/**
 * How long something that it needs, and that this device made earlier, still has to wait; `null`
 * when nothing stands open.
 */
async function waitOfNeeds(read: StoreRead, device: Device, needs: readonly string[], n: number, now: number): Promise<number | null> {
  if (device.openNumbers.length === 0 || needs.length === 0) return null
  const open = (await latestOf(read, device.id, needs, n)).filter((result) => result.outcome === 'later')
  if (open.length === 0) return null
  return Math.max(shortestWaitMs, ...open.map((result) => result.at + (result.error?.retryAfterMs ?? 0) - now))
}

/**
 * Of each id, the last answer to a mutation of this device that was to create it, before number
 * `n`.
 */
async function latestOf(read: StoreRead, deviceId: string, ids: readonly string[], n: number): Promise<readonly MutationResult[]> {
  const found: MutationResult[] = []
  for (const madeId of new Set(ids)) found.push(...(await read.list(lastThatMade(deviceId, madeId, n))))
  return found
}

const lastThatMade = (deviceId: string, madeId: string, n: number) =>
  defineQuery({
    table: mutationResults,
    index: ['deviceId', 'madeId', 'n'],
    equals: [deviceId, madeId],
    until: n,
    order: 'descending',
    limit: 1,
  })

function needsOf({ mutation, args }: MutationCall): readonly string[] {
  return mutation.needs?.(args) ?? []
}

const plainId = /^[\w:.-]{1,100}$/

/**
 * Also of arguments that were refused, if they say it: what builds on the row then falls with this,
 * and not as something unheard of.
 */
function madeIdOf(deps: ApplyDeps, request: NumberedRequest, call: MutationCall | undefined): string | null {
  const mutation = call?.mutation ?? deps.mutations.get(request.name)
  try {
    const id: unknown = mutation?.makes?.(call === undefined ? request.args : call.args)
    return typeof id === 'string' && plainId.test(id) ? id : null
  } catch (error) {
    if (call !== undefined) throw error
    return null
  }
}

function errorOf(attempt: Attempt): WireError | null {
  if (attempt.kind === 'applied') return null
  if (attempt.kind === 'rejected') return wireErrorOf(attempt.error)
  return wireErrorOf(new AppError('rate-limited', { retryAfterMs: attempt.retryAfterMs, reason: attempt.reason }))
}

/** The first answer, with the position of its own commit. */
async function answerAgain(read: StoreRead, earlier: MutationResult): Promise<(seq: number) => Taken> {
  const stamp = (await read.stamps(mutationResults, [earlier.id])).get(earlier.id)
  // A row of this very batch has no position yet.
  return (seq) => ({ kind: 'result', result: wireResult(earlier, stamp === undefined || stamp.seq === 0 ? seq : stamp.seq) })
}

function wireResult({ n, outcome, error, shapes }: MutationResult, seq: number): Result {
  const afterMs = outcome === 'later' ? (error?.retryAfterMs ?? shortestWaitMs) : null
  return { t: 'result', n, outcome, error, seq, shapes, current: null, afterMs }
}

function forgotten(n: number): Result {
  return { t: 'result', n, outcome: 'superseded', error: null, seq: 0, shapes: [], current: null, afterMs: null }
}
