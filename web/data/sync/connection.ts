/**
 * How a device's numbers stand with the server: what the greeting says, what a gap says, and the
 * way out when they fit no more. The server was restored from a backup: it knows fewer of our
 * numbers than it had answered; those mutations go back in the queue, unchanged. The device was
 * copied or set back: the server knows numbers that we never gave; it takes a new id and numbers
 * all its mutations anew.
 */
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { ServerMessage } from '#shared/sync/protocol.ts'
import { voidName } from '#shared/sync/protocol.ts'
import type { DeviceTx, QueuedMutation } from '../device/port.ts'
import { unsettleDocumentsIn } from '../device/documents.ts'
import type { ChangeLog } from './changed.ts'
import type { Fillings } from './shapes.ts'
import { metaNames, readNumber, readText, writeMeta } from './meta.ts'
import { followIn, refillIn } from './shapes.ts'
import { dayMs } from '#shared/kernel/durations.ts'

type Welcome = Extract<ServerMessage, { readonly t: 'welcome' }>

const everything = Number.MAX_SAFE_INTEGER
const keepSentMs = 30 * dayMs
const maxSent = 2_000

export interface Greeted {
  /** The cookie is another account's: nothing may be sent. */
  readonly isStranger: boolean
  readonly isRestored: boolean
}

/** @param taken the highest number that had been answered when this conversation began. */
export async function takeWelcomeIn(
  tx: DeviceTx,
  changes: ChangeLog,
  fillings: Fillings,
  { welcome, account, taken, now }: { readonly welcome: Welcome; readonly account: string; readonly taken: number; readonly now: number },
): Promise<Greeted> {
  const { viewer, lastMutation: last } = welcome
  if (viewer.kind === 'member' ? viewer.userId !== account : viewer.bannedUntil === undefined) {
    // The server may have noted this device as the other account's.
    await writeMeta(tx, metaNames.newIdAbove, 0)
    return { isStranger: true, isRestored: false }
  }
  const earlierEpoch = await readText(tx, metaNames.epoch)
  await takeViewerIn(tx, changes, { viewer, account, now })
  await tx.meta.put([
    { name: metaNames.epoch, value: welcome.epoch },
    { name: metaNames.build, value: welcome.build },
    { name: metaNames.clockOffset, value: welcome.now - now },
  ])
  const isOtherEpoch = earlierEpoch !== null && earlierEpoch !== welcome.epoch
  if (isOtherEpoch) await forgetPositions(tx, changes, fillings, welcome)
  const isRestored = last < taken
  if (isRestored) await rewindIn(tx, changes, last)
  if (await isCopy(tx, last)) await writeMeta(tx, metaNames.newIdAbove, last)
  await askAgain(tx, changes, welcome)
  if ((isOtherEpoch || isRestored) && (await waitsInVain(tx, welcome))) await writeMeta(tx, metaNames.newIdAbove, last)
  await pruneSent(tx, now)
  return { isStranger: false, isRestored }
}

/**
 * From now on read policies and rules on this device judge for this viewer. Another account's is
 * not taken.
 */
export async function takeViewerIn(
  tx: DeviceTx,
  changes: ChangeLog,
  { viewer, account, now }: { readonly viewer: Viewer; readonly account: string; readonly now: number },
): Promise<void> {
  if (viewer.kind === 'member' && viewer.userId !== account) return
  await tx.meta.put([{ name: metaNames.viewer, value: viewer }])
  changes.viewer()
  // It may have been dropped while the account was banned.
  if (viewer.kind === 'member' && (await tx.shapes.get(`me:${account}`)) === undefined)
    await followIn(tx, changes, `me:${account}`, 'own', now)
}

/**
 * The positions of another store mean nothing here: shapes are filled anew, and a filling that
 * begins now holds all that was applied.
 */
async function forgetPositions(tx: DeviceTx, changes: ChangeLog, fillings: Fillings, welcome: Welcome): Promise<void> {
  await beginAnotherPast(tx)
  for (const held of await tx.shapes.all()) {
    if (held.epoch !== welcome.epoch && held.cursor > 0) await refillIn(tx, changes, fillings, { ...held, epoch: welcome.epoch })
  }
  const applied = await tx.queue.ofState('applied', everything)
  await tx.queue.put(applied.map((mutation) => ({ ...mutation, seq: Math.min(mutation.seq ?? 1, 1) })))
}

/**
 * A number that nobody here has offered is known there: it was another copy of this device that
 * did.
 */
async function isCopy(tx: DeviceTx, last: number): Promise<boolean> {
  if (last > (await readNumber(tx, metaNames.lastNumber))) return true
  const known = await tx.queue.ofState('unsent', everything)
  return known.some((mutation) => mutation.n <= last && !mutation.isOffered)
}

/**
 * What waits here, but does not stand open there, has been answered since: its answer is asked for.
 * What was done, but stands open there, is not done there any more: a backup has taken it back.
 */
async function askAgain(tx: DeviceTx, changes: ChangeLog, { open, lastMutation }: Welcome): Promise<void> {
  const isOpen = new Set(open)
  const waiting = await tx.queue.ofState('later', everything)
  const applied = isOpen.size === 0 ? [] : await tx.queue.ofState('applied', everything)
  const closed = waiting.filter((mutation) => mutation.n <= lastMutation && !isOpen.has(mutation.n))
  await unsend(tx, changes, [...closed, ...applied.filter((mutation) => isOpen.has(mutation.n))])
  if (isOpen.size > 0) await requeueSent(tx, changes, (n) => isOpen.has(n))
}

/**
 * A server that was set back waits for a mutation whose answer here, a refusal, has already moved
 * it out of the queue. It is not asked for again under its number, since its writer has been told;
 * but under this id, whatever builds on it would wait with it for ever.
 */
async function waitsInVain(tx: DeviceTx, { open }: Welcome): Promise<boolean> {
  for (const n of open) if ((await tx.queue.get(n)) === undefined) return true
  return false
}

/** Everything above `last` has not happened: back in the queue, under the old numbers. */
export async function rewindIn(tx: DeviceTx, changes: ChangeLog, last: number): Promise<void> {
  await beginAnotherPast(tx)
  const queued = (await tx.queue.all()).filter((mutation) => mutation.n > last)
  await unsend(
    tx,
    changes,
    queued.filter((mutation) => mutation.state !== 'unsent'),
  )
  const again = await requeueSent(tx, changes, (n) => n > last)
  await writeMeta(tx, metaNames.taken, last)
  const isWhole = queued.length + again === (await readNumber(tx, metaNames.lastNumber)) - last
  if (!isWhole) await writeMeta(tx, metaNames.newIdAbove, last)
}

/**
 * What an earlier conversation was answered is about a server that is no more: a late copy of it
 * must not count, and no document is known to be stored.
 */
async function beginAnotherPast(tx: DeviceTx): Promise<void> {
  await unsettleDocumentsIn(tx)
  await writeMeta(tx, metaNames.past, (await readNumber(tx, metaNames.past)) + 1)
}

/** @returns how many. */
async function requeueSent(tx: DeviceTx, changes: ChangeLog, isUndone: (n: number) => boolean): Promise<number> {
  const sent = (await tx.sent.all()).filter((mutation) => isUndone(mutation.n))
  if (sent.length === 0) return 0
  const again = sent.map(({ n, name, v, args, at }): QueuedMutation => ({
    ...{ n, name, v, args, at },
    ...{ key: null, isOffered: true, state: 'unsent', waitUntil: null, seq: null, shapes: [] },
  }))
  await tx.queue.put(again)
  await tx.sent.delete(sent.map((mutation) => mutation.n))
  changes.queue()
  return sent.length
}

async function unsend(tx: DeviceTx, changes: ChangeLog, mutations: readonly QueuedMutation[]): Promise<void> {
  if (mutations.length === 0) return
  changes.queue()
  await tx.queue.put(mutations.map((mutation) => ({ ...mutation, state: 'unsent', waitUntil: null, seq: null, shapes: [] })))
}

/**
 * The server misses a number. If it is here it is sent next; if not, the numbers are of no more
 * use.
 */
export async function takeGapIn(tx: DeviceTx, changes: ChangeLog, last: number): Promise<void> {
  const next = await tx.queue.get(last + 1)
  if (next?.state !== 'unsent') await rewindIn(tx, changes, last)
}

/**
 * Another id, and all mutations numbered from 1. What had been offered may have been done: running
 * a mutation twice leaves the same state.
 */
export async function takeNewIdIn(tx: DeviceTx, changes: ChangeLog, id: string): Promise<void> {
  const queued = await tx.queue.all()
  const toSend = queued.filter((mutation) => mutation.state !== 'applied' && mutation.name !== voidName)
  // These wait for their pages only, and need a number only to be told apart.
  const applied = queued.filter((mutation) => mutation.state === 'applied')
  await tx.queue.delete(queued.map((mutation) => mutation.n))
  await tx.queue.put(applied.map((mutation, at) => ({ ...mutation, n: at - applied.length })))
  await tx.queue.put(toSend.map((mutation, at) => ({ ...mutation, n: at + 1, state: 'unsent', waitUntil: null })))
  await tx.sent.delete((await tx.sent.all()).map((mutation) => mutation.n))
  await tx.meta.put([
    { name: metaNames.device, value: id },
    { name: metaNames.lastNumber, value: toSend.length },
    { name: metaNames.taken, value: 0 },
  ])
  await tx.meta.delete([metaNames.newIdAbove, metaNames.pauses])
  changes.renumber()
}

async function pruneSent(tx: DeviceTx, now: number): Promise<void> {
  const sent = await tx.sent.all()
  const old = sent.filter((mutation, at) => at < sent.length - maxSent || mutation.at < now - keepSentMs)
  await tx.sent.delete(old.map((mutation) => mutation.n))
}
