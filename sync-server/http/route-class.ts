import type { RouteClass } from '../health/request-meter.ts'

/** First words of addresses, and what they are counted as; the first that fits counts. */
const beginnings: readonly (readonly [string, RouteClass])[] = [
  ['/assets/', 'file'],
  ['/icons/', 'file'],
  ['/pictures/', 'file'],
  ['/card/', 'file'],
  ['/api/page', 'data'],
  ['/api/mutations/', 'mutation'],
  ['/api/form/', 'mutation'],
  ['/api/v1', 'api'],
  ['/mcp', 'api'],
  ['/api/', 'own'],
  ['/sync', 'sync'],
  ['/collab', 'sync'],
  ['/feed', 'feed'],
  ['/sitemap', 'feed'],
  ['/healthz', 'watch'],
  ['/readyz', 'watch'],
  ['/metrics', 'watch'],
]

/** A file's name ends so, and no page's path does. */
const fileEnding = /\.(?:js|css|png|svg|webp|avif|ico|txt|webmanifest|woff2)$/u

/** What a request is counted as. Looks at its path alone. */
export function routeClassOf(url: string): RouteClass {
  for (const [beginning, route] of beginnings) if (url.startsWith(beginning)) return route
  return fileEnding.test(url.split('?', 1)[0] ?? '') ? 'file' : 'page'
}
