/**
 * The addresses by which a mail about a message is answered: `reply+TOKEN@DOMAIN`. A token names
 * its conversation and the day after which it no longer counts, and is signed by a key of the
 * site's own over both and over whose it is. Whose, it does not say: a mail to it proves that by
 * its sender, so that a token in other hands is of no use and tells nothing about an account.
 * Lower case and at most 64 characters before the @, as mail servers hand it on.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs } from '#shared/kernel/durations.ts'
import { encode, isId } from '#shared/kernel/ids.ts'

/** The site's key, by the name under which it is kept. */
export const replyKeyName = 'reply'
const purpose = 'reply 1'
/** A mail is answered for so long. */
const countsForMs = 30 * dayMs
/** 128 bits, in 26 characters as ids are. */
const signatureBytes = 16

interface Reply {
  readonly conversationId: string
  readonly userId: string
}

/** Before the @. */
export function signReply(key: string, { conversationId, userId }: Reply, now: number): string {
  const day = Math.ceil((now + countsForMs) / dayMs).toString(36)
  return `reply+${conversationId}${day.padStart(4, '0')}${signature(key, conversationId, day, userId)}`
}

interface ReadReply {
  readonly conversationId: string
  readonly isExpired: boolean
  /** Whether it was made for this member. */
  isOf(key: string, userId: string): boolean
}

/** `null`: it does not have the form of one. */
export function readReply(local: string, now: number): ReadReply | null {
  const [, conversationId = '', padded = '', signed = ''] =
    /^reply\+([0-9a-z]{26})([0-9a-z]{4})([0-9a-z]{26})$/u.exec(local.toLowerCase()) ?? []
  if (!isId(conversationId)) return null
  const day = padded.replace(/^0+/u, '')
  return {
    conversationId,
    isExpired: Number.parseInt(padded, 36) * dayMs < now,
    isOf: (key, userId) => isSame(signature(key, conversationId, day, userId), signed),
  }
}

/**
 * The message that a mail becomes: one id for one mail of one member in one conversation, on
 * whichever node it arrives and however often.
 *
 * @param mailId its Message-ID
 */
export function messageIdOf(key: string, { conversationId, userId }: Reply, mailId: string): string {
  return encode(digest(key, `message\0${conversationId}\0${userId}\0${mailId}`))
}

const signature = (key: string, conversationId: string, day: string, userId: string): string =>
  encode(digest(key, `${purpose}\0${conversationId}\0${day}\0${userId}`))

const digest = (key: string, said: string): Buffer => createHmac('sha256', key).update(said).digest().subarray(0, signatureBytes)

function isSame(ours: string, theirs: string): boolean {
  const [a, b] = [Buffer.from(ours), Buffer.from(theirs)]
  return a.length === b.length && timingSafeEqual(a, b)
}
