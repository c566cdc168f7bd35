import { clockTime } from '../../blocks/comments/pending-words.ts'

type Late = NonNullable<typeof window.__late>

/**
 * Says that the page is an old copy, or that there is no network, in the place where the app says
 * it; loads the page once it can be had.
 */
export function sayOffline(late: Late): () => void {
  const word = document.querySelector('.word-state')
  if (word === null) return () => {}
  const keptAt = Number(document.documentElement.dataset['kept'] ?? 0)
  const isShell = document.querySelector('.problem.shell') !== null
  const say = () => {
    if (late.light === 0) return
    word.textContent = navigator.onLine ? '' : keptAt === 0 ? 'Offline' : `Offline copy from ${clockTime(keptAt)}`
  }
  addEventListener('offline', say)
  addEventListener('online', () => {
    say()
    // What was not on this device can be had again.
    if (isShell && late.light !== 0) location.reload()
  })
  // There is a network, and nobody behind it: the browser will not say when that changes.
  if (isShell) askAgain(late, 2_000)
  say()
  return () => (word.textContent = '')
}

/** Until the page can be had; then it is loaded. */
function askAgain(late: Late, pauseMs: number): void {
  const ask = async () => {
    const answer = await fetch(location.href, { cache: 'no-store', headers: { accept: 'text/html' } }).catch(() => null)
    if (answer === null || answer.status === 502 || answer.status === 504) askAgain(late, Math.min(2 * pauseMs, 60_000))
    else location.reload()
  }
  setTimeout(() => void (navigator.onLine && late.light !== 0 ? ask() : askAgain(late, pauseMs)), pauseMs)
}
