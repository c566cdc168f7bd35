const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * Reads base64 (RFC 4648 §4) from a place in a text on; white space is passed over. `null`:
 * something else stands in it.
 */
export function fromBase64(text: string, from = 0): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Math.ceil(((text.length - from) * 3) / 4))
  let length = 0
  let held = 0
  let bits = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const value = code < 128 ? (values[code] ?? -1) : -1
    if (value === -2) continue
    if (value === -3) break
    if (value < 0) return null
    held = ((held << 6) | value) & 0xffffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length] = (held >> bits) & 0xff
    length += 1
  }
  return bytes.slice(0, length)
}

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += 3) {
    const [a = 0, b, c] = [bytes[start], bytes[start + 1], bytes[start + 2]]
    const all = (a << 16) | ((b ?? 0) << 8) | (c ?? 0)
    const sign = (shift: number): string => signs[(all >> shift) & 63] ?? ''
    parts.push(sign(18), sign(12), b === undefined ? '=' : sign(6), c === undefined ? '=' : sign(0))
  }
  return parts.join('')
}

/** By character code: its six bits, -1 for none, -2 for white space, -3 for the end. */
const values: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (character === '=') return -3
  return /\s/u.test(character) ? -2 : signs.indexOf(character)
})
