import { isId } from '#shared/kernel/ids.ts'
import type { DevicePages } from './device-pages.ts'
import { preparePage } from './pages.ts'

/**
 * Between the press on a link and its end lies about a tenth of a second: time to read what the
 * page is made from. Rows only, nothing is drawn, so that a finger that comes to scroll is not held
 * up; and nothing is asked of the network but the page's own code, where that is not here yet.
 */
export function readAhead(pages: Pick<DevicePages, 'readAhead'>, routeOf: (address: string) => string): void {
  document.addEventListener('pointerdown', ({ target, button }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link === null || button !== 0 || link.origin !== location.origin || link.pathname === location.pathname) return
    const route = routeOf(`${link.pathname}${link.search}`)
    if (route === '*') return
    preparePage(route).catch(() => {}) // going there says so
    const postId = link.pathname.split('/').find(isId)
    if (postId !== undefined) pages.readAhead(postId).catch(() => {})
  })
}
