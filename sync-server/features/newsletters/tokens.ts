/**
 * Rights that a newsletter's mails carry: which reader's, for what, signed by a key of the site's
 * own. Nothing is stored for each.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { emailKeyOf } from '#shared/accounts/email.ts'

/** `leave` counts for ever: a reader who finds an old mail can end the new ones. */
export interface ReaderRight {
  readonly readerId: string
  readonly what: 'confirm' | 'leave'
  /** ms since 1970; 0: for ever. */
  readonly until: number
}

/** One for each writer and address, however it is spelt. */
export const readerIdOf = (authorId: string, email: string): string =>
  createHash('sha256')
    .update(`newsletter 1\0${authorId}\0${emailKeyOf(email)}`)
    .digest('hex')

export function signReader(key: string, { readerId, what, until }: ReaderRight): string {
  const said = `${readerId}-${what === 'confirm' ? 'c' : 'l'}-${until.toString(36)}`
  return `${said}-${signature(key, said)}`
}

/** `null` for what is not ours, not whole, for something else, or too old. */
export function readReader(key: string, token: string, what: ReaderRight['what'], now: number): string | null {
  const [, said = '', readerId = '', kind = '', until = '', signed = ''] =
    /^(([0-9a-f]{64})-([cl])-([0-9a-z]{1,9}))-([A-Za-z0-9_-]{43})$/u.exec(token) ?? []
  if (!isSame(signature(key, said), signed) || kind !== (what === 'confirm' ? 'c' : 'l')) return null
  const last = Number.parseInt(until, 36)
  return last !== 0 && last < now ? null : readerId
}

const signature = (key: string, said: string): string => createHmac('sha256', key).update(`newsletter 1\0${said}`).digest('base64url')

function isSame(ours: string, theirs: string): boolean {
  const [a, b] = [Buffer.from(ours), Buffer.from(theirs)]
  return a.length === b.length && timingSafeEqual(a, b)
}
