/**
 * Fetches ahead what a reader may want next: the code of pages that links in view, hovered or
 * focused lead to, and, of static pages, their content, fresh for 300 s. Content of any other page
 * is asked for again at every visit. Where the worker has kept the whole app, the code in view is
 * on this device already: only hovered or focused is it read. Comes last, works when nothing else
 * does, and stays away where data is dear.
 */
import { figures } from '#shared/reports/figures.ts'
import type { Answer } from '../data/answer.ts'
import { keepsApp } from '../data/keep-app.ts'
import { optional } from '../data/optional.ts'
import { addressOf } from './address.ts'
import type { LoadTask } from './browser-router.ts'
import { fetchAnswer } from './fetch-answer.ts'
import { isDear, lineOfBrowser } from './line.ts'
import { preparePage } from './pages.ts'

/** Their words are the same for everybody and change with the site's builds. */
const staticPages: ReadonlySet<string> = new Set(['/about', '/faq', '/contact', '/donate', '/help'])

/** How long what was fetched ahead may be shown without asking again, in ms. */
export const freshFor = (routeId: string): number => (staticPages.has(routeId) ? figures.freshStaticMs : figures.freshDynamicMs)

interface Held {
  readonly at: number
  readonly answer: Answer
}

export interface AheadDeps {
  readonly routeOf: (address: string) => string
  /** Whether this device has kept the code of every page. */
  readonly hasCode: () => boolean
  readonly prepare: (routeId: string) => Promise<void>
  readonly fetch: (address: string) => Promise<Answer>
  readonly now: () => number
}

export interface Ahead {
  /** @param address path and query on this site. @param isNear hovered or focused */
  want(address: string, isNear: boolean): Promise<void>
  /** On its way, it is waited for. `undefined`: ask the server. */
  answer(task: Pick<LoadTask, 'routeId' | 'url'>): Answer | Promise<Answer | undefined> | undefined
}

export function openAhead({ routeOf, hasCode, prepare, fetch, now }: AheadDeps): Ahead {
  const prepared = new Set<string>()
  const held = new Map<string, Held>()
  const coming = new Map<string, Promise<Answer | undefined>>()
  const isFresh = (routeId: string, { at }: Held): boolean => now() - at < freshFor(routeId)
  const wantCode = async (routeId: string): Promise<void> => {
    if (prepared.has(routeId)) return
    prepared.add(routeId)
    await prepare(routeId).catch(() => prepared.delete(routeId)) // going there says so
  }
  const wantContent = async (routeId: string, address: string): Promise<void> => {
    const known = held.get(address)
    // One address a static page: what a query says differs from reader to reader.
    if (freshFor(routeId) === 0 || address !== routeId || coming.has(address) || (known !== undefined && isFresh(routeId, known))) return
    const asked = fetch(address).catch(() => undefined)
    coming.set(address, asked)
    const answer = await asked
    coming.delete(address)
    if (answer !== undefined) held.set(address, { at: now(), answer })
  }
  return {
    async want(address, isNear) {
      const routeId = routeOf(address)
      if (routeId === '*') return
      // Both at once: who goes there meanwhile waits for what is on its way.
      await Promise.all([...(isNear || !hasCode() ? [wantCode(routeId)] : []), wantContent(routeId, address)])
    },
    answer({ routeId, url }) {
      const address = addressOf(url)
      const known = held.get(address)
      return known !== undefined && isFresh(routeId, known) ? known.answer : coming.get(address)
    },
  }
}

interface Watching {
  readonly routeOf: (address: string) => string
  readonly subscribe: (listener: () => void) => unknown
}

/** Follows the links of the page from now on. */
export function fetchAhead({ routeOf, subscribe }: Watching): Ahead {
  const ahead = openAhead({
    routeOf,
    hasCode: () => keepsApp() && optional(() => navigator.serviceWorker.controller) !== null,
    prepare: preparePage,
    fetch: (address) => fetchAnswer(new URL(address, location.origin), AbortSignal.timeout(10_000)),
    now: () => Date.now(),
  })
  // Asked each time: a phone leaves its wireless network while a page is open.
  const isWelcome = () => navigator.onLine && !isDear(lineOfBrowser())
  const want = (link: Element | null, isNear: boolean) => {
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.pathname === location.pathname || !isWelcome())
      return
    whenIdle(() => void ahead.want(`${link.pathname}${link.search}`, isNear))
  }
  const near = (event: Event) => want(event.target instanceof Element ? event.target.closest('a[href]') : null, true)
  document.addEventListener('pointerover', near, { passive: true })
  document.addEventListener('focusin', near)
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      seen.unobserve(target)
      want(target, false)
    }
  })
  const watch = () =>
    whenIdle(() => {
      seen.disconnect()
      // Those of a discussion, thousands perhaps, lead to the same few pages as the others;
      // hovered, they are heard all the same.
      for (const link of document.querySelectorAll('a[href]:not(#comments li *)')) seen.observe(link)
    })
  let soon: ReturnType<typeof setTimeout> | undefined
  subscribe(() => {
    // The new page is drawn a moment after its answer has come.
    clearTimeout(soon)
    soon = setTimeout(watch, 500)
  })
  watch()
  return ahead
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 200)
}
