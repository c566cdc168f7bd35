import { documentFormat } from '#shared/documents/protocol.ts'
import { parseRoom } from '#shared/documents/rooms.ts'
import { posts, writings } from '#shared/posts/schema.ts'
import { isWriting } from '#shared/posts/rules.ts'
import type { DeviceDocuments, StoredDocument } from './device-api.ts'
import { isUnsent } from './is-unsent.ts'
import type { DeviceTx } from './port.ts'
import type { LocalRead, LocalStore } from './local-store.ts'
import { makeRoom } from './budget.ts'

/** A document that nothing is known of yet. */
export const newDocument = (room: string, now: number): StoredDocument => ({
  room,
  epoch: 0,
  format: documentFormat,
  ackedSv: '',
  dirtyBy: [],
  level: 'none',
  refused: null,
  bytes: 0,
  lastUsed: now,
  refreshedAt: 0,
})

/**
 * Among `dirtyBy`: it was told to be stored by a server that has gone back to a backup since. Taken
 * away once this one has been sent all, deletions too.
 */
const otherStore = 'other-store'
/** Among `dirtyBy`: whoever wrote it was gone before it was noted. */
const onDisk = 'on-disk'

/**
 * What the server had said to be stored may be stored no more (Y12): from now on it counts as
 * unsent, as if somebody had just written it. What one only reads is not ours to send.
 */
export const unsettled = (row: StoredDocument): StoredDocument =>
  isWriting(row.level) && !row.dirtyBy.includes(otherStore) ? { ...row, dirtyBy: [...row.dirtyBy, otherStore] } : row

export const isUnsettled = (row: StoredDocument | undefined): boolean => row?.dirtyBy.includes(otherStore) === true

/**
 * A mark of what a tab has on disk: its id, or that and a count of what it has typed, which takes
 * the place of its mark before. A round takes away the marks that it had read before it read the
 * text.
 */
const isMarkOf = (tabId: string, mark: string): boolean => mark === tabId || mark.startsWith(`${tabId}/`)

/** @param typed absent: any mark of this tab says enough */
export function markedBy(tabId: string, row: StoredDocument, now: number, typed?: number): StoredDocument {
  const mark = typed === undefined ? tabId : `${tabId}/${typed}`
  const isNoted = typed === undefined ? row.dirtyBy.some((each) => isMarkOf(tabId, each)) : row.dirtyBy.includes(mark)
  if (isNoted) return row
  return { ...row, dirtyBy: [...row.dirtyBy.filter((each) => !isMarkOf(tabId, each)), mark], lastUsed: now }
}

/**
 * What is left in `dirtyBy` once all that this tab holds is stored. @param isCompared by the server
 * that is there now.
 */
export const settledBy = (tabId: string, dirtyBy: readonly string[], isCompared: boolean): readonly string[] =>
  dirtyBy.filter((writer) => !isMarkOf(tabId, writer) && !(isCompared && writer === otherStore))

/**
 * With the greeting of a server that is set back. State vectors know no deletions: whatever was
 * stored before is told it all once more.
 */
export async function unsettleDocumentsIn(tx: DeviceTx): Promise<void> {
  const held = (await tx.docs.all()).filter(({ epoch }) => epoch !== 0)
  await tx.docs.put(held.map(unsettled))
}

/**
 * The same, where the text on disk was found to hold more than the server has: nobody had come to
 * note it.
 */
export const foundUnsent = (row: StoredDocument): StoredDocument => (isUnsent(row) ? row : { ...row, dirtyBy: [onDisk] })

/**
 * Those with words in them that the server may not have. The notebook's are those of the drafts.
 */
export const unsentDocs = (docs: readonly StoredDocument[]): readonly StoredDocument[] =>
  docs.filter((row) => isUnsent(row) && parseRoom(row.room)?.kind !== 'notebook')

type DocumentStore = Pick<LocalStore, 'read' | 'write'>

/**
 * @param store goes on in memory when the disk fails. @param onDisk what the device stands on at
 *   that moment.
 */
export function openDocuments(store: DocumentStore, onDisk: () => LocalStore, now: () => number): DeviceDocuments {
  return {
    get: (room) => store.read((tx) => tx.docs.get(room)),
    list: () => store.read((tx) => tx.docs.all()),
    async change(room, change) {
      // Most of the time nothing is to be written, and a transaction for writing would hold up all
      // others.
      const seen = await store.read((tx) => tx.docs.get(room))
      const wanted = change(seen)
      if (wanted === undefined || wanted === seen) return
      await store.write(async (tx) => {
        const before = await tx.docs.get(room)
        const after = change(before)
        if (after === null) await tx.docs.delete([room])
        else if (after !== undefined && after !== before) await tx.docs.put([{ ...after, ...(await titleIn(tx, room)) }])
      })
    },
    async hold(rooms) {
      const known = new Set((await store.read((tx) => tx.docs.all())).map(({ room }) => room))
      const fresh = rooms.filter((room) => !known.has(room))
      if (fresh.length === 0) return
      await store.write(async (tx) => {
        for (const room of fresh) if ((await tx.docs.get(room)) === undefined) await tx.docs.put([newDocument(room, now())])
      })
    },
    isComing: (room) => store.read((tx) => isComingIn(tx, room)),
    makeRoom: () => makeRoom(onDisk()),
  }
}

async function titleIn(tx: LocalRead, room: string): Promise<Pick<StoredDocument, 'title'>> {
  const parsed = parseRoom(room)
  if (parsed?.kind !== 'post') return {}
  const title = (await tx.rows.get(writings, parsed.id))?.title || (await tx.rows.get(posts, parsed.id))?.title
  return title ? { title } : {}
}

async function isComingIn(tx: LocalRead, room: string): Promise<boolean> {
  const parsed = parseRoom(room)
  if (parsed?.kind !== 'post') return false
  const queue = await tx.queue.all()
  return queue.some(({ name, state, args }) => name === 'posts.create' && state !== 'applied' && idOf(args) === parsed.id)
}

const idOf = (args: unknown): unknown => (typeof args === 'object' && args !== null && 'id' in args ? args.id : undefined)
