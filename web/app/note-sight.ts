import { links } from '#shared/links.ts'
import { connection } from '../data/connection.ts'
import type { BrowserRouter } from './browser-router.ts'

/** Less is passing by. */
const leastSeconds = 5

/**
 * Tells the server, when a post is left, for how long it was in sight: a number, for its author's figures. Nothing says who; nothing is told when the browser
 * asks for privacy.
 */
export function noteSight(router: BrowserRouter, postOf: (page: unknown) => string | undefined): void {
  if ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) return
  let postId: string | undefined
  let seconds = 0
  let since: number | null = null
  const pause = () => {
    if (since !== null) seconds += (performance.now() - since) / 1_000
    since = null
  }
  const go = () => {
    if (document.visibilityState === 'visible' && postId !== undefined) since ??= performance.now()
  }
  const tell = () => {
    pause()
    if (postId !== undefined && seconds >= leastSeconds && connection.get()) navigator.sendBeacon(links.sight(postId, Math.round(seconds)))
    seconds = 0
  }
  const look = () => {
    const { answer, isLoading } = router.get()
    const next = postOf(answer.page)
    if (isLoading || next === postId) return
    tell()
    postId = next
    go()
  }
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'visible' ? go() : pause()))
  addEventListener('pagehide', tell)
  router.subscribe(look)
  look()
}
