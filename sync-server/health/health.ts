/**
 * How this process is: looked at every ten seconds, kept for a fortnight in memory, asked for by
 * the page for administrators and by `/metrics`. It relies on sums that others count as things
 * happen, and never asks the store but for the journal's cursors. A look that fails is left out.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MigrationState } from '#shared/kernel/migration-runs.ts'
import type { FollowerState, HealthPort, HealthSample, HealthView } from '#shared/pages/health-view.ts'
import { windows } from '#shared/pages/health-view.ts'
import type { JobLog } from './job-log.ts'
import type { RequestMeter } from './request-meter.ts'
import { History } from './history.ts'
import { quantileOf } from './request-meter.ts'

/** Sums since the start, and what is there now. */
export interface Counted {
  readonly devices: number
  readonly rooms: number
  readonly mutations: number
  /** ms; the 99th of a hundred of the last mutations' answers. */
  readonly ackMs: number
  readonly cache: { readonly hits: number; readonly misses: number }
}

export interface HealthOptions {
  /** Names this process. */
  readonly node: string
  readonly requests: RequestMeter
  readonly jobs: JobLog
  readonly counted: () => Counted
  /** How far the journal is, and each who follows it. */
  readonly journal: () => Promise<{ readonly position: number; readonly cursors: ReadonlyMap<string, number> }>
  readonly migrations?: readonly MigrationState[]
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

export interface Health extends HealthPort {
  readonly requests: RequestMeter
  readonly jobs: JobLog
  readonly latest: HealthSample | null
  followers(): Promise<{ readonly position: number; readonly followers: readonly FollowerState[] }>
  start(): void
  stop(): void
  /** As the clock does every ten seconds. */
  look(): Promise<void>
}

const everyMs = windows.hour.everyMs
/** Whoever opens the page right after a start sees something. */
const firstAfterMs = 1_000
/** ms; half of it is how exact the delay is. */
const loopResolutionMs = 20
const mebibyte = 1_048_576

export function createHealth(options: HealthOptions): Health {
  const { requests, jobs, now } = options
  const history = new History()
  const loop = monitorEventLoopDelay({ resolution: loopResolutionMs })
  const startedAt = now()
  let latest: HealthSample | null = null
  let latestAt: number | null = null
  let before = sumsNow()
  let timer: NodeJS.Timeout | undefined
  let first: NodeJS.Timeout | undefined

  function sumsNow() {
    return { at: performance.now(), processor: process.cpuUsage(), requests: requests.sums(), counted: options.counted() }
  }

  async function followers(): Promise<{ readonly position: number; readonly followers: readonly FollowerState[] }> {
    const { position, cursors } = await options.journal()
    const states = [...cursors].map(([name, seq]) => ({ name, behind: Math.max(0, position - seq) }))
    return { position, followers: states.toSorted((a, b) => b.behind - a.behind || (a.name < b.name ? -1 : 1)) }
  }

  async function look(): Promise<void> {
    const lag = (await followers()).followers[0]?.behind ?? null
    const sums = sumsNow()
    const seconds = Math.max(0.001, (sums.at - before.at) / 1_000)
    const answers = sums.requests.answers - before.requests.answers
    const mutations = sums.counted.mutations - before.counted.mutations
    const hits = sums.counted.cache.hits - before.counted.cache.hits
    const asked = hits + sums.counted.cache.misses - before.counted.cache.misses
    const microseconds = sums.processor.user + sums.processor.system - before.processor.user - before.processor.system
    latest = {
      requests: answers / seconds,
      waits: quantileOf(
        sums.requests.buckets.map((count, n) => count - (before.requests.buckets[n] ?? 0)),
        0.99,
      ),
      faults: ((sums.requests.faults - before.requests.faults) / seconds) * 60,
      loopDelay: loop.count === 0 ? null : Math.max(0, loop.percentile(99) / 1e6 - loopResolutionMs),
      processor: microseconds / 10_000 / seconds,
      memory: process.memoryUsage.rss() / mebibyte,
      devices: sums.counted.devices,
      rooms: sums.counted.rooms,
      mutations: mutations / seconds,
      acks: mutations === 0 ? null : sums.counted.ackMs,
      lag,
      fromCache: asked === 0 ? null : (100 * hits) / asked,
    }
    latestAt = now()
    before = sums
    loop.reset()
    history.put(latestAt, latest)
  }

  return {
    requests,
    jobs,
    migrations: options.migrations ?? [],
    followers,
    look,
    get latest() {
      return latest
    },
    async view(window): Promise<HealthView> {
      const { position, followers: states } = await followers()
      const jobStates = jobs.states().map(({ failures: _failures, ...job }) => job)
      const figures = { latest, latestAt, history: history.read(window) }
      return { node: options.node, startedAt, ...figures, journal: position, followers: states, jobs: jobStates }
    },
    start() {
      loop.enable()
      const lookNow = (): void => void look().catch(options.onError)
      timer ??= setInterval(lookNow, everyMs).unref()
      first = setTimeout(lookNow, firstAfterMs).unref()
    },
    stop() {
      clearInterval(timer)
      clearTimeout(first)
      timer = undefined
      loop.disable()
    },
  }
}
