/**
 * Which links lead to something that opens without a network. Plain data in, plain data out;
 * `mark-links.ts` shows it.
 */
import { isId } from '#shared/kernel/ids.ts'
import type { StoredItem } from '../../data/device/device-api.ts'
import { isPageNavigation } from '../../worker/navigations.ts'
import type { FeatureRoute } from '../route.ts'

export interface OnDevice {
  readonly addresses: ReadonlySet<string>
  /** Ids of the posts, sequences and other things whose rows are whole. */
  readonly ids: ReadonlySet<string>
}

export function onDevice(held: readonly StoredItem[]): OnDevice {
  const whole = held.filter(({ isComplete }) => isComplete)
  return {
    addresses: new Set(whole.flatMap(({ id, kind }) => (kind === 'page' ? [id] : []))),
    ids: new Set(whole.flatMap(({ id, kind }) => (kind === 'shape' ? [id.slice(id.indexOf(':') + 1)] : []))),
  }
}

/** `null`: nothing can be said of it: another site, a file, a place in the page that is shown. */
export function opensOffline(url: URL, shown: URL, route: FeatureRoute | null, { addresses, ids }: OnDevice): boolean | null {
  if (url.origin !== shown.origin || !isPageNavigation('GET', url, shown.origin)) return null
  if (url.pathname === shown.pathname && url.search === shown.search) return null
  const address = `${url.pathname}${url.search}`
  if (addresses.has(address)) return true
  if (route === null || route.offline === 'none') return false
  if (route.offline === 'full') return true
  // What stands in the query of a post's address (a comment, an order) is in its rows; of a list it
  // makes another list.
  return url.pathname.split('/').some((part) => isId(part) && ids.has(part))
}
