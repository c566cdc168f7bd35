import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/kernel/errors.ts'
import { retryAfterHeader } from '#server/http/errors.ts'
import { EnvelopeRefused } from './envelope.ts'

/**
 * A refused report is answered by a status and nothing more; our own faults are answered as
 * everywhere.
 */
export function answerQuietly(scope: FastifyInstance): void {
  scope.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof EnvelopeRefused) return reply.code(error.status).send()
    if (error instanceof AppError && error.code === 'rate-limited')
      return reply
        .code(429)
        .header('retry-after', retryAfterHeader(error.retryAfterMs ?? 1_000))
        .send()
    const status = (error as { readonly statusCode?: unknown }).statusCode
    if (typeof status === 'number' && status >= 400 && status < 500) return reply.code(status).send()
    throw error
  })
}
