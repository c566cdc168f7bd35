import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limits } from '#server/http/limits.ts'
import type { Reports } from './reports.ts'
import { policyReportPath } from '#shared/reports/ingest.ts'
import { reportLimits } from '#shared/reports/limits.ts'
import { isNestedDeeper } from '#shared/sync/protocol.ts'
import { addressBlock } from '#server/http/client-address.ts'
import { answerQuietly } from './answer-quietly.ts'
import { EnvelopeRefused } from './envelope.ts'
import { refusalsIn } from './policy-report.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export interface PolicyReportOptions {
  readonly reports: Pick<Reports, 'noteRefusal'>
  readonly now: () => number
  readonly limits: Limits
}

/** Of the older form, and of the Reporting API. */
const types = ['application/csp-report', 'application/reports+json']
/** A report's fields stand at the third level. */
const nesting = 6

/**
 * `POST /api/policy-reports`: browsers say by themselves what a page's policy has refused. Each
 * network may come so often, and of everybody's so many are kept in an hour: one extension in many
 * readers' browsers, or somebody who makes them up, leaves the other errors their room.
 */
export function policyReportRoutes(app: FastifyInstance, { reports, now, limits }: PolicyReportOptions): void {
  const batches = limits('policy reports', reportLimits.policyBatchesPerMinute, 60_000)
  const ofNetwork = limits('policy reports of a network', reportLimits.policyReportsOfNetworkPerHour, hourMs)
  const ofAll = limits('policy reports of all', reportLimits.policyReportsPerHour, hourMs)

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(types, { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
    answerQuietly(scope)
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      batches.spend(addressBlock(request.ip), now())
    })
    scope.post(policyReportPath, { bodyLimit: reportLimits.policyReportBytes }, async (request, reply) => {
      const refusals = refusalsIn(jsonOf(request.body), request.headers.host ?? '')
      if (refusals === null) throw new EnvelopeRefused(400, 'not a report')
      const reader = { network: addressBlock(request.ip), userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) }
      for (const refusal of refusals)
        if (ofNetwork.take(reader.network, now()).isWithin && ofAll.take('', now()).isWithin) reports.noteRefusal(refusal, reader)
      return reply.code(204).send()
    })
  })
}

/** @throws EnvelopeRefused */
function jsonOf(body: unknown): unknown {
  if (!(body instanceof Uint8Array)) throw new EnvelopeRefused(400, 'no body')
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new EnvelopeRefused(400, 'not JSON')
  }
  if (isNestedDeeper(value, nesting)) throw new EnvelopeRefused(400, 'nested too deep')
  return value
}
