import type { FastifyBaseLogger } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Rooms } from '#server/documents/rooms.ts'
import type { Health } from '#server/health/health.ts'
import type { Store } from '#server/store/port.ts'
import type { SubscriptionManager } from '#server/sync/subscription-manager.ts'
import type { Freshness } from '../pages/freshness.ts'
import type { PageCache } from '../pages/page-cache.ts'
import { createHealth } from '#server/health/health.ts'
import { JobLog } from '#server/health/job-log.ts'
import { endingOf, RequestMeter } from '#server/health/request-meter.ts'
import { routeClassOf } from './route-class.ts'

interface Watched {
  readonly node?: string
  readonly jobs?: JobLog
  readonly store: Pick<Store, 'journal' | 'meta'>
  readonly subscriptionManager: SubscriptionManager
  readonly rooms: Rooms
  readonly cache: PageCache
  readonly freshness: Freshness
  readonly log: FastifyBaseLogger
  readonly now: () => number
}

/** The health of the process that these parts are of. */
export function watchHealth({
  node = 'this process',
  jobs,
  store,
  subscriptionManager,
  rooms,
  cache,
  freshness,
  log,
  now,
}: Watched): Health {
  return createHealth({
    node,
    requests: new RequestMeter(),
    jobs: jobs ?? new JobLog(now),
    migrations: store.meta.migrations,
    counted: () => ({
      devices: subscriptionManager.counts().open,
      rooms: rooms.counts().open,
      mutations: [...subscriptionManager.metrics.mutations.values()].reduce((sum, count) => sum + count, 0),
      ackMs: subscriptionManager.metrics.ackMs.quantile(0.99),
      cache: cache.uses,
    }),
    journal: async () => {
      const [position, stored] = await Promise.all([store.journal.position(), store.journal.cursors()])
      const { sentUpTo } = subscriptionManager
      const here = [['pages', freshness.position] as const, ...(sentUpTo === null ? [] : [['devices', sentUpTo] as const])]
      return { position, cursors: new Map([...stored, ...here]) }
    },
    now,
    onError: (error) => log.error({ err: error }, 'looking at how this process is'),
  })
}

interface CountedRequest {
  /** It has been answered from the cache of pages. */
  kept(): void
  /** It will be answered, or its client goes away. */
  later(): void
}

/** Begins to take the time of a request. */
export function countRequest(requests: RequestMeter, request: IncomingMessage, response: ServerResponse): CountedRequest {
  const from = performance.now()
  return {
    kept: () => requests.note('kept', endingOf(response.statusCode, true), performance.now() - from),
    later: () =>
      void response.once('close', () =>
        requests.note(routeClassOf(request.url ?? ''), endingOf(response.statusCode, response.writableFinished), performance.now() - from),
      ),
  }
}
