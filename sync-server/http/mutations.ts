import type { FastifyInstance } from 'fastify'
import type { Read } from '#shared/kernel/transaction.ts'
import type { SiteContext } from './site-context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { tallies } from '#shared/votes/schema.ts'
import { isNestedDeeper, syncLimits } from '#shared/sync/protocol.ts'
import { wireErrorOf } from '#shared/sync/wire-error.ts'
import { retryAfterHeader, statusOf } from './errors.ts'
import { noteSeen } from './seen-position.ts'
import { noStore, sessionOf } from './site-context.ts'

const maxBytes = 64 * 1_024

/** What the sender of a mutation wants to see at once, read after the commit. */
const echoes: Readonly<Record<string, (read: Read, args: unknown) => Promise<Readonly<Record<string, unknown>>>>> = {
  'votes.set': async (read, args) => {
    const targetId = (args as { targetId?: unknown }).targetId
    return { tally: typeof targetId === 'string' ? ((await read.get(tallies, targetId)) ?? null) : null }
  },
}

/**
 * `POST /api/mutations/:name` with `{ "args": … }`: a mutation from a script. Answers
 * `{ outcome: 'applied' | 'rejected' | 'later', … }`.
 */
export function mutationRoutes(app: FastifyInstance, context: SiteContext): void {
  app.post<{ Params: { name: string } }>('/api/mutations/:name', { bodyLimit: maxBytes }, async (request, reply) => {
    const { body } = request
    if (typeof body !== 'object' || body === null || Array.isArray(body) || !('args' in body))
      throw new AppError('invalid', { field: 'args' })
    const unknown = Object.keys(body).find((key) => key !== 'args')
    if (unknown !== undefined) throw new AppError('invalid', { field: unknown })
    if (isNestedDeeper(body.args, syncLimits.nesting)) throw new AppError('invalid', { field: 'args' })
    const session = await sessionOf(context, request)
    const outcome = await context.apply({ name: request.params.name, args: body.args, userId: session?.userId ?? null, source: 'member' })
    noStore(reply)
    if (outcome.kind === 'later') {
      return reply
        .code(429)
        .header('retry-after', retryAfterHeader(outcome.retryAfterMs))
        .send({ outcome: 'later', retryAfterMs: outcome.retryAfterMs, reason: outcome.reason ?? null })
    }
    if (outcome.kind === 'rejected')
      return reply.code(statusOf(outcome.error)).send({ outcome: 'rejected', error: wireErrorOf(outcome.error) })
    await context.freshness.reached(outcome.seq)
    if (context.isShared) noteSeen(reply, outcome.seq)
    const echo = echoes[request.params.name]
    return { outcome: 'applied', seq: outcome.seq, ...(echo && (await context.store.read((read) => echo(read, body.args)))) }
  })
}
