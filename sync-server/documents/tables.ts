/**
 * What the server keeps of documents: bytes, never Y.Docs. None of it leaves the server by a shape;
 * sockets and `/collab/diff` are the way out.
 */
import * as z from 'zod/mini'
import { defineTable } from '#shared/kernel/table.ts'
import type { Table } from '#shared/kernel/table.ts'

/**
 * A document; id = the name of its room. Its text is the newest snapshot and every row of the log
 * after it.
 */
export const Document = z.object({
  id: z.string(),
  /** Rises when what devices hold is void (Y6); the first is 1. */
  epoch: z.number(),
  /** Version of the text schema it was written under. */
  format: z.number(),
  /** Of the next row of the log; the first is 1. */
  nextSeq: z.number(),
  /** The newest snapshot holds all up to there; 0: there is none. */
  snapshotSeq: z.number(),
  /** Rows after the snapshot, and their bytes. */
  logRows: z.number(),
  logBytes: z.number(),
  /** Of all that is committed: base64 of Yjs' encoding. */
  stateVector: z.string(),
  createdAt: z.number(),
  changedAt: z.number(),
})
export type Document = z.infer<typeof Document>

/** One account's changes of one commit; id `ROOM:SEQ`. */
export const LogRow = z.object({
  id: z.string(),
  documentId: z.string(),
  seq: z.number(),
  userId: z.string(),
  at: z.number(),
  /** What it adds to the text at most (text-size.ts); absent in older rows. */
  growth: z.optional(z.object({ structs: z.number(), types: z.number(), characters: z.number() })),
  /** Update V1, base64. */
  bytes: z.string(),
})
export type LogRow = z.infer<typeof LogRow>

/** All of a document up to a position of its log; id `ROOM:UPTO`. */
export const Snapshot = z.object({
  id: z.string(),
  documentId: z.string(),
  upto: z.number(),
  /** Update V2, or V1 of a long document; brotli, base64. */
  bytes: z.string(),
  /** Of the packed bytes, hexadecimal. */
  sha256: z.string(),
  structs: z.number(),
  madeAt: z.number(),
  /** When a newer one took its place; kept for seven days more. */
  replacedAt: z.nullable(z.number()),
})
export type Snapshot = z.infer<typeof Snapshot>

/**
 * Whose a Yjs client id is, from its first change on and for ever; id `ROOM:CLIENT`. Attribution
 * goes by it.
 */
export const DocumentClient = z.object({
  id: z.string(),
  documentId: z.string(),
  clientId: z.number(),
  userId: z.string(),
  /** 0: nothing was written under it yet. */
  firstSeq: z.number(),
  /**
   * What others brought of it after a crash (decision 0020): updates V1, base64, of these words
   * alone. The owner's own copy is held against them.
   */
  adopted: z.optional(z.array(z.string())),
})
export type DocumentClient = z.infer<typeof DocumentClient>

/** Secrets that all processes over one store share; id: what for. */
export const DocumentKey = z.object({ id: z.string(), secret: z.string(), madeAt: z.number() })

const kept = { scope: () => 'server', shape: () => null, journal: false } as const

export const documents = defineTable({ name: 'documents', row: Document, indexes: [['changedAt']], ...kept })
export const documentLog = defineTable({ name: 'document_log', row: LogRow, indexes: [['documentId', 'seq']], ...kept })
export const documentSnapshots = defineTable({
  name: 'document_snapshots',
  row: Snapshot,
  indexes: [['documentId', 'upto'], ['replacedAt']],
  ...kept,
})
export const documentClients = defineTable({
  name: 'document_clients',
  row: DocumentClient,
  indexes: [['documentId', 'firstSeq']],
  ...kept,
})
export const documentKeys = defineTable({ name: 'document_keys', row: DocumentKey, ...kept })

export const documentTables: readonly Table[] = [documents, documentLog, documentSnapshots, documentClients, documentKeys].map(anyTable)

// Tables of different rows stand in one list, as in shared/registry.ts.
function anyTable(table: unknown): Table {
  return table as Table
}

export const logRowId = (room: string, seq: number): string => `${room}:${seq}`
export const snapshotId = (room: string, upto: number): string => `${room}:${upto}`
export const clientRowId = (room: string, clientId: number): string => `${room}:${clientId}`

/** The client id's owner where the server itself wrote: nobody may go on under it. */
export const serverItself = 'server'
