/**
 * Sentry's client with no more of it than is used: it makes events out of errors, with stack, flags
 * and the last steps. What it sends is scrubbed last of all, and leaves through the queue. No
 * sessions, no cookies, no addresses, nothing of the page's text.
 */
import {
  BrowserClient,
  captureFeedback,
  contextLinesIntegration,
  dedupeIntegration,
  defaultStackParser,
  featureFlagsIntegration,
  getCurrentScope,
  linkedErrorsIntegration,
} from '@sentry/react'
import { trimmed } from '#shared/reports/feedback.ts'
import { figures } from '#shared/reports/figures.ts'
import type { Flag } from '#shared/reports/flags.ts'
import type { SiteFacts } from '#shared/pages/page-data.ts'
import type { FeedbackSent, OutgoingFeedback } from './outgoing.ts'
import { roomForScreenshot } from './outgoing.ts'
import type { ReportQueue } from './report-queue.ts'
import { reportTransport } from './report-transport.ts'
import { scrubEvent } from './scrub.ts'

export interface ReportClient {
  /** @returns the event's id; `null` when it is not reported. */
  error(error: unknown, about: { readonly kind: string; readonly isHandled: boolean; readonly level?: 'warning' | 'error' }): string | null
  step(category: string, data: Readonly<Record<string, string>>): void
  flag(name: Flag, isOn: boolean): void
  /** @throws Error with a sentence for people, when it is neither sent nor kept. */
  feedback(feedback: OutgoingFeedback): Promise<FeedbackSent>
  /** Of the SDK, for the profiler. */
  readonly sdk: BrowserClient
}

interface ClientDeps {
  readonly site: Pick<SiteFacts, 'build' | 'reports'>
  readonly queue: Pick<ReportQueue, 'offer'>
  readonly profiles: boolean
  readonly now: () => Surroundings
  readonly newId: () => string
}

/** Where and how somebody stands at this moment. */
export interface Surroundings {
  readonly url: string
  /** Of the route table, `*` for none. */
  readonly route: string
  readonly locale: string
  readonly isOnline: boolean
  readonly userAgent: string
}

/** A page that fails over and over has said all it has to say. */
const maxErrorsAPage = 50
const maxSteps = 30

export function openClient({ site, queue, profiles, now, newId }: ClientDeps): ReportClient {
  const { make, outcomeOf, giveUp } = reportTransport(queue)
  const flags = featureFlagsIntegration()
  const sdk = new BrowserClient({
    dsn: site.reports.dsn,
    tunnel: site.reports.tunnel,
    release: site.build,
    environment: 'production',
    transport: make,
    stackParser: defaultStackParser,
    integrations: [
      linkedErrorsIntegration(),
      dedupeIntegration(),
      flags,
      contextLinesIntegration({ frameContextLines: figures.contextLines }),
    ],
    maxBreadcrumbs: maxSteps,
    sendClientReports: true,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      stackFrameVariables: false,
      frameContextLines: figures.contextLines,
    },
    ...(profiles ? { profileSessionSampleRate: 1, profileLifecycle: 'manual' as const } : {}),
  })
  const scope = getCurrentScope()
  scope.setClient(sdk)
  sdk.init()
  const surroundings = () => {
    const { route, locale, isOnline } = now()
    return { build: site.build, route, locale, connection: isOnline ? 'online' : 'offline' }
  }
  // Added last, so that it sees what all the others have put in.
  sdk.addEventProcessor((event) => {
    const { url, userAgent } = now()
    event.request = { url, headers: { 'User-Agent': userAgent } }
    event.tags = { ...surroundings(), ...event.tags }
    return scrubEvent(event)
  })
  let errors = 0

  return {
    sdk,
    error(error, { kind, isHandled, level = 'error' }) {
      if (errors >= maxErrorsAPage) return null
      errors += 1
      const eventId = newId()
      scope.captureException(error, {
        event_id: eventId,
        mechanism: { type: kind, handled: isHandled },
        captureContext: { level },
      })
      return eventId
    },
    step(category, data) {
      scope.addBreadcrumb({ category, data: { ...data }, timestamp: Date.now() / 1_000 }, maxSteps)
    },
    flag: (name, isOn) => flags.addFeatureFlag(name, isOn),
    async feedback({ id, screenshot, eventId, ...words }) {
      const { name, email, message } = trimmed(words)
      // Waiting would not make it smaller: it would be refused when nobody is there to be told.
      if ((screenshot?.length ?? 0) > roomForScreenshot(message))
        throw new Error('This is too large to send. Shorten the description or leave out the screenshot, and try again.')
      const outcome = outcomeOf(id)
      captureFeedback(
        {
          message,
          ...(name === '' ? {} : { name }),
          ...(email === '' ? {} : { email }),
          ...(eventId === null ? {} : { associatedEventId: eventId }),
          url: now().url,
          source: 'widget',
          tags: surroundings(),
        },
        {
          event_id: id,
          attachments: screenshot === null ? [] : [{ filename: 'screenshot.png', contentType: 'image/png', data: screenshot }],
        },
      )
      // The client answers nothing when it has let go of an event; once it is idle, none will come.
      void sdk.flush(120_000).then(() => giveUp(id))
      const offered = await outcome
      if (offered === 'refused')
        throw new Error('The server rejected this. Shorten the description or leave out the screenshot, and try again.')
      if (offered === 'dropped') throw new Error('Couldn’t send or save this. Your text is still here; try again later.')
      return offered
    },
  }
}
