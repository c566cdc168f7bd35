/**
 * The transaction side of documents: what the writer's thread does. What was judged in a room's
 * memory is judged here once more, where nothing can change meanwhile: the right to write (but for
 * what others have seen), whose a client id is, whether what it builds on is there, the epoch. It
 * knows no Yjs: how far an update reaches was read before, and comes along.
 */
import type { Member } from '#shared/accounts/schema.ts'
import type { Level, RefusalCode } from '#shared/documents/protocol.ts'
import type { Room } from '#shared/documents/rooms.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { ServerRegistry } from '#server/sync/server-registry.ts'
import type { OperationContext } from '#server/sync/operations.ts'
import type { Document, DocumentClient } from './tables.ts'
import { covers, encodeStateVector } from '#shared/documents/inspect-vector.ts'
import { documentFormat } from '#shared/documents/protocol.ts'
import { parseRoom } from '#shared/documents/rooms.ts'
import { canRewriteDocument, documentAccess } from '#shared/documents/rules.ts'
import { members } from '#shared/accounts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { defineOperation } from '#server/sync/operations.ts'
import { adoptedLimits } from './adopted-words.ts'
import { fromBase64, toBase64, vectorOf } from './encoded.ts'
import { isWithinBeside, type Growth, type TextSize } from './text-size.ts'
import { unseenGrowth } from './unseen-growth.ts'
import { clientRowId, documentClients, documentLog, documents, logRowId, serverItself } from './tables.ts'

/**
 * One account's changes, merged; or a claim to a client id, under which nothing was written yet.
 */
export interface Entry {
  readonly userId: string
  /** Empty: a claim. */
  readonly bytes: Uint8Array
  /** Client → how far it reaches with this. */
  readonly reaches: ReadonlyMap<number, number>
  /** Client → what must be there before. */
  readonly needs: ReadonlyMap<number, number>
  /**
   * Client of another account → what of its words this brings, since they were lost here with a
   * crash (decision 0020).
   */
  readonly adopted: ReadonlyMap<number, readonly Uint8Array[]>
  /** What it adds to the text at most. */
  readonly growth: Growth
  /** A text that was written without the document: whoever may change the post may bring it in. */
  readonly isRewrite: boolean
  /**
   * Others have it already, so the room knew of its writer's right when it came: that stands,
   * though the right may have ended since (decision 0019). When it is refused for another reason,
   * what they hold is void.
   */
  readonly isOut: boolean
}

export interface KeepRequest {
  readonly documents: readonly {
    readonly room: string
    readonly epoch: number
    readonly entries: readonly Entry[]
    /**
     * The log as the room knew it when it judged these, and the text with them in it, at most;
     * `null` where nothing limits it.
     */
    readonly knownSeq: number
    readonly size: TextSize | null
  }[]
}

export type Kept =
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'kept'
      readonly epoch: number
      /** Of the first row written, and of the last; `lastSeq` below `firstSeq`: none. */
      readonly firstSeq: number
      readonly lastSeq: number
      /** Of each entry; `null`: it is stored. */
      readonly codes: readonly (RefusalCode | null)[]
      readonly logRows: number
      readonly logBytes: number
    }

export const keepUpdates = defineOperation(
  'documents.keep',
  async (context, { documents: asked }: KeepRequest): Promise<readonly Kept[]> => {
    const kept: Kept[] = []
    for (const each of asked) kept.push(await keepOne(context, each))
    return kept
  },
)

async function keepOne(
  context: OperationContext,
  { room, epoch, entries, knownSeq, size }: KeepRequest['documents'][number],
): Promise<Kept> {
  const { tx, now } = context
  const name = parseRoom(room)
  const before = await tx.get(documents, room)
  if (before === undefined || name === undefined) return { kind: 'gone' }
  const levels = new Map<string, Level>()
  const mayWriteNow = async ({ userId, isRewrite }: Entry): Promise<boolean> => {
    if (isRewrite) return mayRewrite(tx, context.viewerOf, userId, name, now)
    const level = levels.get(userId) ?? (await levelOf(tx, context.viewerOf, userId, name, now))
    levels.set(userId, level)
    return level === 'edit' || level === 'own'
  }
  const vector = vectorOf(before.stateVector)
  const unseen = size === null ? null : await unseenGrowth(tx, before, knownSeq)
  const mayBeTooMuch = size !== null && (unseen === null || !isWithinBeside(size, unseen))
  const codes: (RefusalCode | null)[] = []
  let { nextSeq, logRows, logBytes } = before
  for (const entry of entries) {
    const mayWrite = entry.isOut || (await mayWriteNow(entry))
    const known = await tx.getMany(
      documentClients,
      [...entry.reaches.keys()].map((client) => clientRowId(room, client)),
    )
    const code = epoch === before.epoch ? refusalOf(entry, { mayWrite, mayBeTooMuch }, vector, known) : 'not-allowed'
    codes.push(code)
    if (code !== null) continue
    const isClaim = entry.bytes.length === 0
    await own(context, room, entry, isClaim ? 0 : nextSeq, known)
    await adopt(context, entry, vector, known)
    if (isClaim) continue
    await tx.put(documentLog, {
      id: logRowId(room, nextSeq),
      documentId: room,
      seq: nextSeq,
      userId: entry.userId,
      at: now,
      growth: entry.growth,
      bytes: toBase64(entry.bytes),
    })
    for (const [client, to] of entry.reaches) vector.set(client, Math.max(vector.get(client) ?? 0, to))
    nextSeq += 1
    logRows += 1
    logBytes += entry.bytes.length
  }
  const isVoid = entries.some(({ isOut }, at) => isOut && codes[at] !== null) && epoch === before.epoch
  const after: Document = {
    ...before,
    epoch: before.epoch + (isVoid ? 1 : 0),
    nextSeq,
    logRows,
    logBytes,
    stateVector: toBase64(encodeStateVector(vector)),
    changedAt: nextSeq === before.nextSeq ? before.changedAt : now,
  }
  await tx.put(documents, after)
  return { kind: 'kept', epoch: after.epoch, firstSeq: before.nextSeq, lastSeq: nextSeq - 1, codes, logRows, logBytes }
}

/** @param known whose the client ids are that were anybody's before */
function refusalOf(
  { userId, reaches, needs, bytes, adopted, growth, isOut }: Entry,
  { mayWrite, mayBeTooMuch }: { readonly mayWrite: boolean; readonly mayBeTooMuch: boolean },
  vector: ReadonlyMap<number, number>,
  known: readonly DocumentClient[],
): RefusalCode | null {
  if (!mayWrite) return 'not-allowed'
  const isClaim = bytes.length === 0
  const foreign = known.filter((row) => row.userId !== userId)
  if (isClaim && foreign.length > 0) return 'identity'
  // Another process may have stored that account's text meanwhile: then it is no news.
  const news = foreign.filter(({ clientId }) => (reaches.get(clientId) ?? 0) > (vector.get(clientId) ?? 0))
  const mayBring = (row: DocumentClient): boolean => {
    const words = adopted.get(row.clientId)
    if (words === undefined || row.userId === serverItself) return false
    const before = (row.adopted ?? []).reduce((sum, { length }) => sum + (length * 3) / 4, 0)
    return words.reduce((sum, { length }) => sum + length, before) <= adoptedLimits.bytesOfClient
  }
  if (!news.every(mayBring)) return 'identity'
  if (!covers(vector, needs)) return 'gap'
  // Another process has stored so much meanwhile that only the whole document tells: it comes
  // again, and is judged with that (decision 0036).
  const isNew = [...reaches].some(([client, to]) => to > (vector.get(client) ?? 0))
  return mayBeTooMuch && !isOut && isNew && growth.structs > 0 ? 'gap' : null
}

async function adopt(
  { tx }: OperationContext,
  { userId, reaches, adopted }: Entry,
  vector: ReadonlyMap<number, number>,
  known: readonly DocumentClient[],
): Promise<void> {
  for (const row of known) {
    const words = adopted.get(row.clientId)
    const isNews = (reaches.get(row.clientId) ?? 0) > (vector.get(row.clientId) ?? 0)
    if (words === undefined || row.userId === userId || !isNews) continue
    // With `own`, which has just noted where its first words stand.
    const before = (await tx.get(documentClients, row.id)) ?? row
    await tx.put(documentClients, { ...before, adopted: [...(row.adopted ?? []), ...words.map(toBase64)] })
  }
}

async function own(
  { tx }: OperationContext,
  room: string,
  { userId, reaches }: Entry,
  firstSeq: number,
  known: readonly DocumentClient[],
): Promise<void> {
  const ids = new Map([...reaches.keys()].map((client) => [clientRowId(room, client), client]))
  for (const row of known) {
    // The first words under an id that was only claimed.
    if (row.firstSeq !== 0 || firstSeq === 0) ids.delete(row.id)
  }
  for (const [id, clientId] of ids) {
    const owner = known.find((row) => row.id === id)?.userId ?? userId
    await tx.put(documentClients, { id, documentId: room, clientId, userId: owner, firstSeq })
  }
}

/** What somebody may do with a document now. */
export async function levelOf(read: Read, viewerOf: ServerRegistry['viewerOf'], userId: string, room: Room, now: number): Promise<Level> {
  const viewer: Viewer = await viewerOf(read, userId, now)
  const post = room.kind === 'post' ? await read.get(posts, room.id) : undefined
  return documentAccess(viewer, room, post)
}

/** Whether somebody may bring a text into a document that was written without it. */
export async function mayRewrite(
  read: Read,
  viewerOf: ServerRegistry['viewerOf'],
  userId: string,
  room: Room,
  now: number,
): Promise<boolean> {
  const viewer: Viewer = await viewerOf(read, userId, now)
  const post = room.kind === 'post' ? await read.get(posts, room.id) : undefined
  return canRewriteDocument(viewer, post).allowed
}

/** What a document begins with: the text of that revision, or nothing. */
export interface Seed {
  readonly revisionId: string
  readonly authorId: string
  readonly update: { readonly bytes: Uint8Array; readonly reaches: ReadonlyMap<number, number> } | null
}

export interface BeginRequest {
  readonly room: string
  /** `null` for a notebook, which begins empty. */
  readonly seed: Seed | null
}

/**
 * Creates a document, once, its first text in the same transaction (Y7). `moved`: the post has a
 * newer revision than the seed's.
 */
export const beginDocument = defineOperation(
  'documents.begin',
  async ({ tx, now }, { room, seed }: BeginRequest): Promise<'begun' | 'there' | 'moved' | 'absent'> => {
    const name = parseRoom(room)
    if (name === undefined) return 'absent'
    if ((await tx.get(documents, room)) !== undefined) return 'there'
    if (name.kind === 'post') {
      const post = await tx.get(posts, name.id)
      if (post === undefined || seed === null) return 'absent'
      if (post.latestRevisionId !== seed.revisionId) return 'moved'
    } else {
      const owner: Member | undefined = await tx.get(members, name.id)
      if (owner === undefined) return 'absent'
    }
    const first = seed?.update ?? null
    if (first !== null && seed !== null) {
      const row = { id: logRowId(room, 1), documentId: room, seq: 1, userId: seed.authorId, at: now, bytes: toBase64(first.bytes) }
      await tx.put(documentLog, row)
      for (const clientId of first.reaches.keys()) {
        await tx.put(documentClients, { id: clientRowId(room, clientId), documentId: room, clientId, userId: serverItself, firstSeq: 1 })
      }
    }
    await tx.put(documents, {
      id: room,
      epoch: 1,
      format: documentFormat,
      nextSeq: first === null ? 1 : 2,
      snapshotSeq: 0,
      logRows: first === null ? 0 : 1,
      logBytes: first?.bytes.length ?? 0,
      stateVector: toBase64(encodeStateVector(first?.reaches ?? new Map())),
      createdAt: now,
      changedAt: now,
    })
    return 'begun'
  },
)

/**
 * The update that a stored document may be asked to cover: whether all of it is committed.
 * `stateVector`: base64, as a device sends it.
 */
export function documentCovers(document: Document | undefined, stateVector: string): boolean {
  const wanted = fromBase64(stateVector)
  return document !== undefined && covers(vectorOf(document.stateVector), vectorOf(wanted))
}
