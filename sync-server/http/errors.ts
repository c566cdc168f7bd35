import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormAgain, FormError } from '#shared/pages/page-data.ts'
import type { SiteContext } from './site-context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { wireErrorOf } from '#shared/sync/wire-error.ts'
import { StoreFailure } from '#server/store/port.ts'
import { loggableUrl } from './log.ts'
import { noStore } from './site-context.ts'

const statuses = {
  'not-found': 404,
  'unknown-mutation': 404,
  invalid: 400,
  'token-invalid': 400,
  taken: 409,
  conflict: 409,
  depends: 409,
  outdated: 426,
  broken: 500,
  'rate-limited': 429,
} as const

/** Nobody knows who asks. */
const unknownSender: ReadonlySet<string> = new Set(['sign-in-first', 'key-needed', 'key-invalid'])

const storeAgainMs = 3_000

/** The status that a refusal is answered with. */
export function statusOf(error: AppError): number {
  if (error.code !== 'not-allowed') return statuses[error.code]
  return error.reason !== undefined && unknownSender.has(error.reason) ? 401 : 403
}

/** Seconds, rounded up, as Retry-After has them. */
export function retryAfterHeader(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1_000)))
}

interface Refusal {
  readonly status: number
  readonly error: FormError
  /** Set for bugs and broken stores: what the reader can quote and the log line carries. */
  readonly digest: string | null
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof AppError) return { status: statusOf(error), error: wireErrorOf(error), digest: null }
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) {
    const code = status === 413 ? 'too-large' : status === 404 ? 'not-found' : status === 429 ? 'rate-limited' : 'invalid'
    return { status, error: { code, reason: null, field: null, retryAfterMs: null }, digest: null }
  }
  // The database was away, or had no room: the same may be sent again.
  if (error instanceof StoreFailure && error.kind !== 'io') {
    const failed = { code: 'invalid', reason: null, field: null, retryAfterMs: storeAgainMs } as const
    return { status: error.kind === 'full' ? 507 : 503, error: failed, digest: randomBytes(4).toString('hex') }
  }
  return { status: 500, error: { code: 'invalid', reason: null, field: null, retryAfterMs: null }, digest: randomBytes(4).toString('hex') }
}

/**
 * Every error ends here: JSON for callers of the API, a page of the site's own look for readers,
 * with what was typed in the form that met a fault of ours.
 */
export async function answerError(
  context: SiteContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  again: FormAgain | null = null,
): Promise<FastifyReply> {
  const refusal = refusalOf(error)
  if (refusal.digest !== null) {
    request.log.error({ err: error, digest: refusal.digest }, 'unexpected')
    context.noteFault(error, {
      digest: refusal.digest,
      release: context.site().build,
      route: `${request.method} ${request.routeOptions.url ?? loggableUrl(request.url).split('?')[0]}`,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    })
  }
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.destroy()
    return reply
  }
  if (refusal.error.retryAfterMs !== null) reply.header('retry-after', retryAfterHeader(refusal.error.retryAfterMs))
  noStore(reply).code(refusal.status)
  if (wantsJson(request)) {
    const body =
      refusal.digest === null
        ? { ok: false, outcome: 'rejected', error: refusal.error }
        : { ok: false, outcome: 'failed', digest: refusal.digest }
    return reply.type('application/json; charset=utf-8').send(body)
  }
  return reply
    .type('text/html; charset=utf-8')
    .send(await errorPage(context, refusal.status, { ...refusal, again: refusal.digest === null ? null : again }))
}

export async function errorPage(
  context: SiteContext,
  status: number,
  details: Partial<Refusal> & { readonly again?: FormAgain | null } = {},
): Promise<string> {
  const site = context.site()
  const entry = await context.webEntry.entry()
  // Never the Host that was sent: what a stranger writes there must not come back.
  const host = URL.parse(site.origin)?.host ?? ''
  return entry.renderError(status, {
    site,
    host,
    digest: details.digest ?? null,
    reason: details.error?.reason ?? null,
    again: details.again ?? null,
  })
}

/** What nobody but a program asks. */
const forPrograms = /^\/(?:api|collab)\/|^\/(?:mcp|sync)(?:$|[/?])/u

/** Scripts say what they take; forms sent by the browser itself want a page. */
export function wantsJson(request: FastifyRequest): boolean {
  const { accept } = request.headers
  if (accept !== undefined && accept.includes('application/json')) return true
  return forPrograms.test(request.url) && !request.url.startsWith('/api/form/')
}
