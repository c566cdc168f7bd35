/**
 * What a device holds of the server's rows. Every function runs inside a transaction of the
 * caller's: rows and cursor move together (R7). A row is here because a shape holds it, and goes
 * with the last that does. A shape is filled from cursor 0; each filling has a number, so that what
 * an earlier filling brought and a later one did not is known to be gone, and a late page of an
 * earlier one is not taken. Relies on pages of one shape being taken in order: a page that does not
 * continue the cursor is not for us.
 */
import type { Page, ServerMessage } from '#shared/sync/protocol.ts'
import { Digest } from '#shared/sync/digest.ts'
import type { DeviceRead, DeviceTx, LocalShape, KeepClass, Membership } from '../device/port.ts'
import type { ChangeLog } from './changed.ts'
import { metaNames, readNumber, writeMeta } from './meta.ts'
import { settleIn } from './queue.ts'

/** Which filling of a shape a conversation with the server has begun. */
export type Fillings = Map<string, number>

type Message<T extends ServerMessage['t']> = Extract<ServerMessage, { readonly t: T }>

/**
 * From now on held; a shape that is held already stays, used just now, in the better class of the
 * two.
 */
export async function followIn(tx: DeviceTx, changes: ChangeLog, id: string, keep: KeepClass, now: number): Promise<void> {
  const held = await tx.shapes.get(id)
  if (held === undefined) {
    changes.shape(id)
    const filling = (await readNumber(tx, metaNames.lastFilling)) + 1
    await tx.shapes.put([{ id, epoch: '', cursor: 0, isComplete: false, filling, isAsked: false, keep, lastUsed: now, bytes: 0 }])
  } else {
    const better = rank[held.keep] <= rank[keep] ? held.keep : keep
    if (better !== held.keep) changes.shape(id)
    await tx.shapes.put([{ ...held, keep: better, lastUsed: now }])
  }
}

const rank: Readonly<Record<KeepClass, number>> = { pinned: 0, own: 1, visited: 2, prefetched: 3 }

/**
 * Lets a shape go, by the reader's hand or for room. Mutations on their way stay; those that waited
 * for its pages alone are done.
 */
export async function releaseIn(tx: DeviceTx, changes: ChangeLog, id: string): Promise<void> {
  if ((await tx.shapes.get(id)) === undefined) return
  await removeRows(tx, changes, await tx.membership.ofShape(id))
  await letGo(tx, changes, id)
  await settleIn(tx, changes)
}

/**
 * Its number of fillings stays known: a page of a filling from before must not pass for one of a
 * later filling.
 */
async function letGo(tx: DeviceTx, changes: ChangeLog, id: string): Promise<void> {
  const filling = (await tx.shapes.get(id))?.filling ?? 0
  if (filling > (await readNumber(tx, metaNames.lastFilling))) await writeMeta(tx, metaNames.lastFilling, filling)
  await tx.shapes.delete([id])
  changes.shape(id)
}

/**
 * @returns whether it was taken. A page that continues something else, an earlier leader's or a
 *   second copy, changes nothing.
 */
export async function takePageIn(tx: DeviceTx, changes: ChangeLog, fillings: Fillings, page: Page): Promise<boolean> {
  const held = await tx.shapes.get(page.shape)
  if (held === undefined || held.cursor !== page.from) return false
  const isFilling = page.from === 0
  if (isFilling ? fillings.get(page.shape) !== held.filling : held.epoch !== page.epoch) return false

  const puts = isFilling ? page.puts : await notOutdated(tx, page)
  const memberships = page.puts.map(({ kind, version, row }): Membership => ({
    shape: page.shape,
    kind,
    id: row.id,
    version,
    filling: held.filling,
  }))
  for (const [kind, rows] of byKind(puts.map(({ kind, row }) => [kind, row]))) await tx.putRows(kind, rows)
  if (page.cards.length > 0) await tx.putRows('members', page.cards)
  if (memberships.length > 0) await tx.membership.put(memberships)
  for (const { kind, id } of memberships) changes.row(kind, id)
  for (const { id } of page.cards) changes.row('members', id)
  const isNowComplete = isFilling && !page.more
  const gone = page.dels.map(({ kind, id }) => ({ shape: page.shape, kind, id }))
  const unseen = isNowComplete ? (await tx.membership.ofShape(page.shape)).filter(({ filling }) => filling < held.filling) : []
  await removeRows(tx, changes, [...gone, ...unseen])

  const bytes = puts.reduce((sum, { row }) => sum + JSON.stringify(row).length, held.bytes)
  await tx.shapes.put([{ ...held, epoch: page.epoch, cursor: page.to, isComplete: held.isComplete || isNowComplete, bytes }])
  if (isNowComplete) fillings.delete(page.shape)
  changes.shape(page.shape)
  await settleIn(tx, changes)
  return true
}

/**
 * A page that was not taken, because the one before it never came: nothing that follows it can be
 * taken either.
 */
export async function leavesHole(tx: DeviceRead, page: Page): Promise<boolean> {
  const held = await tx.shapes.get(page.shape)
  return held !== undefined && held.epoch === page.epoch && held.cursor > 0 && page.from > held.cursor
}

/** All pages up to a digest come before it: a device that is not as far then has missed one. */
export async function isBehind(tx: DeviceRead, digest: Message<'digest'>): Promise<boolean> {
  const held = await tx.shapes.get(digest.shape)
  return held !== undefined && held.cursor > 0 && held.cursor < digest.to
}

/** Rows of which another shape brought a later version stay as they are. */
async function notOutdated(tx: DeviceRead, page: Page): Promise<Page['puts']> {
  const fresh = await Promise.all(
    page.puts.map(async ({ kind, version, row }) => {
      const holders = await tx.membership.ofRow(kind, row.id)
      return holders.every((holder) => holder.shape === page.shape || holder.version <= version)
    }),
  )
  return page.puts.filter((_put, at) => fresh[at])
}

export async function takeResetIn(tx: DeviceTx, changes: ChangeLog, fillings: Fillings, reset: Message<'reset'>): Promise<void> {
  const held = await tx.shapes.get(reset.shape)
  if (held === undefined) return
  const isForbidden = reset.why === 'rights'
  if (isForbidden) await removeRows(tx, changes, await tx.membership.ofShape(reset.shape))
  await refillIn(tx, changes, fillings, { ...held, epoch: reset.epoch, isComplete: held.isComplete && !isForbidden })
}

/** The shape is fetched anew; what is here stays until that is complete. */
export async function refillIn(tx: DeviceTx, changes: ChangeLog, fillings: Fillings, held: LocalShape): Promise<void> {
  const filling = held.filling + 1
  await tx.shapes.put([{ ...held, cursor: 0, filling, bytes: 0 }])
  fillings.set(held.id, filling)
  changes.shape(held.id)
}

/** The ids of what the shape held; nothing of it is left (R9). */
export async function dropRowsIn(tx: DeviceTx, changes: ChangeLog, shape: string): Promise<ReadonlySet<string>> {
  const memberships = await tx.membership.ofShape(shape)
  await removeRows(tx, changes, memberships)
  await letGo(tx, changes, shape)
  return new Set([shape.slice(shape.indexOf(':') + 1), ...memberships.map(({ id }) => id)])
}

/** Whether what is here is what was sent (R11). `true` for what cannot be compared just now. */
export async function matchesDigest(tx: DeviceRead, digest: Message<'digest'>): Promise<boolean> {
  const held = await tx.shapes.get(digest.shape)
  if (held === undefined || held.cursor === 0 || held.cursor !== digest.to) return true
  const here = new Digest()
  for (const { kind, id, version } of await tx.membership.ofShape(digest.shape)) here.add(kind, id, version)
  return here.count === digest.count && here.hash === digest.hash
}

async function removeRows(tx: DeviceTx, changes: ChangeLog, gone: readonly Pick<Membership, 'shape' | 'kind' | 'id'>[]): Promise<void> {
  if (gone.length === 0) return
  await tx.membership.delete(gone.map(({ shape, kind, id }) => [shape, kind, id] as const))
  const left = await Promise.all(gone.map(async ({ kind, id }) => (await tx.membership.ofRow(kind, id)).length === 0))
  const orphans = gone.filter((_row, at) => left[at])
  for (const [kind, ids] of byKind(orphans.map(({ kind, id }) => [kind, id]))) await tx.deleteRows(kind, ids)
  for (const { kind, id } of gone) changes.row(kind, id)
}

function byKind<Item>(pairs: readonly (readonly [string, Item])[]): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const [kind, item] of pairs) {
    const group = groups.get(kind)
    if (group === undefined) groups.set(kind, [item])
    else group.push(item)
  }
  return groups
}
