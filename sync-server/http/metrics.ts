import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Hub } from '#server/sync/hub.ts'
import type { SiteContext } from './site-context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isAdmin } from '#shared/kernel/viewer.ts'
import { neverKept, sessionOf, viewerOfSession } from './site-context.ts'

/** `GET /metrics` in Prometheus's text form: for this very machine, and for administrators. Others learn nothing of it. */
export function metricsRoutes(app: FastifyInstance, context: SiteContext, hub: Hub): void {
  app.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request) && !isAdmin(await viewerOfSession(context, await sessionOf(context, request))))
      throw new AppError('not-found')
    const text = await metricsText(hub)
    return neverKept(reply).type('text/plain; version=0.0.4; charset=utf-8').send(text)
  })
}

/** A proxy in front is on this machine too: what came through one has its headers, or the site's own name. */
function isFromThisMachine({ raw: { socket }, headers }: FastifyRequest): boolean {
  const isLoopback = /^(?:127\.|::1$|::ffff:127\.)/u.test(socket.remoteAddress ?? '')
  const isNamedSo = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/u.test(headers.host ?? '')
  return isLoopback && isNamedSo && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined
}

/** The library is loaded by whoever asks first. */
async function metricsText({ metrics, counts }: Hub): Promise<string> {
  const { Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  const gauge = (name: string, help: string, label?: string) =>
    new Gauge({ name: `lyceum_sync_${name}`, help, labelNames: label === undefined ? [] : [label], registers: [registry] })
  const counted = (name: string, help: string, label: string, values: ReadonlyMap<string, number>): void => {
    const one = gauge(name, help, label)
    for (const [value, count] of values) one.set({ [label]: value }, count)
  }
  const quantiles = (name: string, help: string, samples: { quantile(part: number): number }): void => {
    const one = gauge(name, help, 'quantile')
    for (const part of [0.5, 0.99]) one.set({ quantile: String(part) }, samples.quantile(part) / 1_000)
  }
  const { open, lagging } = counts()
  gauge('open_sockets', 'Conversations with devices that are open.').set(open)
  gauge('lagging_sockets', 'Of these, those that do not take what is sent.').set(lagging)
  counted('deeds_total', 'Deeds of devices by outcome.', 'outcome', metrics.deeds)
  counted('refusals_total', 'Deeds refused for good, by code.', 'code', metrics.refusals)
  counted('resets_total', 'Shapes that devices had to begin anew, by reason.', 'why', metrics.resets)
  counted('byes_total', 'Conversations ended by the server, by reason.', 'code', metrics.byes)
  quantiles('ack_seconds', 'From the arrival of a deed to its answer.', metrics.ackMs)
  quantiles('queue_age_seconds', 'How long deeds had waited on their devices, by the devices’ clocks.', metrics.queueAgeMs)
  gauge('pages_total', 'Pages sent.').set(metrics.pages)
  gauge('digests_total', 'Comparisons offered to devices.').set(metrics.digestsSent)
  gauge('digest_mismatches_total', 'Of these, those that did not agree; each is a bug.').set(metrics.digestMismatches)
  return registry.metrics()
}
