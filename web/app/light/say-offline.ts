import { clockTime } from '../../blocks/comments/pending-words.ts'

type Late = NonNullable<typeof window.__late>

/**
 * Says that the page is an old copy, or that there is no network, in the place where the app says
 * it; loads the page once it can be had.
 */
export function sayOffline(late: Late, reload = () => location.reload()): () => void {
  const word = document.querySelector('.word-state')
  if (word === null) return () => {}
  const keptAt = Number(document.documentElement.dataset['kept'] ?? 0)
  const say = () => {
    if (late.light === 0) return
    word.textContent = navigator.onLine ? '' : keptAt === 0 ? 'Offline' : `Offline copy from ${clockTime(keptAt)}`
  }
  addEventListener('offline', say)
  addEventListener('online', say)
  // Its own address has no other page: it would be loaded again and again.
  if (location.pathname !== '/shell' && document.querySelector('.problem.shell') !== null) askAgain(late, reload)
  say()
  return () => (word.textContent = '')
}

/**
 * The app could not be had without a network: what was held for it is let go. Says so where
 * somebody has pressed something.
 */
export function sayMissed(late: Late): void {
  const asked = late.mutation ?? late.keys?.[0]
  late.mutation = null
  late.keys?.splice(0)
  if (asked) document.querySelector('.word-state')?.replaceChildren('Not available offline')
}

/**
 * Until the page can be had; then it is loaded. Asked first, whatever the browser says of the
 * network: loaded at once, it would end the reader's way to another page.
 */
function askAgain(late: Late, reload: () => void): void {
  let pauseMs = 1_000
  let timer = 0
  const wait = () => {
    clearTimeout(timer)
    pauseMs = Math.min(2 * pauseMs, 60_000)
    timer = window.setTimeout(ask, pauseMs)
  }
  const ask = () => {
    if (!navigator.onLine || late.light === 0) return wait()
    fetch(location.pathname, { method: 'HEAD' }).then(({ status }) => (status === 502 || status === 504 ? wait() : reload()), wait)
  }
  // The browser does not say when a server behind its network can be had again.
  wait()
  addEventListener('online', ask)
}
