/**
 * What a device and the server say to each other: JSON, over one websocket a browser profile, or
 * the same messages in `POST /sync` where websockets are blocked. Invariants R1 to R12 are listed
 * in docs/sync.md; each has a test that can fail. Everything from a device is untrusted:
 * `parseClientMessages` is the only way in.
 */
import * as z from 'zod/mini'
import type { ErrorCode } from '../kernel/errors.ts'
import type { Reason } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Row } from '../kernel/table.ts'
import { Id, Time } from '../kernel/fields.ts'

export const protocol = 1
/**
 * Versions of the device's data that the server still serves; below `schemaMin` a device must be
 * renewed before it writes.
 */
export const schemas = { current: 1, min: 1, max: 1 } as const

/**
 * What stands in a queue where a mutation was taken back after its number had been offered: the
 * server refuses it, and that is all.
 */
export const voidName = 'void'

export const syncLimits = {
  /** Of one frame, or of one `POST /sync`. */
  frameBytes: 1_048_576,
  mutationsInPush: 50,
  /** JSON of one mutation's arguments. */
  mutationBytes: 900 * 1_024,
  shapes: 600,
  shapesInMessage: 600,
  /** Messages in one `POST /sync`. */
  messagesInPost: 20,
  /**
   * Texts nest at most 64 deep, at two levels of JSON each. Thousands would overflow the stack of
   * whoever copies them to another thread.
   */
  nesting: 300,
  /** A page ends at the first of these. */
  pageRows: 200,
  pageBytes: 256 * 1_024,
  /** Pages on their way before the device has said that it took one. */
  pagesOutstanding: 2,
  framesPerSecond: 30,
  framesBurst: 120,
  digestEveryMs: 5 * 60_000,
  /** Nothing heard for so long: the link is dead, though nobody said so (safety.md F5). */
  silenceMs: 30_000,
  pingEveryMs: 12_000,
} as const

/** A shape as the device has it. `epoch` of the store it came from; cursor 0: nothing yet. */
export interface ShapeCursor {
  readonly id: string
  readonly epoch: string
  readonly cursor: number
}

/**
 * A mutation with its number on this device. The number never changes hands: what was once sent
 * under it is the only thing ever sent under it.
 */
export interface WireMutation {
  readonly n: number
  readonly name: string
  /** Version of the arguments. */
  readonly v: number
  readonly args: unknown
  /** The device's clock: a claim, never an order. */
  readonly at: number
}

export type ClientMessage =
  | {
      readonly t: 'hello'
      readonly proto: number
      readonly schema: number
      readonly device: string
      readonly shapes: readonly ShapeCursor[]
    }
  | { readonly t: 'push'; readonly mutations: readonly WireMutation[] }
  | { readonly t: 'follow'; readonly shapes: readonly ShapeCursor[] }
  | { readonly t: 'unfollow'; readonly shapes: readonly string[] }
  /** So many pages have been taken in: more may come. */
  | { readonly t: 'took'; readonly pages: number }
  /** The device needs no answer to `upTo` and below any more. */
  | { readonly t: 'done'; readonly upTo: number }
  | { readonly t: 'ping' }

/** A refusal as it travels. */
export interface WireError {
  readonly code: ErrorCode
  readonly reason: Reason | null
  readonly field: string | null
  readonly retryAfterMs: number | null
}

export interface Put {
  readonly kind: string
  readonly version: number
  readonly row: Row
}

export interface Del {
  readonly kind: string
  readonly id: string
}

export interface Page {
  readonly t: 'page'
  readonly shape: string
  readonly epoch: string
  /** The cursor this page continues; a device that stands elsewhere does not take it. */
  readonly from: number
  /** The cursor after it. */
  readonly to: number
  readonly puts: readonly Put[]
  readonly dels: readonly Del[]
  /**
   * Faces of those who wrote the rows (rows of `members`): kept beside the shape, with the time
   * they came.
   */
  readonly cards: readonly Row[]
  readonly more: boolean
}

export interface Result {
  readonly t: 'result'
  readonly n: number
  /**
   * `applied`: done, at or below `seq`. `rejected`: refused for good. `later`: not yet, to be sent
   * again under the same number after `afterMs`. `superseded`: answered long ago and forgotten
   * since; only a stray copy hears this.
   */
  readonly outcome: 'applied' | 'rejected' | 'later' | 'superseded'
  readonly error: WireError | null
  /** Journal position at or above everything the mutation changed. */
  readonly seq: number
  /** The shapes it changed: their pages up to `seq` carry it. */
  readonly shapes: readonly string[]
  /** For `conflict`: the row as it stands, if the sender may read it. */
  readonly current: Row | null
  readonly afterMs: number | null
}

export type ByeCode =
  | 'auth' // no session, or it has ended: the queue waits for the same account
  | 'account' // the device belongs to another account
  | 'corrupt' // a number was sent twice with different mutations
  | 'version' // protocol or data too old: renew the app
  | 'restart' // the server goes; come back within `spreadMs`
  | 'slow' // did not take what was sent
  | 'flood' // too much, too fast
  | 'malformed' // not a message of this protocol

export type ServerMessage =
  | {
      readonly t: 'welcome'
      readonly proto: number
      readonly schemaMin: number
      readonly schemaMax: number
      /** The server's clock, ms since 1970. */
      readonly now: number
      readonly epoch: string
      /**
       * Numbers up to this one have been taken. Lower than what the device was told before: the
       * server was restored from a backup.
       */
      readonly lastMutation: number
      /** Numbers at or below it that were answered `later` and stand open. */
      readonly open: readonly number[]
      readonly viewer: Viewer
      /** Of the server's build: another one means there is a newer app. */
      readonly build: string
    }
  /**
   * Rights have changed during the conversation: what `welcome` said of the viewer is out of date.
   * Resets follow.
   */
  | { readonly t: 'viewer'; readonly viewer: Viewer }
  | Page
  | Result
  /** A number is missing: send again from `last + 1`. */
  | { readonly t: 'gap'; readonly last: number }
  /**
   * What the device holds of the shape is void; pages from cursor 0 follow. `rights`: it must be
   * gone at once, else when the new pages are complete.
   */
  | { readonly t: 'reset'; readonly shape: string; readonly epoch: string; readonly why: 'epoch' | 'floor' | 'ahead' | 'rights' | 'digest' }
  /** Nothing of the shape may stay on the device. */
  | { readonly t: 'drop'; readonly shape: string; readonly why: 'gone' | 'not-allowed' | 'too-many' }
  /** What was sent of the shape up to `to`, for comparison. */
  | { readonly t: 'digest'; readonly shape: string; readonly to: number; readonly count: number; readonly hash: string }
  | { readonly t: 'busy'; readonly afterMs: number }
  | { readonly t: 'bye'; readonly code: ByeCode; readonly afterMs: number; readonly spreadMs: number }
  | { readonly t: 'pong'; readonly now: number }

const Whole = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))
const ShapeName = z.string().check(z.regex(/^(?:(?:thread|draft|me|mod|conversation|wiki|sequence|group):[0-9a-z]{26}|search:synonyms)$/))
const Cursor = z.strictObject({ id: ShapeName, epoch: z.string().check(z.maxLength(64)), cursor: Whole })
const Cursors = z.array(Cursor).check(z.maxLength(syncLimits.shapesInMessage))
const Mutation = z.strictObject({
  n: z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
  name: z.string().check(z.maxLength(100)),
  v: z.int().check(z.minimum(1), z.maximum(1_000)),
  args: z.unknown(),
  at: Time,
})

const ClientMessageSchema = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('hello'), proto: Whole, schema: Whole, device: Id, shapes: Cursors }),
  z.strictObject({ t: z.literal('push'), mutations: z.array(Mutation).check(z.minLength(1), z.maxLength(syncLimits.mutationsInPush)) }),
  z.strictObject({ t: z.literal('follow'), shapes: Cursors }),
  z.strictObject({ t: z.literal('unfollow'), shapes: z.array(ShapeName).check(z.maxLength(syncLimits.shapesInMessage)) }),
  z.strictObject({ t: z.literal('took'), pages: z.int().check(z.minimum(1), z.maximum(100)) }),
  z.strictObject({ t: z.literal('done'), upTo: Whole }),
  z.strictObject({ t: z.literal('ping') }),
])

/**
 * A message from a device; `null` for anything that is none. `value` is parsed JSON whose nesting
 * has been checked.
 */
export function parseClientMessage(value: unknown): ClientMessage | null {
  const result = ClientMessageSchema.safeParse(value)
  // `args` may be absent after JSON; the mutation's own schema refuses what it must not be.
  return result.success ? (result.data as ClientMessage) : null
}

const kinds: ReadonlySet<string> = new Set(['welcome', 'viewer', 'page', 'result', 'gap', 'reset', 'drop', 'digest', 'busy', 'bye', 'pong'])

/**
 * A message from the server; `null` for what is none (a captive portal's page, a proxy's error):
 * that is never taken for data.
 */
export function parseServerMessage(text: string): ServerMessage | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('t' in value) || typeof value.t !== 'string' || !kinds.has(value.t)) return null
    // Our own server's, by its kind; its shape is that of `protocol`, which both sides have agreed
    // on.
    return value as ServerMessage
  } catch {
    return null
  }
}

/** Walks level by level, so that it cannot overflow itself. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}
