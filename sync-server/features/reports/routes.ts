import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Read } from '#shared/kernel/transaction.ts'
import type { SessionRef } from '#server/http/ports.ts'
import type { Reports } from './reports.ts'
import { viewerOfAccount } from '#shared/accounts/queries.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { tunnelRoute } from '#shared/reports/ingest.ts'
import { reportLimits } from '#shared/reports/limits.ts'
import { canSeeReports } from '#shared/reports/rules.ts'
import { feedbackScreenshots } from '#shared/reports/schema.ts'
import { addressBlock } from '#server/http/client-address.ts'
import { retryAfterHeader } from '#server/http/errors.ts'
import { answerQuietly } from './answer-quietly.ts'
import { EnvelopeRefused, readEnvelope } from './envelope.ts'
import { inflated } from './inflate.ts'
import type { Limits } from '#server/http/limits.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export interface ReportRoutesOptions {
  readonly reports: Reports
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly sessionOf: (request: FastifyRequest) => Promise<SessionRef | null>
  readonly now: () => number
  readonly limits: Limits
}

/**
 * What carries an envelope: Sentry's clients send text, bytes without a type, or the type of its
 * own.
 */
const types: ReadonlySet<string> = new Set(['', 'text/plain', 'application/octet-stream', 'application/x-sentry-envelope'])

/** The tunnel, and the pictures that came through it. */
export function reportRoutes(app: FastifyInstance, options: ReportRoutesOptions): void {
  void app.register(async (scope) => tunnel(scope, options))

  app.get<{ Params: { id: string } }>(reportLinks.anyScreenshot, async (request, reply) => {
    const picture = await options.store.read(async (read) => {
      const session = await options.sessionOf(request)
      authorize(canSeeReports(await viewerOfAccount(read, session?.userId ?? null, options.now())))
      return read.get(feedbackScreenshots, request.params.id)
    })
    if (picture === undefined) throw new AppError('not-found')
    // As a file of ours it comes under a policy that allows it nothing (`sandbox`,
    // security-headers.ts), and is never taken for anything else.
    return reply
      .type('image/png')
      .header('cache-control', 'private, no-store')
      .header('vary', 'cookie')
      .send(Buffer.from(picture.bytes, 'base64'))
  })
}

/**
 * `POST /api/sentry?o=ORG&p=PROJECT`. The first look is cheap: how often this network has come, and
 * whether the address is the one we gave out, letter by letter. Whatever is refused hears a status
 * and nothing more.
 */
async function tunnel(scope: FastifyInstance, { reports, limits, now }: ReportRoutesOptions): Promise<void> {
  const perMinute = limits('reports', reportLimits.envelopesPerMinute, 60_000)
  const feedback = limits('feedback', reportLimits.feedbackPerHour, hourMs)
  const { org, project } = reports.place
  const addresses: ReadonlySet<string> = new Set([`${tunnelRoute}?o=${org}&p=${project}`, `${tunnelRoute}?p=${project}&o=${org}`])

  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
  answerQuietly(scope)
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    perMinute.spend(addressBlock(request.ip), now())
    if (!addresses.has(request.url)) throw new EnvelopeRefused(403, 'another place')
  })

  scope.post(tunnelRoute, { bodyLimit: reportLimits.envelopeBytes }, async (request, reply) => {
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (!types.has(type)) return reply.code(415).send()
    if (!(request.body instanceof Uint8Array)) throw new EnvelopeRefused(400, 'no body')
    const bytes = await inflated(request.body, request.headers['content-encoding'])
    if (typeof bytes === 'string') return reply.code({ 'too-large': 413, broken: 400, unknown: 415 }[bytes]).send()
    const envelope = readEnvelope(bytes, reports.isOurs)
    if (await reports.knows(envelope)) return reply.send({})
    const isFeedback = envelope.items.some((item) => item.type === 'feedback')
    const waitMs = isFeedback ? feedback.waitMs(addressBlock(request.ip), now()) : 0
    if (waitMs > 0) return later(waitMs)
    const delivered = await reports.deliver(envelope, bytes, (request.headers['user-agent'] ?? '').slice(0, 300))
    if (delivered.kind === 'busy') return later(delivered.retryAfterMs)
    if (delivered.kind === 'taken' && isFeedback) feedback.count(addressBlock(request.ip), now())
    return delivered.kind === 'taken' ? reply.send({}) : reply.code(delivered.kind === 'failed' ? 502 : 400).send()

    function later(ms: number) {
      const seconds = retryAfterHeader(ms)
      // The second says it in the words of Sentry's clients: of feedback alone, errors may come all
      // the same.
      if (isFeedback) reply.header('x-sentry-rate-limits', `${seconds}:feedback:organization`)
      return reply.code(429).header('retry-after', seconds).send()
    }
  })
}
