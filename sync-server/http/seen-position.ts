/**
 * Who has done something is to see it done, whichever node answers next. A cookie says for some
 * seconds how far the journal had come; a node that has not heard of that yet waits until it has,
 * two seconds at the most, before it looks into its cache. What a page shows never depends on it.
 */
import type { FastifyReply } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Freshness } from '../pages/freshness.ts'

const name = 'done-at'
const retentionSeconds = 10
/** A node is never so far behind: whoever says more has made it up, and waits for nothing. */
const maxAhead = 100_000

export function noteSeen(reply: FastifyReply, seq: number): void {
  reply.header('set-cookie', `${name}=${seq}; Path=/; Max-Age=${retentionSeconds}; HttpOnly; SameSite=Lax`)
}

/** How far the journal has to be known before this is answered; `null`: it is. */
export function positionAwaited({ headers }: Pick<IncomingMessage, 'headers'>, freshness: Pick<Freshness, 'position'>): number | null {
  if (headers.cookie === undefined) return null
  const seq = Number(new RegExp(`(?:^|; )${name}=(\\d{1,15})(?:;|$)`, 'u').exec(headers.cookie)?.[1] ?? 0)
  return seq > freshness.position && seq <= freshness.position + maxAhead ? seq : null
}
