/**
 * Keeps the drafts of this device and the member's notebook the same, place by place
 * (`mergePlace`). The drafts are the strict local copy; the notebook is how they travel. Run by one
 * tab, the leader. Each step may be the last one: what is about to be in the notebook is noted,
 * then the notebook is written and noted as unsent, then drafts and what both agreed on, in one
 * transaction; what was done twice comes to the same, and what was sent meanwhile is gone.
 */
import * as Y from 'yjs'
import { notebookRoom } from '#shared/documents/rooms.ts'
import type { StoredDocument, SavedDraft } from '../device/device-api.ts'
import { newDocument } from '../device/documents.ts'
import { putDraft } from '../device/drafts.ts'
import { isUnsent } from '../device/is-unsent.ts'
import type { LocalStore } from '../device/local-store.ts'
import { encodeClocks, readClocks } from './bytes.ts'
import { addToKnown } from './add-to-known.ts'
import { addToFile, documentFile, readFile } from './document-files.ts'
import type { DocumentPorts } from './document-ports.ts'
import type { Copy } from './exchange.ts'
import { exchange } from './exchange.ts'
import type { PlaceMerge, Values } from './merge-place.ts'
import { bothOf, mergePlace } from './merge-place.ts'
import { isSameTyped } from '../merge-typed.ts'
import { dropPlace, isOneMap, placesIn, readPlace, writePlace } from './notebook.ts'
import type { Agreed, AgreedPlaces, ComingPlaces } from './notebook-light.ts'
import { agreedIn, agreedName, comingIn, comingName, travels } from './notebook-light.ts'
import { clocksOnDisk } from './unsent-rows.ts'

export interface NotebookKeeper {
  /** After drafts have changed, or news have come. @returns whether there is something to send. */
  reconcile(): Promise<boolean>
  /**
   * Before a round: places that were begun here and elsewhere at the same time become one. @throws
   * RequestError
   */
  meet(): Promise<void>
  /** For the round, in the place of what is on disk. */
  copyOf(row: StoredDocument): Copy
  /** What was here is stored there. */
  stored(): Promise<void>
}

type NotebookStore = Pick<LocalStore, 'read' | 'write'>

/** More rows than this are made one. */
const maxRows = 200

/** @throws DeviceTrouble */
export async function openNotebook(ports: DocumentPorts, store: NotebookStore): Promise<NotebookKeeper> {
  const room = notebookRoom(ports.account)
  const name = documentFile(ports.account, room)
  const doc = new Y.Doc()
  const parts = await readFile(name)
  for (const part of parts) Y.applyUpdate(doc, part)
  // Lost, or void: what was agreed on was agreed with another one, and says nothing about what was
  // thrown away.
  if (parts.length === 0)
    await store.write((tx) =>
      tx.meta.put([
        { name: agreedName, value: {} satisfies AgreedPlaces },
        { name: comingName, value: {} },
      ]),
    )
  if (parts.length > maxRows) await addToFile(name, Y.encodeStateAsUpdate(doc), true)

  async function reconcile(): Promise<boolean> {
    const { drafts, agreed, coming } = await store.read(async (tx) => ({
      drafts: draftsOf(await tx.drafts.all()),
      agreed: await agreedIn(tx),
      coming: await comingIn(tx),
    }))
    const noted = new Map(placesIn(doc).map((place) => [place, readPlace(doc, place)]))
    const places = new Set([...drafts.keys(), ...noted.keys(), ...Object.keys(agreed), ...Object.keys(coming)])
    const merges = [...places].filter(travels).map((place) => {
      const { values: base, stored = null } = agreed[place] ?? {}
      return {
        place,
        merge: mergePlace({ base, stored, coming: coming[place], draft: drafts.get(place)?.values, noted: noted.get(place)?.values }),
      }
    })
    const news = merges.filter(({ merge }) => merge.kind !== 'agree')
    if (news.length === 0) return false
    // Sent before both are noted to agree, it would be taken for news of another device, and come
    // back.
    const next = news.flatMap(({ place, merge }) => (merge.kind === 'to-notebook' ? [[place, merge.values] as const] : []))
    if (next.length > 0)
      await store.write(async (tx) => {
        const value: ComingPlaces = { ...(await comingIn(tx)), ...Object.fromEntries(next) }
        await tx.meta.put([{ name: comingName, value }])
      })
    const update = updateOf(() => {
      doc.transact(() => {
        for (const { place, merge } of news) intoNotebook(place, merge, drafts.get(place)?.at ?? ports.timers.now())
      })
    })
    // Noted as unsent before it is there: a tab that dies in between has only asked once too often.
    if (update !== null) await markDirty()
    if (update !== null) await addToFile(name, update)
    await store.write(async (tx) => {
      const now = draftsOf(await tx.drafts.all())
      const next = new Map(Object.entries(await agreedIn(tx)))
      for (const { place, merge } of news) {
        const isAsRead = isSameDraft(now.get(place), drafts.get(place))
        agree(next, place, merge, isAsRead)
        if (!isAsRead) continue
        const at = noted.get(place)?.at ?? ports.timers.now()
        if (merge.kind === 'drop-draft') await tx.drafts.delete([place])
        else if (merge.kind === 'to-draft' || (merge.kind === 'to-both' && !isSameTyped(merge.values, drafts.get(place)?.values ?? {})))
          await putDraft(tx, place, { place, values: merge.values, at, binnedAt: null })
      }
      const isNews = new Set(news.map(({ place }) => place))
      const left = Object.entries(await comingIn(tx)).filter(([place]) => !isNews.has(place))
      await tx.meta.put([
        { name: agreedName, value: Object.fromEntries(next) satisfies AgreedPlaces },
        { name: comingName, value: Object.fromEntries(left) satisfies ComingPlaces },
      ])
    })
    return update !== null
  }

  function intoNotebook(place: string, merge: PlaceMerge, at: number): void {
    if (merge.kind === 'to-notebook') writePlace(doc, place, merge.values, at)
    else if (merge.kind === 'to-both' && !isSameTyped(merge.values, readPlace(doc, place)?.values ?? {}))
      writePlace(doc, place, merge.values, at)
    else if (merge.kind === 'drop-from-notebook') dropPlace(doc, place)
  }

  /** What the work changed in the notebook; `null`: nothing. */
  function updateOf(work: () => void): Uint8Array | null {
    const made: Uint8Array[] = []
    const listen = (update: Uint8Array) => void made.push(update)
    doc.on('update', listen)
    work()
    doc.off('update', listen)
    return made.length === 0 ? null : Y.mergeUpdates(made)
  }

  async function markDirty(): Promise<void> {
    await ports.rows.change(room, (before) => {
      const row = before ?? newDocument(room, ports.timers.now())
      return row.dirtyBy.includes(ports.tabId) && before !== undefined ? before : { ...row, dirtyBy: [...row.dirtyBy, ports.tabId] }
    })
  }

  async function take(update: Uint8Array): Promise<void> {
    await addToKnown(ports, room, update)
    Y.applyUpdate(doc, update)
  }

  return {
    reconcile,
    async meet() {
      const { agreed, row } = await store.read(async (tx) => ({ agreed: await agreedIn(tx), row: await tx.docs.get(room) }))
      const fresh = Object.entries(agreed).filter(([, { stored }]) => stored === null)
      if (fresh.length === 0 || row === undefined) return
      const theirs = new Y.Doc()
      const whole: Copy = {
        ...{ room, epoch: row.epoch, stored: new Map<number, number>() },
        vector: () => Y.encodeStateVector(theirs),
        difference: () => null,
        take: (update) => Y.applyUpdate(theirs, update),
      }
      await exchange(ports.fetch, [whole])
      const meeting = fresh.flatMap(([place]) => {
        const other = readPlace(theirs, place)
        const mine = readPlace(doc, place)
        if (other === undefined || mine === undefined || isSameTyped(other.values, mine.values)) return []
        // Sent from here before, and written on since: Yjs knows what is newer.
        return isOneMap(doc, theirs, place) ? [] : [{ place, other, mine }]
      })
      if (meeting.length === 0) return
      const both = meeting.map(({ place, other, mine }) => ({ place, mine: mine.values, values: bothOf(other.values, mine.values) }))
      const update = updateOf(() => {
        Y.applyUpdate(doc, Y.encodeStateAsUpdate(theirs))
        // Of two maps that were begun apart one replaces the other whole: whichever it is, it gets
        // both texts.
        doc.transact(() => both.forEach(({ place, values }) => writePlace(doc, place, values, ports.timers.now())))
      })
      if (update !== null) await addToKnown(ports, room, update)
      await store.write(async (tx) => {
        const now = draftsOf(await tx.drafts.all())
        const next = new Map(Object.entries(await agreedIn(tx)))
        for (const { place, mine, values } of both) {
          const isAsRead = isSameDraft(now.get(place), { values: mine })
          if (isAsRead) await putDraft(tx, place, { place, values, at: ports.timers.now(), binnedAt: null })
          // Written on meanwhile: they have agreed on nothing.
          if (isAsRead) next.set(place, { values, stored: null })
          else next.delete(place)
        }
        await tx.meta.put([{ name: agreedName, value: Object.fromEntries(next) satisfies AgreedPlaces }])
      })
    },
    copyOf: (row) => ({
      room,
      epoch: row.epoch,
      stored: readClocks(row.ackedSv),
      vector: () => Y.encodeStateVector(doc),
      difference: (there) => (isUnsent(row) ? Y.encodeStateAsUpdate(doc, encodeClocks(there)) : null),
      take,
      onDisk: () => clocksOnDisk(name),
    }),
    async stored() {
      const isStored = ({ values, stored }: Agreed) => stored !== null && isSameTyped(values, stored)
      if (Object.values(await store.read(agreedIn)).every(isStored)) return
      await store.write(async (tx) => {
        const entries = Object.entries(await agreedIn(tx)).map(([place, agreed]) => {
          const isThere = isSameTyped(readPlace(doc, place)?.values ?? {}, agreed.values)
          return [place, isThere ? { ...agreed, stored: agreed.values } : agreed] as const
        })
        await tx.meta.put([{ name: agreedName, value: Object.fromEntries(entries) satisfies AgreedPlaces }])
      })
    },
  }
}

function agree(agreed: Map<string, Agreed>, place: string, merge: PlaceMerge, isAsRead: boolean): void {
  const stored = agreed.get(place)?.stored ?? null
  // What stands in the notebook now, whatever has become of the draft since.
  if (merge.kind === 'to-notebook' || merge.kind === 'to-both') agreed.set(place, { values: merge.values, stored })
  else if (merge.kind === 'forget' || merge.kind === 'drop-from-notebook') agreed.delete(place)
  else if (!isAsRead) return
  else if (merge.kind === 'to-draft') agreed.set(place, { values: merge.values, stored: merge.values })
  else if (merge.kind === 'drop-draft') agreed.delete(place)
}

function draftsOf(drafts: readonly SavedDraft[]): ReadonlyMap<string, SavedDraft> {
  return new Map(drafts.filter(({ binnedAt, place }) => binnedAt === null && travels(place)).map((draft) => [draft.place, draft]))
}

function isSameDraft(a: { readonly values: Values } | undefined, b: { readonly values: Values } | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSameTyped(a.values, b.values)
}
