import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Gauge } from 'prom-client'
import type { Rooms } from '#server/documents/rooms.ts'
import type { Hub } from '#server/sync/hub.ts'
import type { SiteContext } from './site-context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isAdmin } from '#shared/kernel/viewer.ts'
import { neverKept, sessionOf, viewerOfSession } from './site-context.ts'

/** `GET /metrics` in Prometheus's text form: for this very machine, and for administrators. Others learn nothing of it. */
export function metricsRoutes(app: FastifyInstance, context: SiteContext, hub: Hub, rooms: Rooms): void {
  app.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request) && !isAdmin(await viewerOfSession(context, await sessionOf(context, request))))
      throw new AppError('not-found')
    const text = await metricsText(hub, rooms)
    return neverKept(reply).type('text/plain; version=0.0.4; charset=utf-8').send(text)
  })
}

/** A proxy in front is on this machine too: what came through one has its headers, or the site's own name. */
function isFromThisMachine({ raw: { socket }, headers }: FastifyRequest): boolean {
  const isLoopback = /^(?:127\.|::1$|::ffff:127\.)/u.test(socket.remoteAddress ?? '')
  const isNamedSo = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/u.test(headers.host ?? '')
  return isLoopback && isNamedSo && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined
}

interface Figures {
  one(name: string, help: string, value: number): void
  /** A value for each label. */
  counted<Key extends string | number>(name: string, help: string, label: string, values: ReadonlyMap<Key, number>): void
  /** Given in ms, shown in seconds. */
  quantiles(name: string, help: string, samples: { quantile(part: number): number }): void
}

/** The library is loaded by whoever asks first. */
async function metricsText(hub: Hub, rooms: Rooms): Promise<string> {
  const { Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  const figures = (prefix: string): Figures => {
    const gauge = (name: string, help: string, label?: string): Gauge =>
      new Gauge({ name: `lyceum_${prefix}_${name}`, help, labelNames: label === undefined ? [] : [label], registers: [registry] })
    return {
      one: (name, help, value) => gauge(name, help).set(value),
      counted(name, help, label, values) {
        const one = gauge(name, help, label)
        for (const [value, count] of values) one.set({ [label]: String(value) }, count)
      },
      quantiles(name, help, samples) {
        const one = gauge(name, help, 'quantile')
        for (const part of [0.5, 0.99]) one.set({ quantile: String(part) }, samples.quantile(part) / 1_000)
      },
    }
  }
  syncFigures(figures('sync'), hub)
  documentFigures(figures('documents'), rooms)
  return registry.metrics()
}

function syncFigures({ one, counted, quantiles }: Figures, { metrics, counts }: Hub): void {
  const { open, lagging } = counts()
  one('open_sockets', 'Conversations with devices that are open.', open)
  one('lagging_sockets', 'Of these, those that do not take what is sent.', lagging)
  counted('deeds_total', 'Deeds of devices by outcome.', 'outcome', metrics.deeds)
  counted('refusals_total', 'Deeds refused for good, by code.', 'code', metrics.refusals)
  counted('resets_total', 'Shapes that devices had to begin anew, by reason.', 'why', metrics.resets)
  counted('byes_total', 'Conversations ended by the server, by reason.', 'code', metrics.byes)
  quantiles('ack_seconds', 'From the arrival of a deed to its answer.', metrics.ackMs)
  quantiles('queue_age_seconds', 'How long deeds had waited on their devices, by the devices’ clocks.', metrics.queueAgeMs)
  one('pages_total', 'Pages sent.', metrics.pages)
  one('digests_total', 'Comparisons offered to devices.', metrics.digestsSent)
  one('digest_mismatches_total', 'Of these, those that did not agree; each is a bug.', metrics.digestMismatches)
}

function documentFigures({ one, counted, quantiles }: Figures, { metrics, counts }: Rooms): void {
  const { open, sockets, lagging, bytes, unchecked } = counts()
  one('open_rooms', 'Documents in memory.', open)
  one('open_bytes', 'Their bytes.', bytes)
  one('open_sockets', 'Sockets on them.', sockets)
  one('lagging_sockets', 'Of these, those that do not take what is sent.', lagging)
  counted(
    'updates_total',
    'Updates that came, by what became of them: taken, known, or the code of the refusal.',
    'outcome',
    metrics.updates,
  )
  counted('closes_total', 'Sockets closed by the server, by code.', 'code', metrics.closes)
  quantiles('ack_seconds', 'From the arrival of an update to its commit.', metrics.ackMs)
  counted(
    'settled_total',
    'Texts kept as revisions, or why not: busy, failed (the look at the whole of one), or its fault.',
    'outcome',
    metrics.settled,
  )
  one('unchecked_rooms', 'Documents that take nothing more in, since the look at them fails; a bug, or an attack.', unchecked)
  one('relays_total', 'Frames passed on to others.', metrics.relayed)
  one('loads_total', 'Documents read from the store.', metrics.loads)
  one('failed_loads_total', 'Documents that could not be read.', metrics.failedLoads)
  one('compactions_total', 'Logs made short.', metrics.compactions)
  one('failed_compactions_total', 'Logs that could not be made short.', metrics.failedCompactions)
  one('resets_total', 'Documents whose copies became void.', metrics.resets)
}
