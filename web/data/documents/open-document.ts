/**
 * A document that somebody writes in: in memory, on disk, on its way to the server, in the other tabs. What is typed is on disk within half a second
 * ("On this device") and noted as unsent before that is said; "Saved" is said when the server has fsynced all of it. Where the disk fails the text
 * goes on in memory and straight to the server. What loses its place (rights taken away, history rewritten, refused for good) becomes a draft of its
 * own before the copy is taken off the device (Y6, Y11). Nothing that was typed is ever dropped here.
 */
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import type { RefusalCode } from '#shared/documents/protocol.ts'
import { documentFormat } from '#shared/documents/protocol.ts'
import { isWriting } from '#shared/posts/rules.ts'
import type { StoredDocument } from '../device/device-api.ts'
import { isUnsettled, markedBy, newDocument, settledBy } from '../device/documents.ts'
import { isUnsent } from '../device/is-unsent.ts'
import { createStore } from '../store.ts'
import { Alarms } from '../sync/alarms.ts'
import { common, covers, decodeClocks, encodeClocks, readClocks, toBase64 } from './bytes.ts'
import { isFromDisk } from './disk.ts'
import { documentFile } from './document-files.ts'
import type { DocumentPorts } from './document-ports.ts'
import { documentLock } from './document-ports.ts'
import type { DocumentEnd, DocumentLink, DocumentStatus, OpenDocument } from './documents-api.ts'
import type { Copy, Exchanged } from './exchange.ts'
import { exchange, mayPass } from './exchange.ts'
import { lastingDisk } from './lasting-disk.ts'
import { alone, holdLock } from './hold-lock.ts'
import type { Tickets } from './requests.ts'
import { RequestError } from './requests.ts'
import type { RoomLink } from './room-link.ts'
import { openRoomLink } from './room-link.ts'
import { voidCopy } from './void-copy.ts'

interface OpenOptions {
  readonly room: string
  /** Its post is made on this device just now: it may be written in before the server knows of it. */
  readonly isNew?: boolean
}

/** From the first key to the disk. */
const saveMs = 200
/** So long all is stored before the note of something unsent is taken away: not with every word. */
const quietMs = 2_000

export async function openDocument({ room, isNew = false }: OpenOptions, ports: DocumentPorts, tickets: Tickets): Promise<OpenDocument> {
  const { account, rows, timers, tabId } = ports
  const name = documentFile(account, room)
  const alarms = new Alarms<'save' | 'clean'>(timers)
  const doc = new Y.Doc()
  const awareness = new Awareness(doc)
  const known = await rows.get(room)
  const mayWriteFirst = isNew || (known === undefined && (await rows.isComing(room)))
  let row: StoredDocument = known ?? { ...newDocument(room, timers.now()), level: mayWriteFirst ? 'own' : 'none' }
  // What was said of an earlier copy says nothing about this one.
  if (row.epoch === 0) tickets.forget(room)

  let isLoaded = false
  let isClosed = false
  /** Something was typed that is not on disk; counted, so that what was typed meanwhile is not taken for safe. */
  let typedCount = 0
  let safeCount = 0
  let isUnsaved = isUnsent(row)
  let notSent: RefusalCode | null = row.refused
  let saving: Promise<void> = Promise.resolve()
  let roomLink: RoomLink | null = null
  let isEnding = false
  let isTaking = false
  /** This very server has said that it holds all that is here, and the line stands since. */
  let isCompared = false

  const status = createStore<DocumentStatus>('loading')
  const link = createStore<DocumentLink>('off')
  const level = createStore(row.level)
  const isReadOnly = createStore(true)
  const isHere = createStore(mayWriteFirst || row.ackedSv !== '' || (row.epoch === 0 && row.level === 'own'))
  const ended = createStore<DocumentEnd | null>(null)

  /**
   * Where two write at once, Yjs tidies up the ends of marks in everybody's copy, as a change of one's own. In the copy of one who may not write that is no
   * text: it is neither counted nor sent. Not before the server has said so; and asked of the editor too: what was typed while a right went is text.
   */
  const onlyReads = (): boolean => row.epoch !== 0 && isReadOnly.get() && !isWriting(level.get())

  function show(): void {
    // What is typed while it is given up would stand in no draft.
    isReadOnly.set(isEnding || ended.get() !== null || !isWriting(level.get()) || row.format > documentFormat || link.get() === 'outdated')
    status.set(statusNow())
  }

  function statusNow(): DocumentStatus {
    if (!isLoaded) return 'loading'
    if (notSent !== null && isUnsaved) return { notSent }
    if (!isUnsaved) return 'saved'
    if (!disk.isHere) return 'memory'
    return safeCount < typedCount ? 'saving' : 'on-device'
  }

  function onUpdate(_update: Uint8Array, origin: unknown): void {
    isHere.set(true)
    // From elsewhere: y-indexeddb keeps it; whoever wrote it sends it.
    if (isFromDisk(origin) || (origin !== null && origin === roomLink?.provider) || onlyReads()) return
    typedCount += 1
    isUnsaved = true
    alarms.cancel('clean')
    if (!alarms.has('save')) alarms.set('save', saveMs, save)
    roomLink?.wrote()
    show()
  }

  function save(): void {
    alarms.cancel('save')
    saving = saving.then(saveNow).catch(ports.report)
  }

  async function saveNow(): Promise<void> {
    const upTo = typedCount
    if (!disk.isHere || (safeCount === upTo && !isUnsaved)) return
    // Both, before it is called safe: text that nobody knows to be unsent might never be sent.
    const [isSafe] = await Promise.all([disk.settle(), markDirty()])
    // A round of another tab may be under way: it takes away only what it had read before it read the disk.
    if (ports.locks === null) await markDirty(upTo)
    if (isSafe) safeCount = Math.max(safeCount, upTo)
    show()
  }

  async function markDirty(typed?: number): Promise<void> {
    if (isUnsaved) await change((before) => markedBy(tabId, before, timers.now(), typed))
  }

  async function change(to: (before: StoredDocument) => StoredDocument): Promise<void> {
    if (isEnding) return
    await rows.change(room, (before) => {
      if (isEnding) return undefined
      // Another tab has taken it away with the text on disk: what was held of that is held no more.
      row = to(before ?? { ...row, ackedSv: '' })
      return row
    })
  }

  const disk = lastingDisk({
    ...{ name, doc, ports },
    onChange() {
      if (!isLoaded) return
      if (disk.isHere) {
        // It may be another than the one that took what was safe.
        safeCount = Math.min(safeCount, typedCount - 1)
        save()
      } else roomLink?.wrote()
      show()
    },
    onWiped: () => lose('wiped').catch(ports.report),
    isVoid: async () => ((await rows.get(room))?.epoch ?? row.epoch) !== row.epoch,
  })

  async function load(): Promise<void> {
    await disk.start()
    isLoaded = true
    if (isClosed) return
    await change((before) => ({ ...before, lastUsed: timers.now(), format: Math.max(before.format, documentFormat) })).catch(ports.report)
    const known = { stored: readClocks(row.ackedSv), epoch: () => row.epoch }
    roomLink = openRoomLink({ room, doc, awareness, ...known, link, onlyReads }, ports, tickets, {
      onAccess,
      onStored,
      onLost,
      onUnrelated,
      onRefused,
      exchange: exchangeNow,
    })
    roomLink.provider.on('sync', (isSynced) => {
      if (isSynced) isHere.set(true)
    })
    // Whoever wrote it was gone before it was noted: it is saved where the server's last word covers it (Y12).
    const isCovered = covers(readClocks(row.ackedSv), decodeClocks(Y.encodeStateVector(doc)))
    if (!isUnsaved && row.epoch !== 0 && isWriting(row.level) && !isCovered) asTyped()
    else if (isUnsaved && typedCount > 0) save()
    show()
  }

  function onStored(): void {
    isUnsaved = false
    isCompared = true
    notSent = null
    alarms.set('clean', quietMs, () => void noteStored().catch(ports.report))
    show()
  }

  /** Others' notes stay: what they wrote since may be on disk alone. The background takes them away once it has looked. */
  async function noteStored(): Promise<void> {
    if (isUnsaved || roomLink === null) return
    // What is noted as held is asked for no more: no more than what is here, and on disk.
    const ackedSv = toBase64(encodeClocks(common(roomLink.stored(), decodeClocks(Y.encodeStateVector(doc)))))
    if (!(await disk.settle())) return
    const bytes = Y.encodeStateAsUpdate(doc).length
    await change((before) => ({
      ...before,
      ackedSv,
      bytes,
      refused: null,
      dirtyBy: isUnsaved ? before.dirtyBy : settledBy(tabId, before.dirtyBy, isCompared),
      refreshedAt: timers.now(),
    }))
  }

  async function onAccess(access: { readonly level: StoredDocument['level']; readonly epoch: number }, isSure = false): Promise<boolean> {
    if (isEnding || isClosed) return false
    const wasHeld = row.epoch !== 0
    if (access.level === 'none') {
      if (await rows.isComing(room)) return true
      if (!wasHeld) return true // it waits: the post's making may have been refused, and the text is kept
      await lose('no-access')
      return false
    }
    if (wasHeld && access.epoch !== row.epoch) {
      tickets.forget(room)
      // A ticket of some minutes ago may be older than the copy that another tab has fetched since.
      if (!isSure) return onAccess(await tickets.get(room), true)
      await lose('reset')
      return false
    }
    level.set(access.level)
    if (row.epoch !== access.epoch || row.level !== access.level)
      await change((before) => ({ ...before, epoch: access.epoch, level: access.level })).catch(ports.report)
    const mayWrite = isWriting(access.level)
    if (!mayWrite && isUnsaved) {
      await lose('refused')
      return false
    }
    show()
    return true
  }

  /** A server that came back from a backup, for one: what it had said to be stored is unsent again. */
  function onLost(): void {
    isCompared = false
    if (isEnding || isClosed || onlyReads()) return
    asTyped()
    show()
  }

  /** As if it were typed just now: it is called safe once it is noted as unsent. */
  function asTyped(): void {
    typedCount += 1
    isUnsaved = true
    save()
  }

  function onUnrelated(): void {
    onLost()
    lose('reset').catch(ports.report)
  }

  function onRefused(code: RefusalCode): void {
    if (code === 'not-allowed') {
      tickets.forget(room)
      return roomLink?.wake()
    }
    notSent = code
    change((before) => ({ ...before, refused: code })).catch(ports.report)
    show()
    // The server takes the rest no more either, since it builds on it.
    lose('refused').catch(ports.report)
  }

  /** What the server has not got becomes a draft of its own; only then is this copy taken off the device. */
  async function lose(why: DocumentEnd['why']): Promise<void> {
    if (isEnding || isClosed) return
    isEnding = true
    show()
    await alone(ports, `fork:${name}`, () => giveUp(why))
  }

  async function giveUp(why: DocumentEnd['why']): Promise<void> {
    const copy = await voidCopy(ports, { room, epoch: row.epoch, isWiped: why === 'wiped', doc })
    // Another tab's draft holds all that was on disk, and nothing that was in memory alone.
    const isUnsent = copy.kind === 'mine' ? isUnsaved || copy.isUnsent : copy.kind === 'gone' && isUnsaved && safeCount < typedCount
    const fork = isUnsent ? await copy.fork() : null
    if (isUnsent && fork === null) {
      // It stays where it is, with its reason, and can be copied.
      isEnding = false
      notSent = notSent ?? 'not-allowed'
      return show()
    }
    if (copy.kind !== 'mine') return end('wiped', fork)
    await stop()
    await copy.remove()
    end(why, fork)
  }

  function end(why: DocumentEnd['why'], fork: string | null): void {
    isEnding = true
    // Of the copy that is no more.
    tickets.forget(room)
    ended.set({ why, fork })
    show()
    stop().catch(ports.report)
  }

  async function exchangeNow() {
    if (roomLink === null) throw new RequestError('off')
    const { provider } = roomLink
    const known = roomLink.stored()
    const ask = async (difference: Copy['difference']): Promise<Exchanged> => {
      const copy: Copy = {
        room,
        epoch: row.epoch,
        stored: known,
        vector: () => Y.encodeStateVector(doc),
        difference,
        take(update) {
          isTaking = true
          Y.applyUpdate(doc, update, provider)
          isTaking = false
        },
      }
      const result = (await exchange(ports.fetch, [copy])).get(room)
      if (result === undefined) throw new RequestError('busy')
      return result
    }
    // Without a disk nothing was noted, and the text goes straight to the server all the same.
    const isDoubtful = isUnsettled(await rows.get(room).catch(() => undefined))
    let result = isUnsaved && !isDoubtful ? null : await ask(() => null)
    if (result?.kind === 'done' && result.refused === null && (isDoubtful || !covers(result.stored, known))) onLost()
    const upTo = typedCount
    if (result === null || (result.kind === 'done' && isUnsaved))
      result = await ask((stored) => Y.encodeStateAsUpdate(doc, encodeClocks(stored)))
    if (result.kind === 'done' && result.refused !== null && !mayPass(result.refused)) onRefused(result.refused)
    if (result.kind !== 'done') {
      if (result.kind === 'reset' && result.isLost) onUnrelated()
      tickets.forget(room)
      return { stored: new Map<number, number>(), isWhole: false }
    }
    isHere.set(true)
    // What was typed while it was on its way did not go with it.
    return { stored: result.stored, isWhole: result.isWhole && typedCount === upTo }
  }

  /** While this tab brings it to the server, nobody does so from the disk. */
  const lock = holdLock(ports, documentLock(account, room))

  function linked(): void {
    const isLive = link.get() === 'on' || link.get() === 'post'
    if (!isLive) isCompared = false
    lock.want(!isClosed && (isLive || ports.signs.isVisible()))
    show()
  }

  const deaf = ports.signs.listen((sign) => {
    if (sign === 'leaving') save()
    else {
      if (isUnsaved) save()
      roomLink?.wake()
    }
    linked()
  })

  async function stop(): Promise<void> {
    if (isClosed) return
    isClosed = true
    deaf()
    alarms.clear()
    doc.off('update', onUpdate)
    roomLink?.close()
    await disk.close()
    lock.want(false)
  }

  link.subscribe(linked)
  linked()
  doc.on('update', onUpdate)
  const whenLoaded = load()
  whenLoaded.catch(ports.report)
  return {
    room,
    doc,
    awareness,
    status,
    link,
    level,
    isReadOnly,
    isHere,
    ended,
    whenLoaded,
    isFromServer: () => isTaking || (roomLink?.isReceiving() ?? false),
    async settle() {
      await whenLoaded
      save()
      await saving
    },
    async close() {
      await whenLoaded.catch(() => undefined)
      if (!isClosed) {
        save()
        await saving
        if (!isUnsaved) await noteStored().catch(ports.report)
      }
      await stop()
      awareness.destroy()
      doc.destroy()
    },
  }
}
