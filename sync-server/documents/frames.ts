/**
 * Frames of a document's socket to values and back; y-websocket's own for 0 to 3. Judges decoded
 * values, never raw bytes.
 */
import type { Control } from '#shared/documents/protocol.ts'
import { createDecoder, hasContent, readVarString, readVarUint, readVarUint8Array } from 'lib0/decoding'
import type { Encoder } from 'lib0/encoding'
import { createEncoder, toUint8Array, writeUint8Array, writeVarString, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import { frames } from '#shared/documents/protocol.ts'

export type ClientFrame =
  | { readonly kind: 'step1'; readonly stateVector: Uint8Array }
  /**
   * `isOffer`: an answer to our step 1, all that the copy holds beyond ours; else what was just
   * written.
   */
  | { readonly kind: 'update'; readonly bytes: Uint8Array; readonly isOffer: boolean }
  | { readonly kind: 'awareness'; readonly entries: readonly AwarenessEntry[] }
  | { readonly kind: 'query' }

export interface AwarenessEntry {
  readonly client: number
  readonly clock: number
  /** JSON; `null` as text: gone. */
  readonly state: string
}

const syncKinds = { step1: 0, step2: 1, update: 2 } as const
/** Tabs of one browser pass on what they hear of each other. */
const maxEntries = 100

/** `null` for what no client may send. */
export function readFrame(bytes: Uint8Array): ClientFrame | null {
  try {
    const decoder = createDecoder(bytes)
    const type = readVarUint(decoder)
    if (type === frames.queryAwareness) return hasContent(decoder) ? null : { kind: 'query' }
    if (type === frames.awareness) {
      const entries = readAwareness(readVarUint8Array(decoder))
      return hasContent(decoder) || entries === null ? null : { kind: 'awareness', entries }
    }
    if (type !== frames.sync) return null
    const kind = readVarUint(decoder)
    const body = readVarUint8Array(decoder)
    if (hasContent(decoder)) return null
    if (kind === syncKinds.step1) return { kind: 'step1', stateVector: body }
    const isOffer = kind === syncKinds.step2
    return isOffer || kind === syncKinds.update ? { kind: 'update', bytes: body, isOffer } : null
  } catch {
    // The bytes end too early, or a number is too large.
    return null
  }
}

function readAwareness(bytes: Uint8Array): readonly AwarenessEntry[] | null {
  const decoder = createDecoder(bytes)
  const count = readVarUint(decoder)
  if (count > maxEntries) return null
  const entries: AwarenessEntry[] = []
  for (let n = 0; n < count; n += 1) {
    const client = readVarUint(decoder)
    const clock = readVarUint(decoder)
    entries.push({ client, clock, state: readVarString(decoder) })
  }
  return hasContent(decoder) ? null : entries
}

export const step1Frame = (stateVector: Uint8Array): Uint8Array => syncFrame(syncKinds.step1, stateVector)
export const step2Frame = (update: Uint8Array): Uint8Array => syncFrame(syncKinds.step2, update)
export const updateFrame = (update: Uint8Array): Uint8Array => syncFrame(syncKinds.update, update)

function syncFrame(kind: number, body: Uint8Array): Uint8Array {
  return framed(frames.sync, (encoder) => {
    writeVarUint(encoder, kind)
    writeVarUint8Array(encoder, body)
  })
}

export const awarenessFrame = (entries: readonly AwarenessEntry[]): Uint8Array => awarenessFrameOf(entries.map(encodedEntry))

/** For frames that have many entries in common. */
export function encodedEntry({ client, clock, state }: AwarenessEntry): Uint8Array {
  const encoder = createEncoder()
  writeVarUint(encoder, client)
  writeVarUint(encoder, clock)
  writeVarString(encoder, state)
  return toUint8Array(encoder)
}

export function awarenessFrameOf(entries: readonly Uint8Array[]): Uint8Array {
  return framed(frames.awareness, (encoder) => {
    const body = createEncoder()
    writeVarUint(body, entries.length)
    for (const entry of entries) writeUint8Array(body, entry)
    writeVarUint8Array(encoder, toUint8Array(body))
  })
}

export function ackFrame(count: number, seq: number): Uint8Array {
  return framed(frames.ack, (encoder) => {
    writeVarUint(encoder, count)
    writeVarUint(encoder, seq)
  })
}

export function controlFrame(control: Control): Uint8Array {
  return framed(frames.control, (encoder) => writeVarString(encoder, JSON.stringify(control)))
}

function framed(type: number, write: (encoder: Encoder) => void): Uint8Array {
  const encoder = createEncoder()
  writeVarUint(encoder, type)
  write(encoder)
  return toUint8Array(encoder)
}
