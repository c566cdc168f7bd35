/**
 * A process that does one kind of risky or heavy work, seen from the server: started when there is
 * some, one job at a time, a short queue, a limit of time for each, ended when there has been
 * nothing to do. One that dies or hangs fails the job it had; the next job gets a fresh one.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

export interface WorkerPool<Asked, Answered> {
  /** `busy`: too many wait, or it cannot be done here just now. */
  make(asked: Asked): Promise<Answered | 'busy'>
  close(): Promise<void>
}

/** What tests set. */
export interface WorkerPoolOptions {
  readonly maxWaiting?: number
  readonly timeoutMs?: number
  readonly idleMs?: number
  readonly start?: () => ChildProcess
}

interface Kind<Answered> {
  /** Its module, beside the module that says so. */
  readonly module: URL
  /** What a job comes to that the process dies of. */
  readonly broken: Answered
}

interface Waiting<Asked, Answered> {
  readonly asked: Asked
  readonly resolve: (answer: Answered | 'busy') => void
}

export function workerPool<Asked extends object, Answered>(
  kind: Kind<Answered>,
  options: WorkerPoolOptions = {},
): WorkerPool<Asked, Answered> {
  const { maxWaiting = 12, timeoutMs = 40_000, idleMs = 20_000, start = () => startProcess(kind.module) } = options
  const waiting: Waiting<Asked, Answered>[] = []
  let child: ChildProcess | null = null
  let job: Waiting<Asked, Answered> | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function running(): ChildProcess {
    if (child !== null) return child
    const started = start()
    started.on('message', (answer: Answered) => {
      if (child === started) done(answer)
    })
    // It could not be started: no fault of the job's.
    started.on('error', () => lose(started, 'busy'))
    started.once('exit', () => lose(started))
    child = started
    return started
  }

  function lose(gone: ChildProcess, why: Answered | 'busy' = isClosed ? 'busy' : kind.broken): void {
    if (child !== gone) return
    child = null
    if (job !== null) done(why)
  }

  function done(answer: Answered | 'busy'): void {
    clearTimeout(timer)
    job?.resolve(answer)
    job = null
    next()
  }

  function next(): void {
    if (job !== null) return
    job = waiting.shift() ?? null
    if (job === null) {
      timer = setTimeout(end, idleMs).unref()
      return
    }
    clearTimeout(timer)
    timer = setTimeout(end, timeoutMs)
    let process: ChildProcess
    try {
      process = running()
    } catch {
      // Not even begun, for want of memory say.
      done('busy')
      return
    }
    process.send(job.asked, (error) => {
      if (error !== null) lose(process)
    })
  }

  function end(): void {
    const gone = child
    gone?.kill('SIGKILL')
    if (gone !== null) lose(gone)
  }

  return {
    make(asked) {
      if (isClosed || waiting.length >= maxWaiting) return Promise.resolve('busy')
      return new Promise((resolve) => {
        waiting.push({ asked, resolve })
        next()
      })
    },
    async close() {
      isClosed = true
      for (const { resolve } of waiting.splice(0)) resolve('busy')
      clearTimeout(timer)
      const gone = child
      const ended = gone === null ? Promise.resolve() : new Promise<void>((resolve) => gone.once('exit', () => resolve()))
      end()
      clearTimeout(timer)
      await ended
    },
  }
}

/** Of the server's own environment only what a process needs to run: no keys. */
const passedOn = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'LD_LIBRARY_PATH']

export function childEnvironment(): Readonly<Record<string, string>> {
  const kept = passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]))
  return { ...Object.fromEntries(kept), MALLOC_ARENA_MAX: '1' }
}

function startProcess(module: URL): ChildProcess {
  return fork(module, {
    execArgv: ['--max-semi-space-size=1'],
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
