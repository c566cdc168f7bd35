/**
 * Error reports and feedback on the server: the tunnel that takes them, what becomes of them (kept
 * here, or passed on to the configured place), the server's own errors, and the tidying of what is
 * kept.
 */
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Fault } from '#server/http/ports.ts'
import type { Store } from '#server/store/port.ts'
import type { Writer } from '#server/sync/writer.ts'
import type { Envelope } from './envelope.ts'
import type { ForwardPorts } from './forward.ts'
import type { Keeper } from './keeper.ts'
import type { PolicyRefusal, Reader } from './policy-report.ts'
import { ownPlace } from '#shared/reports/ingest.ts'
import { feedbackMessages } from '#shared/reports/schema.ts'
import { browserLabel } from '#server/http/browser-label.ts'
import { isSameDsn } from './dsn.ts'
import { errorReport } from './error-report.ts'
import { feedbackReport } from './feedback-report.ts'
import { forwarder } from './forward.ts'
import { isReport } from './envelope.ts'
import { createKeeper } from './keeper.ts'
import { faultReport } from './own-errors.ts'
import { refusalReport } from './policy-report.ts'
import { sourceMaps } from './source-maps.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export interface ReportsOptions {
  readonly config: Pick<Config, 'reportPlace' | 'feedback'>
  readonly store: Pick<Store, 'read'>
  readonly writer: Pick<Writer, 'work'>
  readonly now: () => number
  readonly onError: (error: unknown) => void
  readonly forward?: ForwardPorts
}

/** What became of an envelope. `busy`: the same is taken after `retryAfterMs`. */
export type Delivered = { readonly kind: 'taken' | 'incomplete' | 'failed' } | { readonly kind: 'busy'; readonly retryAfterMs: number }

export interface Reports {
  /** Where reports are said to go; the tunnel takes no others. */
  readonly place: { readonly org: string; readonly project: string }
  readonly isOurs: (dsn: string) => boolean
  /** Whether this very report was taken before. */
  knows(envelope: Envelope): Promise<boolean>
  /** @param bytes of the envelope, to be passed on as they are */
  deliver(envelope: Envelope, bytes: Uint8Array, userAgent: string): Promise<Delivered>
  noteFault(error: unknown, fault: Fault): void
  /**
   * Keeps that a page's policy refused something; the same of the same reader is one a day. Dropped
   * when too many come at once.
   */
  noteRefusal(refusal: PolicyRefusal, reader: Reader): void
  readonly keeper: Keeper
  close(): Promise<void>
}

const busyMs = 5_000
const fullMs = hourMs
const maxForwarding = 20
const maxRemembered = 1_000
const root = join(import.meta.dirname, '..', '..', '..')

export function createReports({ config, store, writer, now, onError, forward: ports }: ReportsOptions): Reports {
  const { reportPlace } = config
  const place = reportPlace ?? ownPlace
  const keeper = createKeeper({ writer, maps: sourceMaps({ dist: join(root, 'dist') }) })
  const forward = reportPlace === null ? null : forwarder(reportPlace, ports)
  const passedOn = new Set<string>()
  // Tells readers apart and is not kept: an id made with it says nothing about an address.
  const secret = randomBytes(32)
  let forwarding = 0
  const prune = (): void => void keeper.prune().catch(onError)
  const tidying = setInterval(prune, hourMs).unref()

  async function passOn(send: NonNullable<typeof forward>, id: string | null, bytes: Uint8Array): Promise<Delivered> {
    if (forwarding >= maxForwarding) return { kind: 'busy', retryAfterMs: busyMs }
    forwarding += 1
    const answer = await send(bytes).finally(() => (forwarding -= 1))
    if (answer === 'busy') return { kind: 'busy', retryAfterMs: 60_000 }
    if (answer === 'failed') return { kind: 'failed' }
    if (id !== null) remember(id)
    return { kind: 'taken' }
  }

  function remember(id: string): void {
    passedOn.add(id)
    const [oldest] = passedOn
    if (passedOn.size > maxRemembered && oldest !== undefined) passedOn.delete(oldest)
  }

  return {
    place,
    isOurs: isSameDsn(place.dsn),
    keeper,
    async knows({ eventId, items }) {
      if (eventId === null) return false
      if (forward !== null) return passedOn.has(eventId)
      if (!items.some((item) => item.type === 'feedback')) return false
      return (await store.read((read) => read.get(feedbackMessages, eventId))) !== undefined
    },
    async deliver({ eventId, items }, bytes, userAgent) {
      const report = items.find(isReport)
      const browser = browserLabel(userAgent)
      const picture = items.find((item) => item.type === 'attachment')
      const facts = { browser, now: now(), hasScreenshot: picture !== undefined }
      const id = eventId ?? ''
      const message = report?.type === 'feedback' ? feedbackReport(id, report.json, config.feedback, facts) : undefined
      if (message === null) return { kind: 'incomplete' }
      if (forward !== null) return passOn(forward, eventId, bytes)
      // Counts of what a browser dropped, and profiles: nobody here reads them.
      if (report === undefined) return { kind: 'taken' }
      const kept =
        message === undefined
          ? await keeper.error(errorReport(id, report.json, browser, facts.now))
          : await keeper.feedback({
              message,
              picture:
                picture === undefined
                  ? null
                  : { id, width: picture.width, height: picture.height, bytes: Buffer.from(picture.png).toString('base64') },
            })
      if (kept === 'kept') return { kind: 'taken' }
      return { kind: 'busy', retryAfterMs: kept === 'full' ? fullMs : busyMs }
    },
    noteFault(error, { digest, release, route, userAgent }) {
      const id = randomBytes(16).toString('hex')
      const browser = userAgent === '' ? '' : browserLabel(userAgent)
      // Dropped when too many come at once: each stands in the log.
      keeper.error(faultReport(error, { id, digest, release, route, browser, now: now() }, root)).catch(onError)
    },
    noteRefusal(refusal, reader) {
      keeper.error(refusalReport(refusal, reader, { now: now(), secret })).catch(onError)
    },
    async close() {
      clearInterval(tidying)
      await keeper.settled()
    },
  }
}
