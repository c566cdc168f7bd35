/**
 * Tickets: what lets a socket in, so that the handshake needs no look into the store before it is
 * known to be worth one. A ticket names one room, one account and one sign-in, and is good for five
 * minutes; what it says of rights is asked again at the door. It stands in a subprotocol, so it
 * consists of what those may hold.
 */
import type { Level } from '#shared/documents/protocol.ts'
import { documentLimits } from '#shared/documents/protocol.ts'
import * as z from 'zod/mini'

const Claims = z.strictObject({
  room: z.string(),
  userId: z.string(),
  sessionId: z.string(),
  level: z.custom<Level>(),
  epoch: z.number(),
  expiresAt: z.number(),
})
export type Claims = z.infer<typeof Claims>

export type Checked = { readonly kind: 'good'; readonly claims: Claims } | { readonly kind: 'expired' } | { readonly kind: 'false' }

/**
 * Nodes estimate the store's clock, each over its own line: a ticket may come from one that is
 * ahead. What is dated later than that is from a clock that has been put right since.
 */
const clockDifferenceMs = 10_000

type Sign = (text: string) => string

export function writeTicket(sign: Sign, claims: Claims): string {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${text}.${sign(text)}`
}

export function readTicket(sign: Sign, ticket: string, now: number): Checked {
  const [text = '', signature = '', ...more] = ticket.split('.')
  if (more.length > 0 || !isSame(sign(text), signature)) return { kind: 'false' }
  // Signed by us: it is what `writeTicket` wrote.
  const claims = Claims.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  const isInTime = claims.expiresAt > now && claims.expiresAt <= now + documentLimits.ticketMs + clockDifferenceMs
  return isInTime ? { kind: 'good', claims } : { kind: 'expired' }
}

/** In a time that does not depend on where they differ. */
function isSame(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let at = 0; at < a.length; at += 1) difference |= a.charCodeAt(at) ^ b.charCodeAt(at)
  return difference === 0
}
