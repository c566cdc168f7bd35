/**
 * The one right that a guest's mails carry: to see and change their own answer. Signed by a key of
 * the site's own, as a newsletter's links are; it ends with the answer.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { emailKeyOf } from '#shared/accounts/email.ts'

/** The name of the key that signs the links. */
export const guestKey = 'event guests'

/** One for each event and address, however it is spelt. */
export const guestIdOf = (eventId: string, email: string): string =>
  createHash('sha256')
    .update(`event guest 1\0${eventId}\0${emailKeyOf(email)}`)
    .digest('hex')

export const signGuest = (key: string, guestId: string): string => `${guestId}-${signature(key, guestId)}`

/** `null` for what is not ours, or not whole. */
export function readGuest(key: string, token: string): string | null {
  const [, guestId = '', signed = ''] = /^([0-9a-f]{64})-([A-Za-z0-9_-]{43})$/u.exec(token) ?? []
  const [ours, theirs] = [Buffer.from(signature(key, guestId)), Buffer.from(signed)]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs) ? guestId : null
}

const signature = (key: string, guestId: string): string =>
  createHmac('sha256', key).update(`event guest 1\0${guestId}`).digest('base64url')
