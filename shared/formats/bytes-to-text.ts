import { FileRefused } from './refused.ts'

/**
 * The part of WHATWG Encoding this file uses: the folder is compiled without DOM and Node types,
 * and all sides have it.
 */
declare const TextDecoder: new (label: string, options?: { readonly fatal?: boolean }) => { decode(bytes: Uint8Array): string }

/**
 * The text of a file: UTF-8, or UTF-16 with its mark; HTML also in the encoding that it names, else
 * as Windows writes it.
 * @throws FileRefused `not-text`
 */
export function bytesToText(bytes: Uint8Array, kind: 'html' | 'other' = 'other'): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded(bytes, 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded(bytes, 'utf-16be')
  try {
    const text = decoded(bytes, 'utf-8')
    if (text.includes('\0')) throw new FileRefused('not-text')
    return text
  } catch (error) {
    if (kind !== 'html') throw error
  }
  let head = ''
  for (const byte of bytes.subarray(0, 2000)) head += String.fromCharCode(byte)
  if (head.includes('\0')) throw new FileRefused('not-text')
  const named = /<meta[^>]{0,200}charset\s{0,5}=\s{0,5}["']?([\w-]{2,30})/iu.exec(head)?.[1]
  return decoded(bytes, named === undefined || /^utf-?8$/iu.test(named) ? 'windows-1252' : named)
}

function decoded(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    throw new FileRefused('not-text')
  }
}
