import type { Health } from '#server/health/health.ts'
import type { PageCache } from '../pages/page-cache.ts'
import type { Figures } from './metrics-text.ts'
import type { RequestMeter } from '#server/health/request-meter.ts'
import { latencyBoundsMs } from '#server/health/request-meter.ts'

export function requestFigures({ counts, histogram }: Figures, requests: RequestMeter): void {
  counts(
    'requests_total',
    'Answers by class of route and status; cut: the client went away first.',
    requests.counts().map(({ route, ending, count }) => ({ labels: { route, status: ending }, count })),
  )
  histogram(
    'request_seconds',
    'From the arrival of a request to the end of its answer, by class of route.',
    'route',
    latencyBoundsMs,
    requests.latencies().map(({ route, buckets, sumMs }) => ({ of: route, buckets, sumMs })),
  )
}

/** The process itself, its cache, who follows the journal, and its jobs. */
export async function processFigures(
  figures: (prefix: string) => Figures,
  health: Health,
  { stats, uses }: Pick<PageCache, 'stats' | 'uses'>,
): Promise<void> {
  const { user, system } = process.cpuUsage()
  const own = figures('process')
  own.one('resident_bytes', 'Memory of this process.', process.memoryUsage.rss())
  own.total('processor_seconds_total', 'Processor time, all threads.', (user + system) / 1e6)
  own.one(
    'loop_delay_seconds',
    'How late the event loop was, the 99th of a hundred of the last ten seconds.',
    (health.latest?.loopDelay ?? 0) / 1_000,
  )
  const pages = figures('page_cache')
  pages.total('hits_total', 'Answers given from the cache of pages.', uses.hits)
  pages.total('misses_total', 'Answers that had to be made.', uses.misses)
  pages.one('answers', 'Answers held.', stats.answers)
  pages.one('bytes', 'Their bytes.', stats.bytes)
  const { position, followers } = await health.followers()
  const journal = figures('journal')
  journal.one('position', 'Of the newest entry.', position)
  journal.each(
    'behind',
    'Entries that each who follows it has yet to see.',
    'follower',
    new Map(followers.map(({ name, behind }) => [name, behind])),
  )
  const jobs = health.jobs.states()
  const times = jobs.flatMap(({ name, succeededAt }) => (succeededAt === null ? [] : [[name, succeededAt / 1_000] as const]))
  figures('job').each(
    'last_success_seconds',
    'When each job last went well, since 1970; absent: not since the start.',
    'job',
    new Map(times),
  )
  figures('job').totals(
    'failures_total',
    'Turns of each job that failed.',
    'job',
    new Map(jobs.map(({ name, failures }) => [name, failures])),
  )
}
