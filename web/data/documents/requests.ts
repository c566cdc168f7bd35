/**
 * The two requests about documents: tickets for sockets, and differences. Only our own server's
 * JSON counts; a captive portal's page is no answer.
 */
import type { DiffAnswer, DiffRequest, Level, TicketAnswer } from '#shared/documents/protocol.ts'
import { documentLimits } from '#shared/documents/protocol.ts'
import { diffPath, notebookRoom, ticketPath } from '#shared/documents/rooms.ts'
import type { z } from 'zod/mini'

/**
 * `off`: nobody could be reached. `ended`: nobody, or somebody else, is signed in. `outdated`: this
 * app is older than the server's texts.
 */
export type RequestFailure = 'off' | 'busy' | 'ended' | 'outdated' | 'too-large'

export class RequestError extends Error {
  readonly why: RequestFailure
  /** The server's wish; 0 without one. */
  readonly afterMs: number

  constructor(why: RequestFailure, afterMs = 0) {
    super(`documents: ${why}`)
    this.name = 'RequestError'
    this.why = why
    this.afterMs = afterMs
  }
}

export type Fetch = (address: string, init: RequestInit) => Promise<Response>

export interface Ticket {
  readonly ticket: string | null
  readonly level: Level
  readonly epoch: number
}

/** Younger than this a ticket may be used again; the server's own limit is a minute more. */
const renewedAfterMs = documentLimits.ticketMs - 60_000
const answerWithinMs = 25_000

export interface Tickets {
  /** @throws RequestError */
  get(room: string): Promise<Ticket>
  /** It was refused, or rights have changed: ask anew. */
  forget(room: string): void
}

export function openTickets(account: string, fetch: Fetch, now: () => number): Tickets {
  const kept = new Map<string, Ticket & { readonly until: number }>()
  const self = notebookRoom(account)
  return {
    async get(room) {
      const held = kept.get(room)
      if (held !== undefined && now() < held.until && held.ticket !== null) return held
      const at = now()
      const answer = await post(fetch, ticketPath, { rooms: room === self ? [room] : [room, self] })
      const rooms = listOf<TicketAnswer['rooms'][number]>(answer)
      // One's own notebook is open to everybody: when it is not, this is somebody else's session,
      // and says nothing about rights.
      if (rooms.find((entry) => entry.room === self)?.level !== 'own') throw new RequestError('ended')
      const found = rooms.find((entry) => entry.room === room)
      if (found === undefined) throw new RequestError('off')
      const { ticket, level, epoch } = found
      kept.set(room, { ticket, level, epoch, until: at + renewedAfterMs })
      return { ticket, level, epoch }
    },
    forget: (room) => void kept.delete(room),
  }
}

/** @throws RequestError */
export async function askDifferences(fetch: Fetch, request: z.input<typeof DiffRequest>): Promise<DiffAnswer['rooms']> {
  return listOf<DiffAnswer['rooms'][number]>(await post(fetch, diffPath, request))
}

async function post(fetch: Fetch, address: string, body: unknown): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  }).catch(() => {
    throw new RequestError('off')
  })
  const isOurs = (response.headers.get('content-type') ?? '').startsWith('application/json')
  if (!isOurs) throw new RequestError('off')
  if (response.ok) return response.json().catch(() => Promise.reject(new RequestError('off')))
  if (response.status === 400 && (await fieldOf(response)) === 'format') throw new RequestError('outdated')
  const afterMs = Number(response.headers.get('retry-after') ?? 0) * 1_000
  const failures: Readonly<Record<number, RequestFailure>> = { 401: 'ended', 403: 'ended', 413: 'too-large', 426: 'outdated' }
  throw new RequestError(failures[response.status] ?? 'busy', Number.isFinite(afterMs) ? afterMs : 0)
}

/** Of an answer that refuses. */
async function fieldOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null)
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  return typeof error === 'object' && error !== null && 'field' in error ? error.field : undefined
}

/**
 * The server's answers are its own code's, typed on both sides by the same declaration; anything
 * without a list of rooms is none.
 */
function listOf<Item>(answer: unknown): readonly Item[] {
  const rooms = typeof answer === 'object' && answer !== null && 'rooms' in answer ? answer.rooms : null
  if (!Array.isArray(rooms)) throw new RequestError('off')
  return rooms as readonly Item[]
}
