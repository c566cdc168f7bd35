/**
 * `GET /api/preview?url=`: what a hover card shows of a post, comment, member or tag. Public things
 * only, the same for all.
 */
import type { FastifyInstance } from 'fastify'
import type { Rendered } from '../pages/page-cache.ts'
import type { SiteContext } from './site-context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { previewCard, previewTarget } from '#shared/pages/preview-card.ts'
import { replyCached } from './site-context.ts'

export function previewRoutes(app: FastifyInstance, context: SiteContext): void {
  app.get<{ Querystring: { url?: unknown } }>('/api/preview', async (request, reply) => {
    const target = previewTarget(request.query.url)
    if (target === null) throw new AppError('invalid', { field: 'url' })
    const key = `preview ${target.kind} ${target.id} ${target.anchor}`
    return replyCached(context, request, reply, key, async (read): Promise<Rendered> => {
      const card = await previewCard(permittedRead(read, visitor, context.policies), target, { hasSums: true })
      const body = JSON.stringify(card ?? { error: { code: 'not-found', reason: null, field: null, retryAfterMs: null } })
      return { status: card === null ? 404 : 200, location: null, contentType: 'application/json; charset=utf-8', body }
    })
  })
}
