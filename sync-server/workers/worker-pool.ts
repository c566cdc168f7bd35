/**
 * A few threads for jobs that would hold up the event loop. Each job has a limit of time, each
 * thread one of memory; a job that crosses either, or takes its thread down, fails alone: the
 * thread is ended, and the next job gets a fresh one. Threads start when there is work. Short work
 * that somebody waits for goes before slow work, and slow work never takes the last of several
 * threads.
 */
import { Worker } from 'node:worker_threads'
import { JobFailed } from './job-failed.ts'

/** Pure functions of what can be posted to a thread, by name. */
export type JobTable = Readonly<Record<string, (input: never) => unknown>>
export interface Asked {
  readonly name: string
  readonly input: unknown
}
export type Answered = { readonly begun: true } | { readonly done: unknown } | { readonly failed: string }

export interface WorkerPool<Jobs extends JobTable> {
  /** @throws JobFailed */
  ask<Name extends keyof Jobs & string>(
    name: Name,
    input: Parameters<Jobs[Name]>[0],
    limits?: { readonly timeoutMs: number },
  ): Promise<Awaited<ReturnType<Jobs[Name]>>>
  /** Ends the threads; what is under way fails. */
  close(): Promise<void>
}

interface WorkerPoolOptions {
  /** Of the thread: calls `answerJobs`. */
  readonly entry: URL
  readonly threads: number
  /** Of what a thread computes for one job. */
  readonly timeoutMs: number
  /** Of the heap of one thread; bytes outside of it, as those of updates, are not counted. */
  readonly heapMb: number
  readonly youngMb?: number
  readonly maxQueued: number
  readonly isSlow?: (name: string) => boolean
}

interface Queued {
  readonly asked: Asked
  readonly timeoutMs: number
  resolve(answer: unknown): void
  reject(error: JobFailed): void
}

interface Thread {
  readonly worker: Worker
  job: Queued | undefined
  timer: NodeJS.Timeout | undefined
}

export function startWorkerPool<Jobs extends JobTable>(options: WorkerPoolOptions): WorkerPool<Jobs> {
  const { entry, threads: most, timeoutMs: usualMs, heapMb, youngMb = 32, maxQueued, isSlow = () => false } = options
  const threads = new Set<Thread>()
  let queue: Queued[] = []
  let isClosed = false

  function launch(): Thread {
    const worker = new Worker(entry, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
    })
    const thread: Thread = { worker, job: undefined, timer: undefined }
    threads.add(thread)
    worker.on('message', (answer: Answered) => {
      if ('begun' in answer) return void watch(thread)
      const job = free(thread)
      if ('failed' in answer) job?.reject(new JobFailed('refused', answer.failed))
      else job?.resolve(answer.done)
      worker.unref()
      next()
    })
    worker.on('error', (error) => {
      const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      end(thread, new JobFailed(isFull ? 'memory' : 'died', error.message))
    })
    worker.on('exit', (code) => end(thread, new JobFailed('died', `the thread ended (${code})`)))
    return thread
  }

  function free(thread: Thread): Queued | undefined {
    const { job, timer } = thread
    clearTimeout(timer)
    thread.job = undefined
    return job
  }

  function end(thread: Thread, why: JobFailed): void {
    if (!threads.delete(thread)) return
    free(thread)?.reject(why)
    void thread.worker.terminate()
    next()
  }

  function next(): void {
    while (queue.length > 0 && !isClosed) {
      const busy = [...threads].flatMap(({ job }) => (job === undefined ? [] : [job]))
      if (busy.length >= most) return
      const mayBeSlow = busy.filter(({ asked }) => isSlow(asked.name)).length < Math.max(1, most - 1)
      const job = queue.find((one) => !isSlow(one.asked.name)) ?? (mayBeSlow ? queue[0] : undefined)
      if (job === undefined) return
      queue = queue.filter((one) => one !== job)
      begin([...threads].find((thread) => thread.job === undefined) ?? launch(), job)
    }
  }

  function begin(thread: Thread, job: Queued): void {
    thread.job = job
    const { name, input } = job.asked
    // A thread that does not even start is not waited for without end.
    thread.timer = setTimeout(() => end(thread, new JobFailed('time', `${name} did not begin`)), longestStartMs)
    thread.worker.ref()
    thread.worker.postMessage({ name, input } satisfies Asked)
  }

  /**
   * What the thread computes counts, so that a busy machine refuses no honest text; and at last the
   * time that passes.
   */
  async function watch(thread: Thread): Promise<void> {
    const { job, worker } = thread
    if (job === undefined) return
    clearTimeout(thread.timer)
    const { timeoutMs, asked } = job
    const startedAt = performance.now()
    const look = async (): Promise<void> => {
      const usedMs = (await computedMs(worker)) - beforeMs
      if (thread.job !== job) return
      if (usedMs >= timeoutMs || performance.now() - startedAt > timeoutMs * longestTimes)
        return end(thread, new JobFailed('time', `${asked.name} took more than ${timeoutMs} ms`))
      thread.timer = setTimeout(() => void look(), Math.max(20, timeoutMs - usedMs))
    }
    const beforeMs = await computedMs(worker)
    if (thread.job === job) thread.timer = setTimeout(() => void look(), timeoutMs)
  }

  return {
    ask(name, input, { timeoutMs } = { timeoutMs: usualMs }) {
      if (isClosed) return Promise.reject(new JobFailed('closed', 'the workers are closed'))
      if (queue.length >= maxQueued) return Promise.reject(new JobFailed('busy', `${queue.length} jobs wait already`))
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Jobs[typeof name]>>>()
      // The thread answers with what the job of that name returns.
      queue.push({
        asked: { name, input },
        timeoutMs,
        resolve: (answer) => resolve(answer as Awaited<ReturnType<Jobs[typeof name]>>),
        reject,
      })
      next()
      return promise
    },
    async close() {
      isClosed = true
      const closed = new JobFailed('closed', 'the workers are closed')
      for (const { reject } of queue) reject(closed)
      queue = []
      const ending = [...threads]
      for (const thread of ending) end(thread, closed)
      await Promise.all(ending.map(({ worker }) => worker.terminate()))
    },
  }
}

const longestStartMs = 60_000
/** So many times its limit a job may take where others keep the machine busy. */
const longestTimes = 10

/** `Infinity`: the thread is gone. */
async function computedMs(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1_000
  } catch {
    return Infinity
  }
}
