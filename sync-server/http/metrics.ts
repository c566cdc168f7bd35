import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Health } from '#server/health/health.ts'
import type { Rooms } from '#server/documents/rooms.ts'
import type { SubscriptionManager } from '#server/sync/subscription-manager.ts'
import type { Figures } from './metrics-text.ts'
import type { SiteContext } from './site-context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isAdmin } from '#shared/kernel/viewer.ts'
import { processFigures, requestFigures } from './metrics-of-process.ts'
import { openFigures } from './metrics-text.ts'
import { noStore, sessionOf, viewerOfSession } from './site-context.ts'

interface Measured {
  readonly subscriptionManager: SubscriptionManager
  readonly rooms: Rooms
  readonly health: Health
}

/**
 * `GET /metrics` in Prometheus's text form: for this very machine, and for administrators. Others
 * learn nothing of it.
 */
export function metricsRoutes(app: FastifyInstance, context: SiteContext, measured: Measured): void {
  app.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request) && !isAdmin(await viewerOfSession(context, await sessionOf(context, request))))
      throw new AppError('not-found')
    const text = await metricsText(context, measured)
    return noStore(reply).type('text/plain; version=0.0.4; charset=utf-8').send(text)
  })
}

/**
 * A proxy in front is on this machine too: what came through one has its headers, or the site's own
 * name.
 */
function isFromThisMachine({ raw: { socket }, headers }: FastifyRequest): boolean {
  const isLoopback = /^(?:127\.|::1$|::ffff:127\.)/u.test(socket.remoteAddress ?? '')
  const isNamedSo = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/u.test(headers.host ?? '')
  return isLoopback && isNamedSo && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined
}

async function metricsText({ cache }: SiteContext, { subscriptionManager, rooms, health }: Measured): Promise<string> {
  const { figures, text } = await openFigures()
  syncFigures(figures('sync'), subscriptionManager)
  documentFigures(figures('documents'), rooms)
  requestFigures(figures('http'), health.requests)
  await processFigures(figures, health, cache)
  return text()
}

function syncFigures({ one, total, totals, quantiles }: Figures, { metrics, counts }: SubscriptionManager): void {
  const { open, lagging } = counts()
  one('open_sockets', 'Conversations with devices that are open.', open)
  one('lagging_sockets', 'Of these, those that do not take what is sent.', lagging)
  totals('mutations_total', 'Mutations of devices by outcome.', 'outcome', metrics.mutations)
  totals('refusals_total', 'Mutations refused for good, by code.', 'code', metrics.refusals)
  totals('resets_total', 'Shapes that devices had to begin anew, by reason.', 'why', metrics.resets)
  totals('byes_total', 'Conversations ended by the server, by reason.', 'code', metrics.byes)
  quantiles('ack_seconds', 'From the arrival of a mutation to its answer.', new Map([['', metrics.ackMs]]))
  quantiles(
    'queue_age_seconds',
    'How long mutations had waited on their devices, by the devices’ clocks and kind.',
    metrics.queueAgeMs,
    'device',
  )
  total('pages_total', 'Pages sent.', metrics.pages)
  total('digests_total', 'Comparisons offered to devices.', metrics.digestsSent)
  total('digest_mismatches_total', 'Of these, those that did not agree; each is a bug.', metrics.digestMismatches)
}

function documentFigures({ one, total, totals, quantiles }: Figures, { metrics, counts }: Rooms): void {
  const { open, sockets, lagging, bytes, largestBytes, unchecked } = counts()
  one('open_rooms', 'Documents in memory.', open)
  one('open_bytes', 'Their bytes.', bytes)
  one('largest_room_bytes', 'Bytes of the largest of them.', largestBytes)
  one('mean_room_bytes', 'Bytes of each, on average.', open === 0 ? 0 : bytes / open)
  one('open_sockets', 'Sockets on them.', sockets)
  one('lagging_sockets', 'Of these, those that do not take what is sent.', lagging)
  totals(
    'updates_total',
    'Updates that came, by what became of them: taken, known, or the code of the refusal.',
    'outcome',
    metrics.updates,
  )
  totals('closes_total', 'Sockets closed by the server, by code.', 'code', metrics.closes)
  quantiles('ack_seconds', 'From the arrival of an update to its commit.', new Map([['', metrics.ackMs]]))
  totals(
    'settled_total',
    'Texts kept as revisions, or why not: busy, failed (the look at the whole of one), or its fault.',
    'outcome',
    metrics.settled,
  )
  one('unchecked_rooms', 'Documents that take nothing more in, since the look at them fails; a bug, or an attack.', unchecked)
  total('relays_total', 'Frames passed on to others.', metrics.relayed)
  total('loads_total', 'Documents read from the store.', metrics.loads)
  total('failed_loads_total', 'Documents that could not be read.', metrics.failedLoads)
  total('compactions_total', 'Logs made short.', metrics.compactions)
  total('failed_compactions_total', 'Logs that could not be made short.', metrics.failedCompactions)
  total('resets_total', 'Documents whose copies became void.', metrics.resets)
}
