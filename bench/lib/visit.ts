// One visit by somebody never seen before, weighed until nothing happens any more: the page and all
// workers that it starts.
import { setTimeout as wait } from 'node:timers/promises'
import type { DevTools, EventParams, Session } from './devtools.ts'
import { network, slowness } from './slow-phone.ts'

export type Kind = 'document' | 'script' | 'style' | 'font' | 'image' | 'other'
export const kinds: readonly Kind[] = ['document', 'script', 'style', 'font', 'image', 'other']

/** What the page's own browser says. */
interface Seen {
  readonly largestPaintMs: number
  /** 0: no task was longer than 50 ms. */
  readonly longestTaskMs: number
  /** What tasks held the main thread beyond 50 ms each, from the first paint on. */
  readonly blockedMs: number
  readonly layoutShift: number
}

export interface Visited extends Seen {
  readonly requests: number
  /** Heads and bodies as they came over the wire, by what they are. */
  readonly bytes: Readonly<Record<Kind, number>>
}

export interface VisitOptions {
  readonly width: number
  /** The phone's processor and line, or the machine's own. */
  readonly isSlow: boolean
  /** How long nothing may happen before the visit is over. */
  readonly quietMs: number
}

const kindOf: Readonly<Record<string, Kind>> = {
  Document: 'document',
  Script: 'script',
  Stylesheet: 'style',
  Font: 'font',
  Image: 'image',
}
const byEnding: readonly (readonly [RegExp, Kind])[] = [
  [/\.js$/u, 'script'],
  [/\.css$/u, 'style'],
  [/\.woff2$/u, 'font'],
  [/\.(?:png|svg|jpe?g|webp|ico)$/u, 'image'],
]
const maxMs = 90_000
const lookEveryMs = 500
/** Less of a look's time than this is the look's own. */
const idleShare = 0.1

/** A reader with an empty cache; every visit by one goes on from what the last one left. */
export class Reader {
  #devtools: DevTools
  #options: VisitOptions
  #contextId = ''
  #pageId = ''
  #page: Session | null = null
  #sessions = new Set<Session>()
  #isOffline = false
  #lastSign = 0
  #requests = new Map<string, { kind: Kind; url: string; bytes: number }>()

  private constructor(devtools: DevTools, options: VisitOptions) {
    this.#devtools = devtools
    this.#options = options
  }

  static async start(devtools: DevTools, options: VisitOptions): Promise<Reader> {
    const reader = new Reader(devtools, options)
    const { browserContextId } = await devtools.send('Target.createBrowserContext')
    reader.#contextId = browserContextId
    devtools.onSession((session) => reader.#begin(session))
    devtools.onEvent((session, method, params) => reader.#hear(session, method, params))
    await devtools.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
    const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank', browserContextId })
    reader.#pageId = targetId
    while (reader.#page === null) await wait(10)
    return reader
  }

  /**
   * Opens an address, and looks until nothing has been asked for or computed for as long as the
   * options say.
   */
  async visit(url: string): Promise<Visited> {
    const page = this.#page
    if (page === null) throw new Error('this reader has left')
    this.#requests.clear()
    this.#lastSign = Date.now()
    const begun = Date.now()
    await page.send('Page.navigate', { url })
    let busyMs = 0
    while (Date.now() - this.#lastSign < this.#options.quietMs && Date.now() - begun < maxMs) {
      await wait(lookEveryMs)
      const { metrics } = await page.send('Performance.getMetrics')
      const taskMs = 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
      if (Math.abs(taskMs - busyMs) > lookEveryMs * idleShare) this.#lastSign = Date.now()
      busyMs = taskMs
    }
    const { result } = await page.send('Runtime.evaluate', {
      expression: `(${seenByBrowser})()`,
      awaitPromise: true,
      returnByValue: true,
    })
    const bytes = { document: 0, script: 0, style: 0, font: 0, image: 0, other: 0 }
    const reached = [...this.#requests.values()]
    for (const request of reached) bytes[request.kind] += request.bytes
    if (process.env['VISIT_LOG'] !== undefined) for (const { kind, url, bytes } of reached) console.log(kind, bytes, url)
    return { requests: reached.length, bytes, ...(result.value as Seen) }
  }

  async goOffline(): Promise<void> {
    this.#isOffline = true
    for (const session of this.#sessions) await this.#setLine(session)
  }

  async leave(): Promise<void> {
    await this.#devtools.send('Target.closeTarget', { targetId: this.#pageId })
    await this.#devtools.send('Target.disposeBrowserContext', { browserContextId: this.#contextId })
  }

  async #begin(session: Session): Promise<void> {
    if (session.contextId !== this.#contextId) return
    this.#sessions.add(session)
    // All at once: the browser takes them in their order, and a worker that waits answers some of
    // them only when it runs.
    const sent = [session.send('Network.enable'), this.#setLine(session)]
    sent.push(session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }))
    if (session.type === 'page') {
      const { width, isSlow } = this.#options
      sent.push(session.send('Page.enable'), session.send('Performance.enable'))
      sent.push(
        session.send('Emulation.setDeviceMetricsOverride', { width, height: 844, deviceScaleFactor: 1, mobile: width < 800 }),
        session.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? slowness : 1 }),
      )
      sent.push(session.send('Page.bringToFront'), session.send('Emulation.setFocusEmulationEnabled', { enabled: true }))
      await Promise.all(sent)
      this.#page ??= session
    } else for (const one of sent) one.catch(() => {})
  }

  async #setLine(session: Session): Promise<void> {
    if (this.#isOffline || this.#options.isSlow)
      await session.send('Network.emulateNetworkConditions', { ...network, offline: this.#isOffline })
  }

  #hear(session: Session, method: string, params: EventParams): void {
    if (session.contextId !== this.#contextId) return
    const key = `${session.id} ${params.requestId}`
    if (method === 'Network.requestWillBeSent' && /^https?:/u.test(params.request.url)) {
      this.#lastSign = Date.now()
      const { url } = params.request
      const { pathname } = new URL(url)
      const kind = kindOf[params.type ?? ''] ?? byEnding.find(([ending]) => ending.test(pathname))?.[1] ?? 'other'
      this.#requests.set(key, { kind, url, bytes: this.#requests.get(key)?.bytes ?? 0 })
    }
    const request = this.#requests.get(key)
    if (request === undefined) return
    if (method === 'Network.responseReceived') {
      const { fromServiceWorker, fromDiskCache, fromPrefetchCache } = params.response
      // A reader that answers from what is there already asks nobody.
      if (fromServiceWorker === true || fromDiskCache === true || fromPrefetchCache === true) this.#requests.delete(key)
    }
    if (method === 'Network.requestServedFromCache') this.#requests.delete(key)
    if (method === 'Network.loadingFinished') {
      this.#lastSign = Date.now()
      request.bytes += params.encodedDataLength
    }
  }
}

/**
 * Runs in the page once it is still: the browser keeps what it saw (an observer from the start
 * hears nothing on a page without scripts).
 */
async function seenByBrowser(): Promise<Seen> {
  const seen = (type: string) =>
    new Promise<PerformanceEntryList>((resolve) => {
      const found: PerformanceEntry[] = []
      new PerformanceObserver((list) => found.push(...list.getEntries())).observe({ type, buffered: true })
      setTimeout(() => resolve(found), 300)
    })
  const [paints, tasks, shifts] = await Promise.all(['largest-contentful-paint', 'longtask', 'layout-shift'].map(seen))
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  const after = (tasks ?? []).filter(({ startTime, duration }) => startTime + duration > firstPaint)
  return {
    largestPaintMs: Math.max(0, ...(paints ?? []).map(({ startTime }) => startTime)),
    longestTaskMs: Math.max(0, ...after.map(({ duration }) => duration)),
    blockedMs: after.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    layoutShift: (shifts ?? [])
      .filter((entry) => Reflect.get(entry, 'hadRecentInput') !== true)
      .reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0),
  }
}
