import type { BrowserContext, Page, Request } from 'playwright-core'

export interface Watch {
  follow(context: BrowserContext): void
  expectProblems(...patterns: readonly RegExp[]): void
  /** Offline, requests are meant to fail. */
  setOffline(isOffline: boolean): void
  /** What went wrong and was not expected, one line each. */
  problems(): readonly string[]
  /** The last things that went wrong, meant or not: for whoever asks why a test failed. */
  latest(): readonly string[]
}

const latestKept = 12

/**
 * Collects console errors (refused policies are among them), uncaught errors, failed requests and
 * answers of 500 and above. Requests to anywhere but the site are problems too: the product is
 * alone on its machine.
 */
export function watch(origin: string): Watch {
  const seen: string[] = []
  const expected: RegExp[] = []
  let isOffline = false
  /**
   * Each page's documents so far, and which of them asked: what fails once the next one is under
   * way has been given up, not lost.
   */
  const documents = new WeakMap<Page, number>()
  const askedBy = new WeakMap<Request, number>()
  const isGivenUp = (request: Request): boolean => {
    const page = pageOf(request)
    return page !== undefined && askedBy.get(request) !== documents.get(page)
  }
  const latest: string[] = []
  const remember = (line: string) => {
    latest.push(line)
    if (latest.length > latestKept) latest.shift()
  }
  const note = (line: string) => {
    remember(line)
    // Said by a browser that was set offline, now and then only after it is back: no server and no
    // page can cause it.
    if (!isOffline && !line.includes('ERR_INTERNET_DISCONNECTED')) seen.push(line)
  }

  return {
    follow(context) {
      // The watch outlives a restart of the browser, so each context is followed in its turn.
      context.on('console', (message) => {
        // What React mends by itself while it hydrates, it only warns of: the server's page was
        // thrown away then.
        if (message.type() === 'error' || /react error|hydrat/iu.test(message.text()))
          note(`console: ${message.text()} (${message.location().url})`)
        else if (message.type() === 'warning') remember(`warning: ${message.text()}`)
      })
      context.on('weberror', (event) => {
        // A browser's own error (of storage, say) has an empty stack.
        const { name, message, stack = '' } = event.error()
        note(`error: ${stack === '' ? `${name}: ${message}` : stack}`)
      })
      context.on('requestfailed', (request) => {
        const why = request.failure()?.errorText ?? 'failed'
        // A page that is left gives up what it was loading (through a worker that is ERR_FAILED);
        // its icon is the browser's own wish, also while a server is starting.
        const isOwn = why === 'net::ERR_FAILED' && request.url().endsWith('/icons/icon.svg')
        if (why !== 'net::ERR_ABORTED' && !isOwn && !isGivenUp(request)) note(`request: ${why} ${request.method()} ${request.url()}`)
      })
      context.on('response', (response) => {
        if (response.status() >= 500) note(`answer: ${response.status()} ${response.url()}`)
      })
      context.on('request', (request) => {
        const page = pageOf(request)
        if (page !== undefined) {
          const isNext = request.isNavigationRequest() && request.frame() === page.mainFrame()
          const count = (documents.get(page) ?? 0) + Number(isNext)
          documents.set(page, count)
          askedBy.set(request, count)
        }
        const url = new URL(request.url())
        if (/^https?:$/.test(url.protocol) && url.origin !== origin) note(`elsewhere: ${request.method()} ${request.url()}`)
      })
    },
    expectProblems: (...patterns) => void expected.push(...patterns),
    setOffline: (value) => {
      isOffline = value
    },
    problems: () => seen.filter((line) => !expected.some((pattern) => pattern.test(line))),
    latest: () => latest,
  }
}

/** `undefined` for what a worker asks. */
function pageOf(request: Request): Page | undefined {
  if (request.serviceWorker() !== null) return undefined
  try {
    return request.frame().page()
  } catch {
    // A navigation whose frame is not there yet: nothing was asked by its page.
    return undefined
  }
}
