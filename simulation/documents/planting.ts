import type { DocumentPorts } from '#server/documents/ports.ts'
import type { Doors } from '#server/documents/doors.ts'
import type { PeerLink } from '#server/documents/room-peer.ts'
import type { Kept, KeepRequest, BeginRequest } from '#server/documents/keep-updates.ts'
import type { SwapRequest } from '#server/documents/compaction-operations.ts'
import type { Document } from '#server/documents/tables.ts'
import type { StoredDocument } from '#web/data/device/device-api.ts'
import type { Database } from '../world/database.ts'
import type { DocumentBug } from './bugs.ts'
import { beginDocument, keepUpdates } from '#server/documents/keep-updates.ts'
import { swapSnapshot } from '#server/documents/compaction-operations.ts'
import { step2Frame } from '#server/documents/frames.ts'
import { documents } from '#server/documents/tables.ts'

type Work = DocumentPorts['writer']['work']

/** The writer of a node, in which the bug shows. */
export function plantedWork(bug: DocumentBug | null, work: Work, database: Database): Work {
  const rowOf = (room: string): Document | undefined => {
    const cell = database.state.tables.get(documents.name)?.get(room)
    // Rows of that table.
    return cell === undefined || cell.isDeleted ? undefined : (cell.row as Document)
  }
  return async (name, args) => {
    // What `runOperation` gave for the work of that name.
    if (bug === 'ack-before-commit' && name === keepUpdates.name) return keptTooSoon(work, args as KeepRequest, rowOf)
    if (bug === 'compaction-takes-unread-rows' && name === swapSnapshot.name) {
      const request = args as SwapRequest
      const upto = (rowOf(request.room)?.nextSeq ?? 1) - 1
      return work(name, { ...request, upto: Math.max(upto, request.upto) })
    }
    if (bug === 'right-asked-again' && name === keepUpdates.name) return keptAsItIsNow(work, args as KeepRequest)
    if (bug === 'its-writer-alone-brings-it' && name === keepUpdates.name) return work(name, withoutOthers(args as KeepRequest))
    if (bug === 'seed-twice' && name === beginDocument.name) return seedAgain(work, args as BeginRequest, rowOf)
    return work(name, args)
  }
}

function keptTooSoon(work: Work, request: KeepRequest, rowOf: (room: string) => Document | undefined): readonly Kept[] {
  const answers = request.documents.map(({ room, epoch, entries }): Kept => {
    const firstSeq = rowOf(room)?.nextSeq ?? 1
    const lastSeq = firstSeq + entries.length - 1
    return { kind: 'kept', epoch, firstSeq, lastSeq, codes: entries.map(() => null), logRows: 1, logBytes: 1 }
  })
  void work(keepUpdates.name, request).catch(() => undefined)
  return answers
}

/** As it was before decision 0019: a refusal of what is out voids the document for all. */
async function keptAsItIsNow(work: Work, request: KeepRequest): Promise<readonly Kept[]> {
  const asked = request.documents.map((each) => ({ ...each, entries: each.entries.map((entry) => ({ ...entry, isOut: false })) }))
  // What `keepUpdates` answers.
  const answers = (await work(keepUpdates.name, { documents: asked } satisfies KeepRequest)) as readonly Kept[]
  return answers.map((kept, at) => {
    if (kept.kind === 'gone') return kept
    const isVoid = request.documents[at]?.entries.some(({ isOut }, n) => isOut && kept.codes[n] !== null) === true
    return isVoid ? { ...kept, epoch: kept.epoch + 1 } : kept
  })
}

/** As it was before decision 0020. */
function withoutOthers(request: KeepRequest): KeepRequest {
  return {
    documents: request.documents.map((each) => ({ ...each, entries: each.entries.map((entry) => ({ ...entry, adopted: new Map() })) })),
  }
}

/** The store of a node, in which the bug shows. */
export function plantedStore(bug: DocumentBug | null, store: DocumentPorts['store']): DocumentPorts['store'] {
  if (bug !== 'right-never-ends') return store
  return { read: (work) => store.read(work), journal: { ...store.journal, since: async () => [] } }
}

async function seedAgain(work: Work, request: BeginRequest, rowOf: (room: string) => Document | undefined): Promise<unknown> {
  const answer = await work(beginDocument.name, request)
  const update = request.seed?.update
  const before = rowOf(request.room)
  if (answer !== 'there' || update === undefined || update === null || request.seed === null || before === undefined) return answer
  const { bytes, reaches } = update
  const entry = {
    userId: request.seed.authorId,
    bytes,
    reaches,
    needs: new Map(),
    adopted: new Map(),
    growth: { structs: 0, types: 0, characters: 0 },
    isOut: false,
    isRewrite: false,
  }
  await work(keepUpdates.name, {
    documents: [{ room: request.room, epoch: before.epoch, entries: [entry], knownSeq: before.nextSeq - 1, size: null }],
  } satisfies KeepRequest)
  return answer
}

/** The line of a tab that has just come: answered at once, from nothing. */
export function plantedLink(bug: DocumentBug | null, link: PeerLink): PeerLink {
  if (bug === 'load-not-awaited') link.send(step2Frame(new Uint8Array([0, 0])))
  return link
}

type Diff = Parameters<Doors['diff']>[1]
type DiffAnswer = Awaited<ReturnType<Doors['diff']>>

/**
 * What a device hears of what the server holds: with the bug, never less than the device itself
 * believes.
 */
export function plantedAnswer(bug: DocumentBug | null, answer: DiffAnswer, { rooms: asked }: Diff): DiffAnswer {
  if (bug !== 'restore-not-compared') return answer
  return { rooms: answer.rooms.map((room, at) => ('sv' in room && asked[at] !== undefined ? { ...room, sv: asked[at].sv } : room)) }
}

/** A row after the greeting of another store. */
export function plantedGreeting(
  bug: DocumentBug | null,
  row: StoredDocument,
  unsettled: (row: StoredDocument) => StoredDocument,
): StoredDocument {
  return bug === 'restore-greeting-ignored' ? row : unsettled(row)
}
