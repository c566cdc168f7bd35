/**
 * Where trouble is heard of: the page, the worker, and what sync leaves in the outbox. Each says
 * what it knows, and no more.
 */
import { optional } from '../optional.ts'
import { outbox } from '../outbox.ts'
import { textOf } from './error-text.ts'

type Hear = (error: unknown, kind: string) => void

/**
 * What was caught before this part came, and everything from now on, each once: the inline script
 * stays the only listener.
 */
export function hearErrors(hear: Hear): void {
  const take = (event: ErrorEvent | PromiseRejectionEvent) => {
    const error: unknown = 'reason' in event ? event.reason : (event.error ?? event.message)
    if (isNoise(error)) return
    try {
      hear(error, 'reason' in event ? 'onunhandledrejection' : 'onerror')
    } catch (failure) {
      console.warn(failure) // a report of a failed report would have no end
    }
  }
  const early = window.__errors
  if (early === undefined) return
  for (const event of early.splice(0)) take(event)
  early.push = (...events) => {
    events.forEach(take)
    return 0 // nothing is held any more, so that the inline script never stops handing over
  }
}

/**
 * Said by browsers about themselves, or by somebody's extension; or a part of the app that a
 * visitor's device does not keep was wanted without a network.
 */
function isNoise(error: unknown): boolean {
  if (error instanceof TypeError && !isOnline() && /module script|dynamically imported/u.test(error.message)) return true
  if (typeof error === 'string') return /^(ResizeObserver loop|Script error)/u.test(error)
  return (
    error instanceof Error && (error.name === 'AbortError' || /^\s*at .*\b[a-z]+-extension:\/\//mu.test(error.stack?.split('\n')[1] ?? ''))
  )
}

const isOnline = (): boolean => navigator.onLine !== false // no word of it where there is no browser

/**
 * From a start at which this part could not be brought. What this very page has caught is told with
 * more, see `hearErrors`.
 */
export function takeUnreported(hear: (error: Error) => void): void {
  const own = new Set((window.__errors ?? []).map(textOf))
  try {
    const held: unknown = JSON.parse(localStorage.getItem('unreported') ?? '[]')
    localStorage.removeItem('unreported')
    if (!Array.isArray(held)) return
    for (const text of held.slice(0, 5)) if (typeof text === 'string' && !own.has(text)) hear(fromText(text))
  } catch {
    // Forbidden, or not ours.
  }
}

/** An error out of what `Error.stack` said somewhere else. */
export function fromText(text: string): Error {
  const [first = '', ...frames] = text.split('\n')
  const [, name, message] = /^(?:Uncaught )?([A-Z]\w*): (.*)$/u.exec(first) ?? [null, 'Error', first]
  const error = new Error(message ?? '')
  error.name = name ?? 'Error'
  error.stack = [first, ...frames].join('\n')
  return error
}

/**
 * The last steps before an error: pages by their route, and what kind of thing was pressed; never
 * its words.
 */
export function hearSteps(
  step: (category: string, data: Readonly<Record<string, string>>) => void,
  routeOf: (address: string) => string,
): void {
  const here = () => `${location.pathname}${location.search}`
  let last = here()
  const look = () => {
    if (here() === last) return
    step('navigation', { from: routeOf(last), to: routeOf(here()) })
    last = here()
  }
  // Where the browser does not tell of a new place, the next press does.
  if ('navigation' in window) window.navigation.addEventListener('currententrychange', look)
  addEventListener(
    'click',
    ({ target }) => {
      look()
      const pressed = target instanceof Element ? target.closest('a, button, summary, input, select, textarea, label') : null
      if (pressed === null) return
      const classes = [...pressed.classList].slice(0, 3).map((name) => `.${name}`)
      step('ui.click', { on: `${pressed.localName}${classes.join('')}` })
    },
    true,
  )
}

type Problem = (kind: string, detail: string, since?: number) => void

/**
 * What the worker could not cope with lies in a cache of its own (web/worker/own-errors.ts): told
 * now, and whenever it knocks.
 */
export function hearWorker(problem: Problem): void {
  const read = async (): Promise<void> => {
    // Opening it would make it.
    const held = await caches.match('/worker-errors', { cacheName: 'worker-errors' })
    const texts: unknown = await held?.json()
    if (held !== undefined) await caches.delete('worker-errors')
    if (Array.isArray(texts)) for (const text of texts.slice(0, 5)) if (typeof text === 'string') problem('worker', text)
  }
  const readQuietly = () => void read().catch((error: unknown) => console.warn(error))
  const workers = optional(() => navigator.serviceWorker)
  if (workers === null || optional(() => caches) === null) return
  workers.addEventListener('message', ({ data }) => data === 'worker-error' && readQuietly())
  readQuietly()
}

/** Refusals that are a fault of ours: nobody may be told "no" for these. */
const faults: ReadonlySet<string> = new Set(['broken', 'unknown-mutation', 'invalid'])

/** Mutations that were refused for a fault of the program's. What they say stays on the device. */
export function hearWork(problem: Problem): void {
  const look = () => {
    for (const { name, error, refusedAt } of outbox.get().refused) {
      if (error === null || !faults.has(error.code)) continue
      problem(`sync-refused-${error.code}`, `${name} ${error.field ?? ''}`.trim(), refusedAt ?? undefined)
    }
  }
  outbox.subscribe(look)
  look()
}
