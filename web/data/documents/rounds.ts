/**
 * One round of bringing the documents of this device and the server together, from the disk: those
 * with something unsent go there, those that are held come fresh, fifty in one request. What a tab
 * has open and brings there itself is left to it: its lock says so. Yjs is fetched only for what is
 * unsent; a clean document is two texts and a row. Never drops what was not stored: a copy that
 * lost its place goes only after its words stand in a draft of their own (Y6, Y11, R9).
 */
import { documentLimits } from '#shared/documents/protocol.ts'
import { notebookRoom } from '#shared/documents/rooms.ts'
import { isWriting } from '#shared/posts/rules.ts'
import type { StoredDocument } from '../device/device-api.ts'
import { foundUnsent, isUnsettled, newDocument, unsettled } from '../device/documents.ts'
import { isUnsent } from '../device/is-unsent.ts'
import { covers, encodeClocks, readClocks, toBase64 } from './bytes.ts'
import { addToKnown } from './add-to-known.ts'
import { deleteFile, documentFile, filesOf, readFile } from './document-files.ts'
import type { DocumentPorts } from './document-ports.ts'
import { documentLock } from './document-ports.ts'
import type { Copy, Exchanged } from './exchange.ts'
import { exchange, mayPass } from './exchange.ts'
import { withLocks } from './hold-lock.ts'
import { clocksOnDisk, unsentRows } from './unsent-rows.ts'
import type { Tickets } from './requests.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export interface RoundOptions {
  /** Clean ones too. */
  readonly isFresh: boolean
  /** For a document that is in memory already. */
  readonly copyOf?: (row: StoredDocument) => Copy | undefined
}

export interface Round {
  /** Rooms in which something new has come. */
  readonly changed: readonly string[]
}

const forgottenAfterMs = 30 * dayMs

/** @throws RequestError when nobody answers as the server does. */
export async function runRound(ports: DocumentPorts, tickets: Tickets, options: RoundOptions): Promise<Round> {
  const changed: string[] = []
  if (options.isFresh) await mendLost(ports)
  const found = await ports.rows.list()
  const wanted = found.filter((row) => isUnsent(row) || options.isFresh || row.refreshedAt === 0).toSorted(unsentFirst)
  for (let at = 0; at < wanted.length; at += documentLimits.diffRooms) {
    const rooms = wanted.slice(at, at + documentLimits.diffRooms).map(({ room }) => room)
    const nameOf = (room: string) => documentLock(ports.account, room)
    await withLocks(ports, rooms.map(nameOf), async (held) => {
      const free = rooms.filter((room) => held.includes(nameOf(room)))
      changed.push(...(await bring(ports, tickets, free, options)))
    })
  }
  return { changed }
}

const unsentFirst = (a: StoredDocument, b: StoredDocument): number => Number(isUnsent(b)) - Number(isUnsent(a))

async function bring(ports: DocumentPorts, tickets: Tickets, rooms: readonly string[], options: RoundOptions): Promise<readonly string[]> {
  const changed: string[] = []
  const rows = new Map<string, StoredDocument>()
  const copies: Copy[] = []
  for (const room of rooms) {
    // As it is now that nobody else is at it.
    const row = await compared(ports, await ports.rows.get(room))
    if (row === undefined || ((row.epoch === 0 || isUnsent(row)) && (await ports.rows.isComing(room)))) continue
    rows.set(room, row)
    const copy = options.copyOf?.(row) ?? (await copyOnDisk(ports, row))
    copies.push({
      ...copy,
      async take(update) {
        await copy.take(update)
        changed.push(room)
      },
    })
  }
  const results = await exchangeAll(ports, copies, (room) => isUnsettled(rows.get(room)))
  const lost: string[] = []
  for (const [room, result] of results) {
    const row = rows.get(room)
    if (row === undefined) continue
    if (await noteLost(ports, row, result)) lost.push(room)
    else
      await settle(
        ports,
        tickets,
        row,
        result,
        copies.find((copy) => copy.room === room),
      )
  }
  // They are unsent now, and go with their whole difference.
  return lost.length === 0 ? changed : [...changed, ...(await bring(ports, tickets, lost, options))]
}

/**
 * A tab may have been killed between a text and the note of it: since it was opened, the text
 * itself is asked once.
 */
async function compared({ account, rows }: DocumentPorts, row: StoredDocument | undefined): Promise<StoredDocument | undefined> {
  if (row === undefined || isUnsent(row) || row.lastUsed < row.refreshedAt || (await unsentRows(account, [row])).length === 0) return row
  await rows.change(row.room, (before) => before && foundUnsent(before))
  return rows.get(row.room)
}

/**
 * Of a server that is set back it is asked first what it holds: where that has nothing in common
 * with what is here, nothing may be sent.
 */
async function exchangeAll(
  { fetch }: DocumentPorts,
  copies: readonly Copy[],
  isDoubtful: (room: string) => boolean,
): Promise<ReadonlyMap<string, Exchanged>> {
  const doubtful = copies.filter(({ room }) => isDoubtful(room))
  const asked = await exchange(
    fetch,
    doubtful.map((copy) => ({ ...copy, difference: () => null })),
  )
  const settled = new Map([...asked].filter(([, { kind }]) => kind !== 'done'))
  const isAsked = ({ room }: Copy) => !isDoubtful(room) || asked.get(room)?.kind === 'done'
  return new Map([...settled, ...(await exchange(fetch, copies.filter(isAsked)))])
}

/**
 * The server holds less than it had said it stores (Y12): it is another one than it was. @returns
 * whether what it lacks is to be sent. What was unsent anyway was compared with what it holds now.
 */
async function noteLost({ rows }: DocumentPorts, row: StoredDocument, result: Exchanged): Promise<boolean> {
  const isClean = !isUnsent(row) && result.kind === 'done' && result.refused === null
  if (!isClean || !isWriting(result.level) || covers(result.stored, readClocks(row.ackedSv))) return false
  await rows.change(row.room, (before) => before && unsettled({ ...before, level: result.level }))
  return true
}

async function copyOnDisk(ports: DocumentPorts, row: StoredDocument): Promise<Copy> {
  const name = documentFile(ports.account, row.room)
  const stored = readClocks(row.ackedSv)
  const { room, epoch } = row
  const take = (update: Uint8Array) => addToKnown(ports, room, update)
  const onDisk = () => clocksOnDisk(name)
  if (!isUnsent(row)) return { room, epoch, stored, take, onDisk, vector: () => encodeClocks(stored), difference: () => null }
  const [{ diffUpdate, encodeStateVectorFromUpdate, mergeUpdates }, parts] = await Promise.all([import('yjs'), readFile(name)])
  const whole = parts.length === 0 ? new Uint8Array([0, 0]) : mergeUpdates([...parts])
  return {
    room,
    epoch,
    stored,
    take,
    onDisk,
    vector: () => encodeStateVectorFromUpdate(whole),
    difference: (there) => diffUpdate(whole, encodeClocks(there)),
  }
}

async function settle(ports: DocumentPorts, tickets: Tickets, row: StoredDocument, result: Exchanged, copy?: Copy): Promise<void> {
  if (result.kind === 'done') return settleDone(ports, row, result, copy)
  // An answer that takes everything away counts only in this account's own session.
  if (result.kind === 'gone') {
    tickets.forget(row.room)
    if (row.epoch === 0 || (await tickets.get(row.room)).level !== 'none')
      return ports.rows.change(row.room, (before) => before && { ...before, refreshedAt: ports.timers.now() })
  }
  const isLost = result.kind === 'reset' && result.isLost
  await giveUp(ports, isLost ? unsettled(row) : row, result.kind === 'reset')
}

async function settleDone(
  ports: DocumentPorts,
  row: StoredDocument,
  result: Extract<Exchanged, { kind: 'done' }>,
  copy?: Copy,
): Promise<void> {
  const { epoch, level, refused } = result
  const isForGood = refused !== null && !mayPass(refused)
  // A tab's last keys may be in the browser's memory still: what is noted as held is asked for no
  // more.
  const held = result.isWhole && isUnsent(row) ? await copy?.onDisk?.() : undefined
  // Without locks a tab may have written on since it was read, under the mark that it had before.
  const isAll = result.isWhole && (held === undefined || covers(result.stored, held))
  await ports.rows.change(row.room, (before) => {
    if (before === undefined) return undefined
    const facts = { ...before, epoch, level, refused: isForGood ? refused : null, refreshedAt: ports.timers.now() }
    // What tabs wrote was on disk before they said so: all that had been noted when it was read is
    // stored.
    const dirtyBy = isAll ? before.dirtyBy.filter((writer) => !row.dirtyBy.includes(writer)) : before.dirtyBy
    return result.isWhole ? { ...facts, dirtyBy, ackedSv: toBase64(encodeClocks(result.stored)) } : facts
  })
  if (isForGood) await giveUp(ports, row, true)
}

/** A browser may throw away a text and keep what is known of it: then it is known to be absent. */
async function mendLost({ account, rows }: DocumentPorts): Promise<void> {
  if (indexedDB.databases === undefined) return
  const files = await filesOf(account)
  for (const { room, ackedSv } of await rows.list()) {
    if (ackedSv === '' || files.includes(documentFile(account, room))) continue
    await rows.change(room, (row) => row && { ...row, ackedSv: '', refreshedAt: 0 })
  }
}

/** What is stored on the server and was not opened for 30 days goes, but what is `kept`. */
export async function forgetOld(ports: DocumentPorts, kept: readonly string[]): Promise<void> {
  const now = ports.timers.now()
  const isOld = (row: StoredDocument) => !isUnsent(row) && row.refused === null && now - row.lastUsed > forgottenAfterMs
  for (const { room } of (await ports.rows.list()).filter(isOld)) {
    if (room === notebookRoom(ports.account) || kept.includes(room)) continue
    await withLocks(ports, [documentLock(ports.account, room)], async (held) => {
      const row = held.length === 0 ? undefined : await ports.rows.get(room)
      if (row === undefined || !isOld(row)) return
      const isUnsaved = (await unsentRows(ports.account, [row])).length > 0
      if (isUnsaved) await ports.rows.change(room, (before) => before && foundUnsent(before))
      else await giveUp(ports, row, false)
    })
  }
}

/** @param isAgain it is to be had anew: the copy alone is void. */
async function giveUp(ports: DocumentPorts, row: StoredDocument, isAgain: boolean): Promise<void> {
  const name = documentFile(ports.account, row.room)
  const isNotebook = row.room === notebookRoom(ports.account)
  // Without locks a tab may have written since it was read.
  const seen = await ports.rows.get(row.room)
  if (seen === undefined || seen.epoch !== row.epoch) return
  // The words of the notebook stand in the drafts too, which put them into the new one.
  if ((isUnsent(row) || isUnsent(seen)) && !isNotebook) {
    const [{ Doc, applyUpdate }, { textOf }, parts] = await Promise.all([import('yjs'), import('./text-of.ts'), readFile(name)])
    const doc = new Doc()
    for (const part of parts) applyUpdate(doc, part)
    const fork = await ports.makeFork(row.room, textOf(doc)).catch((error: unknown) => {
      ports.report(error)
      return null
    })
    if (fork === null) return
  }
  let isVoid = false
  await ports.rows.change(row.room, (before) => {
    // Written on meanwhile: the next round makes a draft of that, too.
    isVoid = before !== undefined && before.dirtyBy.every((mark) => seen.dirtyBy.includes(mark))
    if (!isVoid) return undefined
    return isAgain ? newDocument(row.room, row.lastUsed) : null
  })
  if (isVoid) await deleteFile(name)
}
