const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * The ID that a row has in another account: always the same one, so that an archive imported twice
 * is there once, and never that of another row of the archive. Of the account itself: unchanged.
 */
export function movedId(id: string, from: string, to: string): string {
  return [...id].map((digit, at) => alphabet.charAt((value(digit) + value(to[at]) - value(from[at]) + 32) % (at === 0 ? 8 : 32))).join('')
}

const value = (digit = '0'): number => alphabet.indexOf(digit)
