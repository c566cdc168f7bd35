import { matchRoutes } from 'react-router'
import type { RouteMatch, RouteObject } from 'react-router'

/** @param to path, with or without a query. `undefined`: no route has it */
export type MatchRoute = (to: string | { readonly pathname: string }) => RouteMatch | undefined

/**
 * react-router's own answer. It ranks all routes and compiles their patterns anew for each address:
 * with 300 of them a page full of links took a tenth of a second. Here only those are asked that
 * can begin as the address does.
 */
export function routeMatcher(routes: readonly RouteObject[]): MatchRoute {
  const firstOf = new Map(routes.map((route) => [route, firstSegment(route.path ?? '', /^\/*([^/]*)/u)]))
  const named = new Set(firstOf.values())
  const found = new Map<string | null, RouteObject[]>()
  const beginningWith = (name: string | null): RouteObject[] => {
    const known = found.get(name)
    if (known !== undefined) return known
    const some = routes.filter((route) => firstOf.get(route) === name || isOpen(firstOf.get(route) ?? ''))
    found.set(name, some)
    return some
  }
  return (to) => {
    const name = firstSegment(decoded(typeof to === 'string' ? to : to.pathname), /^\/*([^/?#]*)/u)
    return matchRoutes(beginningWith(named.has(name) ? name : null), to)?.at(-1)
  }
}

const firstSegment = (path: string, pattern: RegExp): string => (pattern.exec(path)?.[1] ?? '').toLowerCase()

/** It may stand for any first segment, or for none. */
const isOpen = (segment: string): boolean => segment === '' || /^:|[*?]$/u.test(segment)

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
