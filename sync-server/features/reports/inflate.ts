import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { reportLimits } from '#shared/reports/limits.ts'

type Unpack = (
  body: Uint8Array,
  options: { readonly maxOutputLength: number },
  done: (error: Error | null, bytes: Uint8Array) => void,
) => void

const unpackers: ReadonlyMap<string, Unpack> = new Map([
  ['gzip', gunzip],
  ['deflate', inflate],
  ['br', brotliDecompress],
])

/**
 * What a body is after unpacking; no more of it is ever made than may be taken. `too-large` for a
 * bomb, `unknown` for another encoding.
 */
export async function inflated(body: Uint8Array, encoding: string | undefined): Promise<Uint8Array | 'too-large' | 'broken' | 'unknown'> {
  const name = encoding?.trim().toLowerCase() ?? 'identity'
  if (name === 'identity') return body.byteLength > reportLimits.envelopeBytes ? 'too-large' : body
  const unpack = unpackers.get(name)
  if (unpack === undefined) return 'unknown'
  return new Promise((resolve) => {
    unpack(body, { maxOutputLength: reportLimits.envelopeBytes }, (error, bytes) => {
      if (error === null) resolve(bytes)
      else resolve((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'broken')
    })
  })
}
