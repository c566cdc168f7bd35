import { createDecoder, readVarUint } from 'lib0/decoding'
import { createEncoder, toUint8Array, writeVarUint } from 'lib0/encoding'

/** Client id to clock: everything below it. */
export type Clocks = ReadonlyMap<number, number>

/**
 * Base64 of RFC 4648 §4, as the requests and the rows carry bytes. Pieces, because an argument list
 * has its limit.
 */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}

/**
 * A state vector, V1, as Yjs writes it. Here, so that clean documents are kept fresh without Yjs.
 */
export function encodeClocks(clocks: Clocks): Uint8Array {
  const encoder = createEncoder()
  writeVarUint(encoder, clocks.size)
  for (const [client, clock] of clocks) {
    writeVarUint(encoder, client)
    writeVarUint(encoder, clock)
  }
  return toUint8Array(encoder)
}

export function decodeClocks(vector: Uint8Array): Clocks {
  const decoder = createDecoder(vector)
  const clocks = new Map<number, number>()
  for (let left = readVarUint(decoder); left > 0; left -= 1) clocks.set(readVarUint(decoder), readVarUint(decoder))
  return clocks
}

/** As rows and answers carry it; an empty text is an empty one. */
export const readClocks = (base64: string): Clocks => (base64 === '' ? new Map() : decodeClocks(fromBase64(base64)))

/** What both hold. */
export const common = (a: Clocks, b: Clocks): Clocks =>
  new Map([...a].map(([client, clock]) => [client, Math.min(clock, b.get(client) ?? 0)]))

/**
 * Whether two histories have nothing in common, though both have begun: what is in one was never in
 * the other.
 */
export const isUnrelated = (a: Clocks, b: Clocks): boolean => a.size > 0 && b.size > 0 && ![...a.keys()].some((client) => b.has(client))

/** Whether whoever holds `theirs` lacks nothing of `ours`. Deletions are not in a state vector. */
export function covers(theirs: Clocks, ours: Clocks): boolean {
  return [...ours].every(([client, clock]) => (theirs.get(client) ?? 0) >= clock)
}
