/**
 * From the store into memory: the newest snapshot and every row after it, in one read. Creates and
 * seeds what is not there yet (Y7).
 */
import type { Room } from '#shared/documents/rooms.ts'
import type { StoreRead } from '#server/store/port.ts'
import type { Document, DocumentClient, LogRow, Snapshot } from './tables.ts'
import type { DocumentPorts } from './ports.ts'
import type { Seed } from './keep-updates.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { runOperation } from '#server/sync/operations.ts'
import { DocumentState, maxStoredBytes } from './document-state.ts'
import { fromBase64, vectorOf } from './encoded.ts'
import { beginDocument } from './keep-updates.ts'
import { rowsAfter } from './unseen-growth.ts'
import { documentClients, documents, documentSnapshots, serverItself, snapshotId } from './tables.ts'

export interface LoadedDocument {
  readonly document: Document
  readonly state: DocumentState
  readonly knownSeq: number
  /**
   * When it was last written to, and by whom, if no revision holds that yet: a crash came before.
   */
  readonly unsettled: { readonly at: number; readonly by: string } | null
}

const maxTries = 5
const maxClients = 100_000

/**
 * `null`: nothing such a document could belong to. @throws Error when what is stored cannot be
 * read.
 */
export async function loadDocument(ports: DocumentPorts, name: string, room: Room): Promise<LoadedDocument | null> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = await ports.store.read(async (read) => ({ stored: await storedOf(read, name), seed: await seedFor(read, room) }))
    if (found.stored !== null) return { ...(await inMemory(ports, room, found.stored)), unsettled: unsettledOf(found.stored, found.seed) }
    const seed = room.kind === 'post' ? await readySeed(ports, found.seed) : null
    const begun = await runOperation(ports.writer, beginDocument, { room: name, seed })
    if (begun === 'absent') return null
  }
  throw new Error(`${name} could not be begun: its post changes all the time`)
}

interface Stored {
  readonly document: Document
  readonly snapshot: Snapshot | undefined
  readonly rows: readonly LogRow[]
  readonly owners: readonly Pick<DocumentClient, 'clientId' | 'userId' | 'adopted'>[]
}

/** Snapshot and rows of a document as they are kept; `null`: there is none. */
export async function storedOf(read: StoreRead, name: string): Promise<Stored | null> {
  const document = await read.get(documents, name)
  if (document === undefined) return null
  const snapshot = document.snapshotSeq === 0 ? undefined : await read.get(documentSnapshots, snapshotId(name, document.snapshotSeq))
  if (document.snapshotSeq > 0 && snapshot === undefined) throw new Error(`${name} has lost its snapshot`)
  const rows = await rowsAfter(read, name, document.snapshotSeq)
  const owners = await read.list(
    defineQuery({ table: documentClients, index: ['documentId', 'firstSeq'], equals: [name], order: 'ascending', limit: maxClients }),
  )
  return { document, snapshot, rows, owners }
}

function unsettledOf({ document, rows, owners }: Stored, seed: { readonly at: number } | null): LoadedDocument['unsettled'] {
  if (seed === null || document.changedAt <= seed.at || document.nextSeq <= 2) return null
  const writer = rows.at(-1)?.userId ?? owners.at(-1)?.userId
  return writer === undefined || writer === serverItself ? null : { at: document.changedAt, by: writer }
}

async function inMemory(
  ports: DocumentPorts,
  room: Room,
  { document, snapshot, rows, owners }: Stored,
): Promise<Omit<LoadedDocument, 'unsettled'>> {
  const state = new DocumentState(room.kind, await ports.bytes())
  for (const { clientId, userId, adopted = [] } of owners) {
    state.register(clientId, userId)
    for (const words of adopted) state.adopt(clientId, fromBase64(words))
  }
  if (snapshot !== undefined) {
    const update = await ports.workers.unpack({ packed: fromBase64(snapshot.bytes), sha256: snapshot.sha256 })
    state.begin(update, snapshot.structs, vectorOf(document.stateVector))
  }
  for (const { bytes } of rows) state.takeStored(fromBase64(bytes))
  const knownSeq = document.nextSeq - 1
  if ((rows.at(-1)?.seq ?? document.snapshotSeq) !== knownSeq) throw new Error(`${document.id} has lost rows of its log`)
  return { document, state, knownSeq }
}

async function seedFor(
  read: StoreRead,
  room: Room,
): Promise<{ readonly revisionId: string; readonly authorId: string; readonly body: unknown; readonly at: number } | null> {
  const post = room.kind === 'post' ? await read.get(posts, room.id) : undefined
  const revision = post === undefined ? undefined : await read.get(revisions, post.latestRevisionId)
  if (revision === undefined) return null
  const { id: revisionId, authorId, body, at } = revision
  return { revisionId, authorId, body, at }
}

async function readySeed(ports: DocumentPorts, seed: Awaited<ReturnType<typeof seedFor>>): Promise<Seed | null> {
  if (seed === null) return null
  const { revisionId, authorId, body } = seed
  const bytes = await ports.workers.seedOf(body)
  if (bytes === null) return { revisionId, authorId, update: null }
  const inspected = (await ports.bytes()).inspect(bytes, 'post', maxStoredBytes)
  if ('refused' in inspected) throw new Error(`a revision's text becomes an update that is ${inspected.refused}`)
  return { revisionId, authorId, update: { bytes, reaches: new Map(inspected.clients.map(({ client, to }) => [client, to])) } }
}
