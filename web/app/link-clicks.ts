import type { MatchRoute } from './match-route.ts'

/** What a click is judged by. */
export interface LinkClick {
  readonly href: string
  readonly here: string
  readonly isPlain: boolean
  readonly target: string
  readonly isDownload: boolean
}

/**
 * Where a click leads inside the app: path, query and hash; `null` when the browser should do what
 * it always does (other sites, new tabs, files, feeds, places on this very page).
 */
export function placeInApp(click: LinkClick, match: MatchRoute): string | null {
  if (!click.isPlain || click.isDownload || (click.target !== '' && click.target !== '_self')) return null
  const to = new URL(click.href, click.here)
  const here = new URL(click.here)
  if (to.origin !== here.origin) return null
  if (to.hash !== '' && to.pathname === here.pathname && to.search === here.search) return null
  const route = match(to)?.route
  return route === undefined || route.id === '*' ? null : `${to.pathname}${to.search}${to.hash}`
}

/**
 * One listener for every link, those inside texts too: a plain `<a href>` is all a page writes, and
 * nothing hydrates for it.
 */
export function followLinks(match: MatchRoute, go: (to: string) => void): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return
    const link = event.target.closest<HTMLAnchorElement>('a[href]')
    if (link === null) return
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    const to = placeInApp(
      { href: link.href, here: location.href, isPlain, target: link.target, isDownload: link.hasAttribute('download') },
      match,
    )
    if (to === null) return
    event.preventDefault()
    go(to)
  })
}
