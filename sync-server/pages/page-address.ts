import type { RouteTable, RouteMatch } from './route-table.ts'
import { knownQuery } from './known-queries.ts'
import { newAddress } from './old-addresses.ts'

/** What the address of a GET asks for. */
export type PageAddress =
  | { readonly kind: 'malformed' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'moved'; readonly location: string }
  | {
      readonly kind: 'page'
      readonly match: RouteMatch
      /** As asked, for pages that are rendered for one viewer. */
      readonly url: string
      /**
       * Canonical, made-up parameters left out; what a public page is rendered and remembered by.
       */
      readonly publicUrl: string
    }

/** Characters that no address of ours has raw; some clients treat a backslash as a slash. */
const impossible = /[\u0000-\u0020\u007F\\]/u

/** @param target the request's target: a path with or without a query, from the first slash on. */
export function pageAddress(routes: RouteTable, target: string): PageAddress {
  if (!target.startsWith('/') || impossible.test(target)) return { kind: 'malformed' }
  const at = target.indexOf('?')
  const path = at < 0 ? target : target.slice(0, at)
  const search = at < 0 ? '' : target.slice(at)
  if (!isWellFormed(path)) return { kind: 'malformed' }
  // A double slash would become another host's name once it stood in a Location.
  if (path.includes('//')) return { kind: 'unknown' }
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  const match = routes.match(trimmed)
  if (match !== null) {
    if (match.canonicalPath !== path) return { kind: 'moved', location: match.canonicalPath + search }
    return { kind: 'page', match, url: match.keyPath + search, publicUrl: match.keyPath + knownQuery(match.route, search) }
  }
  const location = newAddress(trimmed, search)
  if (location === null || (!routes.has(location.split('?')[0] ?? '/') && !location.startsWith('/feed.xml'))) return { kind: 'unknown' }
  return { kind: 'moved', location }
}

function isWellFormed(path: string): boolean {
  try {
    return !/[\u0000-\u001F]/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
