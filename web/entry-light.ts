/**
 * All the script that a visitor's public page has until something is touched that needs more
 * (docs/decisions/0041-visitors-read-light.md). The inline script loads it in the app's place. It
 * brings the app where a touch, a key or an error asks for it; starts the worker, which keeps the
 * page; and loads its island (web/app/light/island.ts) where a text, a returning visitor or a
 * missing network has a use for it.
 */
import type * as Island from './app/light/island.ts'
import { isInstalled } from './data/is-installed.ts'
import { waitingWorker } from './app/updates.ts'
import { watchForUpdates, workerUrl } from './app/watch-updates.ts'
import { settle } from './app/settled.ts'
import { holdAnswered, holdKeys, watchTouches } from './app/light/touches.ts'
import { stored } from './app/light/stored.ts'
import { localAccount } from './worker/cached.ts'

type Late = NonNullable<typeof window.__late>

const late = window.__late
// Something was touched while this came.
if (late !== undefined && late.light !== 0) start(late)

function start(late: Late): void {
  const { begin, policy } = late
  watchTouches(document, begin)
  holdAnswered(document, late)
  holdKeys(document, late)
  // A member of before there was the mark, or one who has signed in in another tab.
  void localAccount().then((account) => account !== null && begin())
  document.addEventListener('visibilitychange', () => /\bmember=/u.test(document.cookie) && begin())
  if (isInstalled() || !hasWatchers()) begin()
  // Somebody has to be asked: the app does.
  waitingWorker.subscribe(() => waitingWorker.get() !== null && begin())
  watchForUpdates({
    becomeOld: () => {},
    register: (container, onWaiting) => {
      // What a worker could not cope with is reported by the app (web/data/reports).
      container.addEventListener('message', ({ data }) => data === 'worker-error' && navigator.onLine && begin())
      return container.register(policy.createScriptURL(workerUrl)).then((registration?: ServiceWorkerRegistration) => {
        const look = () => onWaiting(registration?.waiting)
        look()
        registration?.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
        return registration
      })
    },
    whenActive: async (worker, hadWorker) => {
      // This very page was loaded before there was a worker to see it.
      if (!hadWorker) worker.postMessage({ keep: `${location.pathname}${location.search}` })
      if (navigator.onLine && (await caches.has('worker-errors'))) begin()
    },
  })
  void enliven(late).then(() => settle('light', late.light !== 0))
}

/** The app has stand-ins for them (web/app/stand-ins.ts). */
function hasWatchers(): boolean {
  try {
    return [IntersectionObserver, ResizeObserver, MutationObserver].every(Boolean)
  } catch {
    return false
  }
}

/** What only some pages have, and some visitors. */
async function enliven(late: Late): Promise<void> {
  const has = (what: string) => document.querySelector(what) !== null
  // Polls count, and an address can ask for a dialog: few pages do.
  if (navigator.onLine && (has('form.poll, form[data-prediction]') || location.search.includes('sharePopup'))) return late.begin()
  const stops: (() => void)[] = []
  late.tidy = () => {
    for (const stop of stops) stop()
    settle('light', false)
  }
  // Without a network for it the page does what it did.
  const bring = (use: (island: typeof Island) => (() => void) | void) =>
    import('./app/light/island.ts').then(
      (island) => {
        const stop = late.light === 0 ? undefined : use(island)
        if (stop) stops.push(stop)
      },
      () => {},
    )
  late.missed = () => {
    watchTouches(document, late.begin)
    void bring((island) => island.sayMissed(late))
  }
  const toSay = (island: typeof Island) => island.sayOffline(late)
  if (has('.front-fold')) document.addEventListener('toggle', ({ target }) => void bring((island) => island.keepFold(target)), true)
  if (!navigator.onLine || has('[data-kept], .problem.shell')) await bring(toSay)
  else addEventListener('offline', () => void bring(toSay), { once: true })
  if (has('#text, #comments')) await bring((island) => island.enlivenReading(late))
  if (has('.row, .series-posts, .front-fold') && hasMarks()) await bring((island) => island.showVisitorMarks(late))
}

/** Whether anything was read or folded on this device. */
function hasMarks(): boolean {
  return stored((own) => Object.keys(own).some((key) => /^(visitor-|fold:)/u.test(key))) === true
}
