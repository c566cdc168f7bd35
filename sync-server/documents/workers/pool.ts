/**
 * A few threads for the jobs of jobs.ts. Each job has a limit of time, each thread one of memory; a job that crosses either, or takes its
 * thread down, fails alone: the thread is ended, and the next job gets a fresh one. Threads start when there is work.
 * Short work that somebody waits for goes before compaction, and compaction never takes the last of several threads.
 */
import { Worker } from 'node:worker_threads'
import type { Answered, Asked } from './document-worker.ts'
import type { Compacted, JobName, Jobs } from './jobs.ts'
import { JobFailed } from './job-failed.ts'
import { isV2, unpackedIn } from './packed.ts'
import type { PackedSnapshot } from './packed.ts'

export interface DocumentWorkerPool {
  /** @throws JobFailed as all of these do */
  compact(snapshot: Uint8Array | null, rows: readonly Uint8Array[]): Promise<Compacted>
  /** In this thread where that is short, or needs no more than unpacking. */
  unpack(snapshot: PackedSnapshot): Promise<Uint8Array>
  seedOf(body: unknown): Promise<Uint8Array | null>
  changeTo(updates: readonly Uint8Array[], body: unknown): Promise<Uint8Array | null>
  textOf(updates: readonly Uint8Array[]): Promise<ReturnType<Jobs['textOf']>>
  judge(updates: readonly Uint8Array[]): Promise<ReturnType<Jobs['judge']>>
  /** Ends the threads; what is under way fails. */
  close(): Promise<void>
}

export interface DocumentWorkerOptions {
  readonly threads?: number
  readonly timeoutMs?: number
  /** Of the heap of one thread; bytes outside of it, as those of updates, are not counted. */
  readonly heapMb?: number
  readonly mostQueued?: number
}

interface Queued {
  readonly asked: Asked
  resolve(answer: unknown): void
  reject(error: JobFailed): void
}

interface Thread {
  readonly worker: Worker
  job: Queued | undefined
  timer: NodeJS.Timeout | undefined
}

const isSlow = ({ asked }: Queued): boolean => asked.name === 'compact' || asked.name === 'judge'

export function startDocumentWorkers(options: DocumentWorkerOptions = {}): DocumentWorkerPool {
  const { threads: most = 2, timeoutMs = 20_000, heapMb = 384, mostQueued = 2_000 } = options
  const threads = new Set<Thread>()
  let queue: Queued[] = []
  let isClosed = false

  function launch(): Thread {
    const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    })
    const thread: Thread = { worker, job: undefined, timer: undefined }
    threads.add(thread)
    worker.on('message', (answer: Answered) => {
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
      const mayBeSlow = busy.filter(isSlow).length < Math.max(1, most - 1)
      const job = queue.find((one) => !isSlow(one)) ?? (mayBeSlow ? queue[0] : undefined)
      if (job === undefined) return
      queue = queue.filter((one) => one !== job)
      begin([...threads].find((thread) => thread.job === undefined) ?? launch(), job)
    }
  }

  function begin(thread: Thread, job: Queued): void {
    thread.job = job
    const { name, input } = job.asked
    thread.timer = setTimeout(() => end(thread, new JobFailed('time', `${name} took more than ${timeoutMs} ms`)), timeoutMs)
    thread.worker.ref()
    thread.worker.postMessage({ name, input } satisfies Asked)
  }

  function ask<Name extends JobName>(name: Name, input: Parameters<Jobs[Name]>[0]): Promise<ReturnType<Jobs[Name]>> {
    if (isClosed) return Promise.reject(new JobFailed('closed', 'the workers are closed'))
    if (queue.length >= mostQueued) return Promise.reject(new JobFailed('busy', `${queue.length} jobs wait already`))
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<Jobs[Name]>>()
    // The thread answers with what the job of that name returns.
    queue.push({ asked: { name, input }, resolve: (answer) => resolve(answer as ReturnType<Jobs[Name]>), reject })
    next()
    return promise
  }

  return {
    compact: (snapshot, rows) => ask('compact', { snapshot: snapshot === null ? null : alone(snapshot), rows: rows.map(alone) }),
    async unpack({ packed, sha256 }) {
      const here = await unpackHere({ packed, sha256 })
      return here ?? ask('unpack', { packed: alone(packed), sha256 })
    },
    seedOf: (body) => (isBlank(body) ? Promise.resolve(null) : ask('seedOf', { body })),
    changeTo: (updates, body) => ask('changeTo', { updates: updates.map(alone), body }),
    textOf: (updates) => ask('textOf', { updates: updates.map(alone) }),
    judge: (updates) => ask('judge', { updates: updates.map(alone) }),
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

/** One paragraph with nothing in it, as every new draft is: no thread has to be started for it. */
function isBlank(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('content' in body) || !Array.isArray(body.content)) return false
  const [first, ...more]: readonly unknown[] = body.content
  return (
    typeof first === 'object' &&
    first !== null &&
    'type' in first &&
    first.type === 'paragraph' &&
    !('content' in first) &&
    more.length === 0
  )
}

/** Longer ones would hold others up; for shorter ones the thread takes longer to start than this does. */
const mostConvertedHere = 65_536

/** `null`: too long for this thread. */
async function unpackHere({ packed, sha256: expected }: PackedSnapshot): Promise<Uint8Array | null> {
  try {
    const update = await unpackedIn(packed, expected)
    if (!isV2(update)) return update
    if (update.length > mostConvertedHere) return null
    const { convertUpdateFormatV2ToV1 } = await import('yjs')
    return convertUpdateFormatV2ToV1(update)
  } catch (error) {
    throw new JobFailed('refused', error instanceof Error ? error.message : String(error))
  }
}

/** Bytes in a buffer of their own: a message takes the whole buffer along, and the pool of Buffer is large. */
function alone(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
}
