/**
 * All the script that a visitor's public page has until something is touched that needs more
 * (docs/decisions/0041-visitors-read-light.md). The inline script loads it in the app's place. It
 * brings the app where a touch, a key or an error asks for it; starts the worker, which keeps the
 * page; and says when a page is an old copy.
 */
import { clockTime } from './blocks/comments/pending-words.ts'
import { isInstalled } from './data/is-installed.ts'
import { waitingWorker } from './app/updates.ts'
import { watchForUpdates } from './app/watch-updates.ts'
import { noteLightSight } from './app/light/light-sight.ts'
import { holdAnswered, watchTouches } from './app/light/touches.ts'
import { localAccount } from './worker/cached.ts'

const late = window.__late
// Something was touched while this came.
if (late !== undefined && late.light !== 0) start(late)

function start(late: NonNullable<typeof window.__late>): void {
  const { begin, policy } = late
  watchTouches(document, begin)
  holdAnswered(document, late)
  // A member of before there was the mark, or one who has signed in in another tab.
  void localAccount().then((account) => account !== null && begin())
  document.addEventListener('visibilitychange', () => /\bmember=/u.test(document.cookie) && begin())
  if (isInstalled()) begin()
  // Somebody has to be asked: the app does.
  waitingWorker.subscribe(() => waitingWorker.get() !== null && begin())
  watchForUpdates({
    becomeOld: () => {},
    register: (container, url) => container.register(policy.createScriptURL(url)),
    whenActive: async (worker) => {
      // This very page was loaded before there was a worker to see it.
      if (navigator.serviceWorker.controller === null) worker.postMessage({ keep: `${location.pathname}${location.search}` })
    },
  })
  noteLightSight()
  sayOffline(late)
}

/** In the place where the app says it. */
function sayOffline(late: NonNullable<typeof window.__late>): void {
  const word = document.querySelector('.word-state')
  if (word === null) return
  const keptAt = Number(document.documentElement.dataset['kept'] ?? 0)
  const isShell = document.querySelector('.problem.shell') !== null
  const say = () => {
    if (late.light === 0) return
    word.textContent = navigator.onLine ? '' : keptAt === 0 ? 'Offline' : `Offline copy from ${clockTime(keptAt)}`
  }
  late.tidy = () => (word.textContent = '')
  addEventListener('offline', say)
  addEventListener('online', () => {
    say()
    // What was not on this device can be had again.
    if (isShell && late.light !== 0) location.reload()
  })
  // There is a network, and nobody behind it: the browser will not say when that changes.
  if (isShell) askAgain(2_000)
  say()
}

/** Until the page can be had; then it is loaded. */
function askAgain(pauseMs: number): void {
  const ask = async () => {
    const answer = await fetch(location.href, { cache: 'no-store', headers: { accept: 'text/html' } }).catch(() => null)
    if (answer === null || answer.status === 502 || answer.status === 504) askAgain(Math.min(2 * pauseMs, 60_000))
    else location.reload()
  }
  setTimeout(() => void (navigator.onLine && window.__late?.light !== 0 ? ask() : askAgain(pauseMs)), pauseMs)
}
