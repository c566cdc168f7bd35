import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DevInbox } from './dev-inbox.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'

/**
 * `/dev/inbox` and its mails: plain pages of our own, under the site's policy, never kept by
 * anybody.
 */
export function devInboxRoutes(app: FastifyInstance, inbox: DevInbox): void {
  app.get(links.devInbox(), (_request, reply) => send(reply, inbox.page(null)))
  app.get<{ Params: { mailId: string } }>(`${links.devInbox()}/:mailId`, (request, reply) => send(reply, inbox.page(request.params.mailId)))
}

function send(reply: FastifyReply, html: string | null): FastifyReply {
  if (html === null) throw new AppError('not-found')
  return reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-store').send(html)
}
