import { createHash, randomBytes } from 'node:crypto'

/** The secret in the address of a member's calendar, and what is kept of it. */
export function newCalendarKey(): { readonly key: string; readonly hash: string } {
  const key = randomBytes(32).toString('base64url')
  return { key, hash: hashOfCalendarKey(key) }
}

const mostCharacters = 100

/** Of whatever was sent: what never was a key has one too, and costs the same. */
export const hashOfCalendarKey = (key: string): string => createHash('sha256').update(key.slice(0, mostCharacters)).digest('base64url')
