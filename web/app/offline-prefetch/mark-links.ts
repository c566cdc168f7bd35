/**
 * Without a network, links to pages that are not on this device are marked, for the eye and for a
 * screen reader. Part of the late chunk.
 */
import { connection } from '../../data/connection.ts'
import type { Device } from '../../data/device/device-api.ts'
import type { FeatureRoute } from '../route.ts'
import { pageRoutes } from '../routes.ts'
import { offlineMark } from './offline-links-styles.ts'
import type { OnDevice } from './offline-links.ts'
import { onDevice, opensOffline } from './offline-links.ts'

const spoken = 'Not on this device'

export function markLinks(
  device: () => Pick<Device, 'held' | 'subscribe'>,
  routeOf: (address: string) => string,
  onPage: (listener: () => void) => unknown,
): void {
  let here: OnDevice | null = null
  let frame = 0
  let leaveDevice = () => {}
  // Links come with what is drawn later: more of a list, a menu.
  const added = new MutationObserver(() => soon())

  const look = () => {
    if (here === null) return
    const shown = new URL(location.href)
    const routes = new Map<string, FeatureRoute | null>()
    const routeAt = (path: string) => {
      const known = routes.get(path)
      if (known !== undefined) return known
      const name = routeOf(path)
      const found = pageRoutes.find((route) => route.path === name) ?? null
      routes.set(path, found)
      return found
    }
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
      const url = new URL(link.href, shown)
      if (opensOffline(url, shown, routeAt(url.pathname), here) === false) mark(link)
      else unmark(link)
    }
  }
  const soon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(look)
  }
  const count = async () => {
    const held = await device().held()
    if (connection.get()) return
    here = onDevice(held)
    soon()
  }
  const begin = () => {
    leaveDevice()
    leaveDevice = device().subscribe(({ shapes }) => {
      if (shapes.size > 0) void count().catch(() => {}) // the database closed: links stay as they are
    })
    added.observe(document.body, { childList: true, subtree: true })
    void count().catch(() => {})
  }
  const end = () => {
    here = null
    cancelAnimationFrame(frame)
    added.disconnect()
    leaveDevice()
    for (const link of document.querySelectorAll(`a[${offlineMark}]`)) unmark(link)
  }
  const follow = () => (connection.get() ? end() : begin())
  connection.subscribe(follow)
  onPage(() => {
    if (!connection.get()) void count().catch(() => {}) // as above
  })
  if (!connection.get()) begin()
}

function mark(link: Element): void {
  if (link.hasAttribute(offlineMark)) return
  link.setAttribute(offlineMark, '')
  if (!link.hasAttribute('aria-description')) link.setAttribute('aria-description', spoken)
}

function unmark(link: Element): void {
  if (!link.hasAttribute(offlineMark)) return
  link.removeAttribute(offlineMark)
  if (link.getAttribute('aria-description') === spoken) link.removeAttribute('aria-description')
}
