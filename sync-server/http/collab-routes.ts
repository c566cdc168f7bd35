import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Doors } from '#server/documents/doors.ts'
import type { Signed } from '#server/documents/rooms.ts'
import type { SiteContext } from './site-context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { DiffRequest, documentFormat, documentLimits, TicketRequest } from '#shared/documents/protocol.ts'
import { inspectStateVector } from '#shared/documents/inspect-vector.ts'
import { diffPath, ticketPath } from '#shared/documents/rooms.ts'
import { Meter } from '#server/sync/meter.ts'
import { noStore, sessionOf } from './site-context.ts'

/** In base64, with what stands around it. */
const diffBodyBytes = Math.ceil((documentLimits.diffBytes * 4) / 3) + 256 * 1_024
/** Requests of one account. */
const burst = 30
const perSecond = 2
const maxAccounts = 10_000

/**
 * `POST /collab/ticket` and `POST /collab/diff`, for whoever is signed in; see
 * `shared/documents/protocol.ts`.
 */
export function collabRoutes(app: FastifyInstance, context: SiteContext, doors: Doors): void {
  const meters = new Map<string, Meter>()

  async function signed(request: FastifyRequest): Promise<Signed> {
    if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/json')
      throw new AppError('invalid', { field: 'content-type' })
    const session = await sessionOf(context, request)
    if (session === null) throw new AppError('not-allowed', { reason: 'sign-in-first' })
    const meter = meters.get(session.userId) ?? new Meter(context.now, burst, perSecond)
    // The one that was used longest ago has filled up again.
    meters.delete(session.userId)
    meters.set(session.userId, meter)
    const [oldest] = meters.keys()
    if (meters.size > maxAccounts && oldest !== undefined) meters.delete(oldest)
    if (!meter.take()) throw new AppError('rate-limited', { retryAfterMs: 1_000 / perSecond })
    return session
  }

  app.post(ticketPath, async (request, reply) => {
    noStore(reply)
    const account = await signed(request)
    const parsed = TicketRequest.safeParse(request.body)
    if (!parsed.success) throw new AppError('invalid', { field: 'rooms' })
    return reply.send(await doors.tickets(account, parsed.data.rooms))
  })

  app.post(diffPath, { bodyLimit: diffBodyBytes }, async (request, reply) => {
    noStore(reply)
    const account = await signed(request)
    const parsed = DiffRequest.safeParse(request.body)
    if (!parsed.success) throw new AppError('invalid', { field: 'rooms' })
    const { format, rooms } = parsed.data
    if (format !== documentFormat) throw new AppError('invalid', { field: 'format' })
    if (rooms.some(({ sv }) => !inspectStateVector(Buffer.from(sv, 'base64')).ok)) throw new AppError('invalid', { field: 'sv' })
    return reply.send(await doors.diff(account, parsed.data))
  })
}
