/**
 * The browser's end of error reports, in a chunk that comes after the first paint: takes over what
 * was caught before it, hears what fails from now on, and empties the queue of reports that could
 * not be sent. Relies on `reporting`, which the entry sets. Never speaks up when it fails itself.
 */
import { optional } from '../optional.ts'
import { createStore } from '../store.ts'
import { flagsAsked, isOn } from './flags.ts'
import { isFirstInAnHour } from './once-an-hour.ts'
import { localTypedWords, wordsNow } from '../typed-words/local-typed-words.ts'
import type { FeedbackSent, OutgoingFeedback } from './outgoing.ts'
import { newReportId, placeOfFeedback } from './outgoing.ts'
import { postReport } from './post-report.ts'
import { openClient } from './report-client.ts'
import type { ReportClient } from './report-client.ts'
import { openQueue } from './report-queue.ts'
import { browserReportStore } from './report-store.ts'
import { reporting } from './reporting.ts'
import { hearErrors, hearSteps, hearWorker, hearWork, takeUnreported } from './report-sources.ts'

export interface Reports {
  /** The report of this very error, if there is one. */
  idOf(error: unknown): string | null
  /** At most one of a kind an hour. @param since when it happened, ms since 1970. */
  problem(kind: string, detail: string, since?: number): void
  /** @throws Error with a sentence for people. */
  sendFeedback(feedback: OutgoingFeedback): Promise<FeedbackSent>
}

const running = createStore<Reports | null>(null)

/**
 * Starts once; later calls get what runs. @throws Error when the page has not said where reports
 * go.
 */
export function startReports(): Reports {
  const known = running.get()
  if (known !== null) return known
  const where = reporting.get()
  if (where === null) throw new Error('this page does not say where reports go')
  const { site, routeOf } = where
  const now = () => Date.now()
  /** Feedback that this page has sent. */
  const own = new Set<string>()
  const queue = openQueue({
    store: browserReportStore(),
    post: (bytes) => postReport(site.reports.tunnel, bytes, now),
    alone,
    isOnline: () => navigator.onLine,
    now,
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    async dropDraft(id) {
      // This page's own was kept before it was known who is here, if need be.
      const words = own.has(id) ? wordsNow() : await localTypedWords()
      await words.dropSent(placeOfFeedback, id)
    },
  })
  const isProfiling = isOn('profiling')
  const client = openClient({
    site,
    queue,
    profiles: isProfiling,
    now: () => ({
      url: location.href,
      route: routeOf(`${location.pathname}${location.search}`),
      locale: navigator.language,
      isOnline: navigator.onLine,
      userAgent: navigator.userAgent,
    }),
    newId: newReportId,
  })
  const ids = new WeakMap<object, string>()
  const reports: Reports = {
    idOf: (error) => (isObject(error) ? (ids.get(error) ?? null) : null),
    problem(kind, detail, since) {
      if (!isFirstInAnHour(kind, { storage: () => localStorage, now: now(), ...(since === undefined ? {} : { since }) })) return
      client.error(named(kind, detail), { kind, isHandled: true, level: 'warning' })
    },
    sendFeedback(feedback) {
      own.add(feedback.id)
      return client.feedback(feedback)
    },
  }
  running.set(reports)
  followFlags(client)
  takeUnreported((error) => client.error(error, { kind: 'unreported', isHandled: false }))
  hearErrors((error, kind) => {
    // Told already: a part of the page that was tried again and failed again.
    if (isObject(error) && ids.has(error)) return
    const id = client.error(error, { kind, isHandled: false })
    if (id !== null && isObject(error)) ids.set(error, id)
  })
  hearSteps(client.step, routeOf)
  hearWorker(reports.problem)
  hearWork(reports.problem)
  addEventListener('online', () => void queue.nudge().catch(warn))
  void queue.nudge().catch(warn)
  if (isProfiling) void import('./profile.ts').then(({ profile }) => profile(client)).catch(warn)
  return reports
}

const warn = (error: unknown): void => console.warn(error)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function named(kind: string, detail: string): Error {
  const error = new Error(detail)
  error.name = kind
  return error
}

function followFlags(client: Pick<ReportClient, 'flag'>): void {
  for (const [flag, isOnNow] of flagsAsked.get()) client.flag(flag, isOnNow)
  flagsAsked.subscribe(() => {
    const last = flagsAsked.get().at(-1)
    if (last !== undefined) client.flag(...last)
  })
}

/**
 * One tab at a time. Where the browser has no locks, each tab is on its own, and the server keeps a
 * report once.
 */
async function alone(work: () => Promise<void>): Promise<boolean> {
  const locks = optional(() => navigator.locks)
  if (locks === null) {
    await work()
    return true
  }
  return locks.request('reports', { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work()
    return lock !== null
  })
}
