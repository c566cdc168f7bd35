import type { RouteTable } from '../pages/route-table.ts'
import { pageAddress } from '../pages/page-address.ts'

/**
 * Addresses outside the pages, for the answer to a wrong method. The router knows routes by
 * pattern, not by address.
 */
const fixed: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/api\/(?:me|page|preview)$/u, ['GET', 'HEAD']],
  [/^\/api\/(?:mutations|form)\/[^/]+$/u, ['POST']],
  [/^\/(?:sync|api\/(?:sentry|policy-reports))$/u, ['POST']],
  [/^\/admin\/feedback\/[^/]+\/screenshot$/u, ['GET', 'HEAD']],
  [/^\/metrics$/u, ['GET', 'HEAD']],
  [/^\/(?:feed\.xml|sitemap\.xml|sitemap-[^/]+\.xml|robots\.txt|llms\.txt|manifest\.webmanifest|healthz|readyz|sw\.js)$/u, ['GET', 'HEAD']],
  [/^\/(?:calendar|nearby)\.ics$/u, ['GET', 'HEAD']],
  [/^\/(?:events|groups)\/[0-9a-z]{26}\.ics$/u, ['GET', 'HEAD']],
  [/^\/pictures\/[0-9a-z]{26}$/u, ['GET', 'HEAD', 'PUT']],
  [/^\/(?:oembed|embed\/posts\/[^/]+|card\/(?:site|posts\/[^/]+)\/[^/]+\.png)$/u, ['GET', 'HEAD']],
  [/^\/(?:plain\.css$|(?:assets|icons|pictures)\/)/u, ['GET', 'HEAD']],
]

/** What may be asked of an address; `null` when there is nothing there. */
export function allowedMethods(routes: RouteTable, target: string): readonly string[] | null {
  const path = target.split('?')[0] ?? ''
  const found = fixed.find(([pattern]) => pattern.test(path))
  if (found !== undefined) return found[1]
  const { kind } = pageAddress(routes, target)
  return kind === 'page' || kind === 'moved' ? ['GET', 'HEAD'] : null
}
