import type { FastifyBaseLogger } from 'fastify'
import type { Rooms } from '#server/documents/rooms.ts'
import type { Store } from '#server/store/port.ts'
import type { JobLog } from '#server/health/job-log.ts'
import type { Writer } from '#server/sync/writer.ts'
import { isLeaseLost } from '#server/sync/leases.ts'
import { boardWorker } from '#server/features/feed/boards.ts'
import { periodOf, staleScores } from '#server/features/feed/jobs.ts'
import { eraseBinned } from '#server/features/posts/erase-job.ts'
import { serverDomains } from '#server/features/domains.ts'
import { publishDue, thinDue } from '#server/features/posts/jobs.ts'
import { dayMs, minuteMs } from '#shared/kernel/durations.ts'

export interface Jobs {
  /** Starts nothing new, tells what is under way that it is to end, and waits for that. */
  stop(): Promise<void>
}

/**
 * What time alone brings about: scores that decay (each minute), inflation-adjusted scores (each
 * day, this 28-day period and the last), boards of who earned most, posts whose hour has come
 * (looked for four times a minute), old versions that thin out, results of polls that have closed,
 * drafts that have lain in the bin for long, and what the domains' manifests name. Each is a
 * mutation of the server's own through the writer; a failure is logged and tried again at the next
 * turn.
 */
export function startJobs({
  store,
  writer,
  rooms,
  log,
  jobs: jobLog,
}: {
  readonly store: Store
  readonly writer: Writer
  readonly rooms: Rooms
  readonly log: FastifyBaseLogger
  readonly jobs: JobLog
}): Jobs {
  // The store's: a node whose own clock is an hour fast publishes nothing an hour early.
  const now = store.clock
  const apply = (name: string, args: unknown) => writer.apply({ name, args, userId: null, source: 'server' })
  const rescoring = async (): Promise<void> => {
    const postIds = await store.read((read) => staleScores(read, now()))
    if (postIds.length > 0) await apply('feed.rescore', { postIds })
  }
  const adjusting = async (): Promise<void> => {
    const present = periodOf(now())
    for (const period of [periodOf(present.from - 1), present]) await apply('feed.adjustPeriod', period)
  }
  const boardWork = boardWorker()
  const boarding = async (): Promise<void> => {
    const work = await store.read((read) => boardWork(read, now()))
    if (work.boards.length + work.pastDays.length > 0) await apply('feed.keepBoards', work)
  }
  const posts = { store, rooms, apply: (request: Parameters<Writer['apply']>[0]) => writer.apply(request) }
  const jobs = [
    repeat('scores of posts', rescoring, minuteMs),
    repeat('scores of this period', adjusting, dayMs),
    repeat('boards', boarding, 5 * minuteMs),
    repeat('scheduled posts', () => publishDue(posts, now()), minuteMs / 4),
    repeat('old versions', () => thinDue(posts, now()), 10 * minuteMs),
    repeat(
      'old drafts',
      async (isStopping) => {
        const erased = await eraseBinned({ store, writer }, now(), isStopping)
        if (erased > 0) log.info({ erased }, 'drafts that lay in the bin for ninety days were erased')
      },
      dayMs / 4,
    ),
    ...serverDomains.flatMap(({ jobs: own }) =>
      own.map(({ name, run, everyMs }) => repeat(name, (isStopping) => run({ ...posts, writer, log }, now(), isStopping), everyMs)),
    ),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job()))
    },
  }

  /** Runs at once and then after each pause; never twice at a time. @returns how to stop it. */
  function repeat(name: string, work: (isStopping: AbortSignal) => Promise<void>, everyMs: number): () => Promise<void> {
    jobLog.expect(name, everyMs)
    const stopping = new AbortController()
    let timer: NodeJS.Timeout | undefined
    let running: Promise<void> = Promise.resolve()
    const turn = (): void => {
      running = jobLog
        .note(name, () => work(stopping.signal))
        .catch((error: unknown) => {
          // Another node does it by now.
          if (!isLeaseLost(error)) log.error({ err: error, job: name }, 'a job failed; it is tried again at its next turn')
        })
        .then(() => {
          if (!stopping.signal.aborted) timer = setTimeout(turn, everyMs).unref()
        })
    }
    turn()
    return async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    }
  }
}
