import { inspectStateVector } from '#shared/documents/inspect-vector.ts'

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/** Plain bytes, of no Buffer's methods and of no shared pool. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

/**
 * A state vector that we stored ourselves, base64 or as bytes, to be changed at will. @throws Error
 * when it is none.
 */
export function vectorOf(encoded: string | Uint8Array): Map<number, number> {
  const inspected = inspectStateVector(typeof encoded === 'string' ? fromBase64(encoded) : encoded)
  if (!inspected.ok) throw new Error(`no state vector: ${inspected.why}`)
  return new Map(inspected.vector)
}
