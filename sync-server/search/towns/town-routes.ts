/**
 * `GET /api/towns?query=…`: towns while somebody types one. The same for everybody; what is typed
 * goes to nobody else.
 */
import type { FastifyInstance } from 'fastify'
import type { FoundTowns } from '#shared/local-groups/towns.ts'
import type { Limits } from '#server/http/limits.ts'
import { addressBlock } from '#server/http/client-address.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { minuteMs } from '#shared/kernel/durations.ts'
import { links } from '#shared/links.ts'
import { townLimits } from '#shared/local-groups/towns.ts'
import { findTowns } from './find-towns.ts'

/** For one address block: as with search, a fast typist asks some four times a second. */
export const townsAMinute = 300

export function townRoutes(app: FastifyInstance, { limits, now }: { readonly limits: Limits; readonly now: () => number }): void {
  const limit = limits('towns', townsAMinute, minuteMs)

  app.get<{ Querystring: { query?: unknown } }>(links.towns(), async (request, reply): Promise<FoundTowns> => {
    limit.spend(addressBlock(request.ip), now())
    const { query = '' } = request.query
    if (typeof query !== 'string' || query.length > townLimits.characters) throw new AppError('invalid', { field: 'query' })
    void reply.header('x-robots-tag', 'noindex').header('cache-control', 'private, max-age=3600')
    return { towns: await findTowns(query, townLimits.shown) }
  })
}
