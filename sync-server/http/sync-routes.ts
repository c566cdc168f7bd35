import type { FastifyInstance } from 'fastify'
import type { ClientMessage } from '#shared/sync/protocol.ts'
import type { SubscriptionManager } from '#server/sync/subscription-manager.ts'
import type { Link } from '#server/sync/sync-ports.ts'
import type { SiteContext } from './site-context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isNestedDeeper, parseClientMessage, syncLimits } from '#shared/sync/protocol.ts'
import { deviceClassOf } from './device-class.ts'
import { noStore, sessionOf } from './site-context.ts'

/**
 * In one answer, which also ends soon after its first megabyte. A device asks again until an answer
 * brings no page.
 */
const maxPages = 64

/**
 * `POST /sync` with `{ "messages": […] }`: a whole conversation in one request, for where
 * websockets are blocked and for work behind the page. The same core answers as behind the socket;
 * the answer comes once there is nothing left to say.
 */
export function syncRoutes(app: FastifyInstance, context: SiteContext, subscriptionManager: SubscriptionManager): void {
  app.post('/sync', { bodyLimit: syncLimits.frameBytes }, async (request, reply) => {
    noStore(reply)
    if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/json')
      throw new AppError('invalid', { field: 'content-type' })
    const messages = messagesIn(request.body)
    const account = await sessionOf(context, request)
    const answers: string[] = []
    let sent = 0
    const link: Link = {
      maxPages,
      isLasting: false,
      deviceClass: deviceClassOf(request.headers['user-agent']),
      send(text) {
        answers.push(text)
        sent += text.length
      },
      close: () => undefined,
      // Nothing is taken before the answer is whole: what is in it counts as waiting.
      buffered: () => sent,
    }
    const session = subscriptionManager.open(link, account)
    try {
      for (const message of messages) await session.receive(message)
      await session.quiet()
      // What its own mutations have changed.
      await subscriptionManager.caughtUp()
      await session.quiet()
    } finally {
      session.closed()
    }
    reply.raw.once('finish', () => session.delivered())
    return reply.type('application/json; charset=utf-8').send(`{"messages":[${answers.join(',')}]}`)
  })
}

/** @throws AppError 'invalid' */
function messagesIn(body: unknown): readonly ClientMessage[] {
  if (typeof body !== 'object' || body === null || !('messages' in body) || !Array.isArray(body.messages))
    throw new AppError('invalid', { field: 'messages' })
  const list: readonly unknown[] = body.messages
  if (list.length === 0 || list.length > syncLimits.messagesInPost || isNestedDeeper(body, syncLimits.nesting)) {
    throw new AppError('invalid', { field: 'messages' })
  }
  return list.map((value, at) => {
    const message = parseClientMessage(value)
    if (message === null) throw new AppError('invalid', { field: `messages.${at}` })
    return message
  })
}
