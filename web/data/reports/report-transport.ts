/**
 * The client's way out: every envelope goes through the one queue, and what became of it can be
 * asked for by its event id. (The SDK's own offline transport answers nothing that tells "sent"
 * from "kept"; read in 11.12, November 2026.)
 */
import { createTransport } from '@sentry/react'
import type { BrowserOptions } from '@sentry/react'
import type { Offered, Report, ReportQueue } from './report-queue.ts'

type MakeTransport = NonNullable<BrowserOptions['transport']>
type Envelope = Parameters<ReturnType<MakeTransport>['send']>[0]

export interface ReportTransport {
  readonly make: MakeTransport
  /** To be asked before the event is made. Settles with what became of its envelope. */
  outcomeOf(eventId: string): Promise<Offered>
  /** No envelope will come for it any more. */
  giveUp(eventId: string): void
}

export function reportTransport(queue: Pick<ReportQueue, 'offer'>): ReportTransport {
  const waiting = new Map<string, (offered: Offered) => void>()
  const settle = (eventId: string, offered: Offered) => {
    waiting.get(eventId)?.(offered)
    waiting.delete(eventId)
  }
  const underWay = new Set<PromiseLike<unknown>>()
  return {
    make: (options) => ({
      send(envelope) {
        const about = aboutOf(envelope)
        if (about === null) return Promise.resolve({})
        // One for each envelope: the SDK writes the bytes, and keeps no count and no limits between
        // them. These are the queue's.
        const once = createTransport(options, async ({ body }) => {
          const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
          const offered = await queue.offer({ ...about, bytes }).catch((): Offered => 'dropped')
          settle(about.id, offered)
          return offered === 'sent' ? { statusCode: 200 } : {}
        })
        const sending = once.send(envelope)
        underWay.add(sending)
        return sending
      },
      async flush() {
        const these = [...underWay]
        await Promise.allSettled(these)
        for (const each of these) underWay.delete(each)
        return true
      },
    }),
    outcomeOf: (eventId) => new Promise((resolve) => waiting.set(eventId, resolve)),
    giveUp: (eventId) => settle(eventId, 'dropped'),
  }
}

/** `null` for what is not ours to send: sessions. */
function aboutOf([header, items]: Envelope): Pick<Report, 'id' | 'kind'> | null {
  const types = new Set<string>()
  for (const [{ type }] of items) types.add(type)
  if (types.size === 0 || types.has('session') || types.has('sessions')) return null
  const kind = types.has('feedback') ? 'feedback' : types.has('event') ? 'error' : 'passing'
  return { id: 'event_id' in header && typeof header.event_id === 'string' ? header.event_id : '', kind }
}
