import { createHash, randomBytes } from 'node:crypto'

/** What is found in a public repository by those who look for leaked secrets. */
const prefix = 'lyceum_key_'

/** A secret that is shown once, and what is kept of it. */
export function newKeyToken(): { readonly token: string; readonly hash: string } {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`
  return { token, hash: sha256(token) }
}

/** `null` for what has not the form of a key: not worth asking the store for. */
export function hashOfKeyToken(token: string): string | null {
  return /^lyceum_key_[A-Za-z0-9_-]{43}$/u.test(token) ? sha256(token) : null
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
