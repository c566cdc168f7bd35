import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes as base64url. Only its hash is ever stored. */
export function newToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

/**
 * SHA-256 as base64url, 43 characters. Enough for what is random already; passwords are hashed in
 * passwords.ts.
 */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Whether a text has the form of a token; anything else is not worth asking the store for. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/u.test(text)
}
