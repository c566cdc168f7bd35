/**
 * What is said on a document's websocket, and over HTTP about many documents. Frames 0 to 3 are
 * those of y-websocket, unchanged, so that a stock provider works; 8 and 9 are ours. Y1 to Y11 are
 * listed in docs/sync.md.
 */
import * as z from 'zod/mini'

/**
 * Version of the text schema (`shared/text/nodes.ts`) that a document may hold; in the handshake,
 * since an older editor would delete what it does not know.
 */
export const documentFormat = 2

/**
 * First of the two subprotocols that a socket offers; the second is its ticket. The server answers
 * with this one. A ticket never stands in an address. An editor of another format offers another
 * number.
 */
export const subprotocol = (format: number): string => `lyceum-document.${format}`

export const frames = {
  sync: 0,
  awareness: 1,
  auth: 2,
  queryAwareness: 3,
  /**
   * varUint count, varUint seq: the first `count` update frames (sync step 2 and update) of this
   * socket are committed, up to log position seq.
   */
  ack: 8,
  /** varString: JSON of a `Control`. */
  control: 9,
} as const

export type Level = 'none' | 'read' | 'comment' | 'edit' | 'own'

/** Why an update was not taken. The text of it stays with its writer. */
export const refusals = {
  'not-allowed': 'no right to write here, or not any more',
  'too-large': 'frame or document beyond its limit',
  gap: 'it builds on what the server does not hold; the server sends its state vector, and the writer the whole difference',
  malformed: 'no update at all',
  schema: 'a node, mark or attribute that no text may have',
  identity: 'written under a client id that belongs to another account',
  flood: 'too much at once',
} as const
export type RefusalCode = keyof typeof refusals

export type Control =
  | { readonly t: 'rights'; readonly level: Level }
  /** `frame`: which update frame of this socket, counted from 1; 0 for a frame that was none. */
  | { readonly t: 'refused'; readonly frame: number; readonly code: RefusalCode }
  /**
   * The document's history was rewritten: what is held is void, what was not acknowledged becomes a
   * draft of its own (Y6).
   */
  | { readonly t: 'reset'; readonly epoch: number }
  | { readonly t: 'published'; readonly revisionId: string }
  | { readonly t: 'busy'; readonly afterMs: number }

/**
 * Close codes of RFC 6455's private range. `ended`: session over or right lost; `load`: the
 * document could not be read.
 */
export const closeCodes = {
  malformed: 4400,
  ended: 4401,
  forbidden: 4403,
  absent: 4404,
  slow: 4408,
  tooLarge: 4413,
  version: 4426,
  flood: 4429,
  load: 4500,
} as const

export const documentLimits = {
  frameBytes: 1_048_576,
  /** Of the whole, encoded. */
  documentBytes: 4 * 1_048_576,
  structs: 300_000,
  awarenessBytes: 2_048,
  awarenessPerSecond: 5,
  framesPerSecond: 30,
  framesBurst: 120,
  stateVectorEntries: 10_000,
  /** Full states sent to one socket in a minute. */
  fullStatesPerMinute: 6,
  ticketMs: 5 * 60_000,
  ticketRooms: 100,
  diffRooms: 50,
  /** Of one `POST /collab/diff`, before base64. */
  diffBytes: 4 * 1_048_576,
  congestedBytes: 1_048_576,
  maxBufferedBytes: 8 * 1_048_576,
} as const

const RoomName = z.string().check(z.maxLength(80))
const Base64 = z.string().check(z.maxLength(6 * 1_048_576), z.regex(/^[A-Za-z0-9+/]*={0,2}$/))

/** `POST /collab/ticket` */
export const TicketRequest = z.strictObject({ rooms: z.array(RoomName).check(z.maxLength(documentLimits.ticketRooms)) })

/** `ticket` is `null` where nothing may be read: hidden and absent are answered alike. */
export interface TicketAnswer {
  readonly rooms: readonly { readonly room: string; readonly ticket: string | null; readonly level: Level; readonly epoch: number }[]
  readonly expiresAt: number
}

/** `POST /collab/diff`: what the device holds, and what it has that the server may not. */
export const DiffRequest = z.strictObject({
  format: z.number(),
  rooms: z
    .array(
      z.strictObject({
        room: RoomName,
        /** Of the copy on the device; 0 when it has never met the server's. */
        epoch: z.number(),
        /** State vector, V1. */
        sv: Base64,
        /** Update V1 of what the server may lack. */
        update: z.optional(Base64),
      }),
    )
    .check(z.maxLength(documentLimits.diffRooms)),
})

export type DiffAnswer = {
  readonly rooms: readonly (
    | {
        readonly room: string
        readonly epoch: number
        readonly level: Level
        /** What the device lacks, V1, base64; empty when nothing. */
        readonly update: string
        /** State vector of what is committed here, the sent update included when it was taken. */
        readonly sv: string
        readonly refused: RefusalCode | null
      }
    | { readonly room: string; readonly gone: true }
    /** It did not fit into this answer any more: ask again. */
    | { readonly room: string; readonly again: true }
  )[]
}
