/**
 * Ids are 128 bits of UUIDv7 (RFC 9562 §5.7) written as 26 lower-case Crockford base32 characters.
 * They are made where the row is made (a device, or the server for a plain form), never inside a
 * mutation. Nothing may be ordered by id: a device's clock is in it.
 */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const pattern = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** Whether a text has the form of an id. Says nothing about whether the thing exists. */
export function isId(text: string): boolean {
  return pattern.test(text)
}

/** @param random at least 10 bytes from a cryptographic source; `now` in ms since 1970. */
export function makeId(now: number, random: Uint8Array): string {
  if (random.length < 10) throw new RangeError('an id needs 10 random bytes')
  const bytes = new Uint8Array(16)
  let time = Math.floor(now)
  for (let at = 5; at >= 0; at -= 1) {
    bytes[at] = time % 256
    time = Math.floor(time / 256)
  }
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return encode(bytes)
}

/** 16 bytes as 26 characters: 2 bits of padding in front, then 5 bits a character. */
export function encode(bytes: Uint8Array): string {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  let text = ''
  for (let shift = 125n; shift >= 0n; shift -= 5n) text += alphabet.charAt(Number((value >> shift) & 31n))
  return text
}
