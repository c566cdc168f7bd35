import { sightPath } from '#shared/links/sight-path.ts'

/** Less is passing by. */
const leastSeconds = 5

interface Sights {
  get(): { readonly answer: { readonly page: unknown }; readonly isLoading: boolean }
  subscribe(listener: () => void): unknown
}

/**
 * Tells the server, when a post is left, for how long it was in sight: a number, for its author's
 * figures. Nothing says who; nothing is told when the browser asks for privacy.
 * @param canSend asked when it is told: whether the server can be reached, and nobody else notes
 *   the same.
 */
export function noteSight(router: Sights, postOf: (page: unknown) => string | undefined, canSend: () => boolean): void {
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
    if (postId !== undefined && seconds >= leastSeconds && canSend()) navigator.sendBeacon(sightPath(postId, Math.round(seconds)))
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
