/**
 * `GET /api/search?query=…`: the first hits of each kind, while somebody types. Public things only,
 * the same for all; and a limit on searches of every sort.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Read } from '#shared/kernel/transaction.ts'
import type { QuickResults } from '#shared/search/search.ts'
import type { SearchPort } from '#shared/search/port.ts'
import { addressBlock } from '#server/http/client-address.ts'
import type { Limits } from '#server/http/limits.ts'
import { policies } from '#shared/policies.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { SearchUnavailable } from '#shared/search/port.ts'
import { searchLimits } from '#shared/search/query.ts'
import { quickResults } from '#shared/search/search.ts'
import { minuteMs } from '#shared/kernel/durations.ts'

interface SearchRoutesOptions {
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly search: SearchPort
  readonly limits: Limits
  readonly now: () => number
}

/** For one address block: a fast typist asks some four times a second, in bursts. */
export const searchesAMinute = 300

export function searchRoutes(app: FastifyInstance, { store, search, limits, now }: SearchRoutesOptions): void {
  const limit = limits('search', searchesAMinute, minuteMs)

  app.addHook('onRequest', async (request: FastifyRequest) => {
    if (!isSearch(request)) return
    limit.spend(addressBlock(request.ip), now())
  })

  app.get<{ Querystring: { query?: unknown; kind?: unknown } }>(links.searchQuick(), async (request, reply): Promise<QuickResults> => {
    const { query = '', kind } = request.query
    if (typeof query !== 'string') throw new AppError('invalid', { field: 'query' })
    const typed = query.slice(0, searchLimits.characters + 1)
    const reading: Parameters<typeof quickResults>[0] = (work) => store.read((read) => work(permittedRead(read, visitor, policies)))
    const results = await quickResults(reading, search, typed, kind === 'users' ? kind : undefined).catch((error: unknown) => {
      // Our own trouble, and a passing one: who types is not shown an error page for it.
      if (error instanceof SearchUnavailable) return null
      throw error
    })
    void reply.header('x-robots-tag', 'noindex')
    if (results === null) {
      void reply.code(503).header('retry-after', '2').header('cache-control', 'no-store')
      return { hits: [], isWhole: false }
    }
    void reply.header('cache-control', 'private, max-age=15')
    return results
  })
}

/**
 * The page, its data for a navigation, and what is asked while typing; however the address is
 * written.
 */
function isSearch({ url, query, routeOptions }: FastifyRequest): boolean {
  if (routeOptions.url === links.searchQuick()) return true
  if (routeOptions.url === links.feed()) return (query as { readonly view?: unknown }).view === 'search' // parsed by fastify
  const asked = routeOptions.url === '/api/page' ? (query as { readonly url?: unknown }).url : url // parsed by fastify
  return typeof asked === 'string' && asked.split('?')[0]?.toLowerCase() === links.search()
}
