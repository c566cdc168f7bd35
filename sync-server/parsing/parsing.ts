/**
 * Long texts from members are parsed in a thread, for two seconds and within a bound of memory: a text made to be slow holds up its sender alone.
 * A short one is parsed where it is asked for, which takes less time than a thread's answer.
 */
import type { Doc } from '#shared/text/nodes.ts'
import type { ParseJobs } from './parse-jobs.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { JobFailed } from '#server/workers/job-failed.ts'
import { startWorkerPool, type WorkerPool } from '#server/workers/worker-pool.ts'

/** In UTF-16 units: never fewer than a third of the bytes. */
export const maxParsedHere = 20_000
const maxQueued = 100

let pool: WorkerPool<ParseJobs> | null = null
const threads = (): WorkerPool<ParseJobs> =>
  (pool ??= startWorkerPool<ParseJobs>({
    entry: new URL('./parse-worker.ts', import.meta.url),
    threads: 2,
    timeoutMs: 2_000,
    heapMb: 256,
    maxQueued,
  }))

/** `null`: more than a text may hold, or than can be read in two seconds. @throws AppError 'rate-limited' when too much waits */
export async function parseMarkdown(markdown: string, profile: 'essay' | 'comment'): Promise<Doc | null> {
  const input = { markdown, profile }
  if (markdown.length > maxParsedHere) return orTooMuch(threads().ask('markdown', input))
  const { parseJobs } = await import('./parse-jobs.ts')
  return parseJobs.markdown(input)
}

/** Ends the threads; for tests and when the server stops. */
export async function stopParsing(): Promise<void> {
  const ending = pool
  pool = null
  await ending?.close()
}

async function orTooMuch<T>(job: Promise<T>): Promise<T | null> {
  try {
    return await job
  } catch (error) {
    if (!(error instanceof JobFailed)) throw error
    if (error.kind === 'time' || error.kind === 'memory') return null
    if (error.kind === 'busy') throw new AppError('rate-limited', { retryAfterMs: 2_000, message: error.message })
    throw error
  }
}
