/**
 * The writer in a thread of its own, so that neither fsync nor a long mutation holds up requests;
 * to callers it looks like any Writer. A thread that dies fails what it had in hand (it may or may
 * not be stored: mutations are harmless to repeat) and is started again once, after a pause; if it
 * dies again within a minute, or the disk has failed, the writer stays broken until the process is
 * started anew.
 */
import { setTimeout as after } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { StoreAddress } from '#server/store/open-store.ts'
import { StoreFailure } from '#server/store/port.ts'
import { outcomeOf } from './apply.ts'
import type { Taken } from './numbered.ts'
import { unpackError, unpackOutcome } from './writer-messages.ts'
import type { Ask, FromWriter, ToWriter, WriterStart } from './writer-messages.ts'
import { pauseWhenFullMs, queueFull } from './writer.ts'
import type { Log, Writer } from './writer.ts'

interface WorkerWriterOptions {
  readonly address: StoreAddress
  /** URL of the module that exports `serverRegistry`. */
  readonly serverRegistry: string
  readonly log?: Log
  readonly maxPending?: number
  /** Mutations that may share a transaction; 1 is for measuring what sharing is worth. */
  readonly maxInGroup?: number
  readonly restartPauseMs?: number
}

export interface WorkerWriter extends Writer {
  /** Ends the thread as a crash would; for tests. */
  crash(): Promise<void>
}

interface Pending {
  resolve(answer: unknown): void
  reject(error: unknown): void
}

const calmMs = 60_000

/** Resolves once the thread has opened its store. @throws what stopped it from doing so. */
export async function startWriter(options: WorkerWriterOptions): Promise<WorkerWriter> {
  const { address, serverRegistry, log = (error, about) => console.error(`writer: ${about}:`, error) } = options
  const { maxPending = 10_000, maxInGroup, restartPauseMs = 500 } = options
  const pending = new Map<number, Pending>()
  const listeners = new Set<(seq: number) => void>()
  let outbox: ToWriter['asks'][number][] = []
  let isPosting = false
  let counter = 0
  let lastDeathAt = -Infinity
  let broken: Error | undefined
  let isClosing = false
  let worker = await launch()

  async function launch(): Promise<Worker> {
    const start: WriterStart = { address, serverRegistry, maxInGroup }
    const fresh = new Worker(new URL('./writer-worker.ts', import.meta.url), {
      workerData: start,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    // A worker whose last 'message' listener is taken away falls silent for good, so this one
    // stays.
    fresh.on('message', hear)
    const ready = Promise.withResolvers<void>()
    const stopped = () => ready.reject(new Error('the writer ended before it was ready'))
    fresh.once('message', () => ready.resolve())
    fresh.once('exit', stopped)
    fresh.on('error', (error) => {
      ready.reject(error)
      log(error, 'thread')
    })
    await ready.promise
    fresh.off('exit', stopped)
    fresh.once('exit', (code) => void died(code))
    return fresh
  }

  function hear(message: FromWriter): void {
    if (message.kind === 'committed') for (const listen of listeners) listen(message.seq)
    else if (message.kind === 'log') log(unpackError(message.error), message.about)
    else if (message.kind === 'answers') {
      for (const answer of message.answers) {
        const asked = pending.get(answer.n)
        pending.delete(answer.n)
        if ('outcome' in answer) asked?.resolve(unpackOutcome(answer.outcome))
        else if ('plain' in answer) asked?.resolve(answer.plain)
        else asked?.reject(unpackError(answer.failed))
      }
      if (!message.healthy) broken ??= new StoreFailure('io', 'the disk has failed under the writer: this process must be started anew')
    }
  }

  async function died(code: number): Promise<void> {
    if (isClosing) return
    const death = new StoreFailure('unavailable', `the writer's thread ended (${code}); whether the mutation is stored is unknown`)
    for (const { reject } of pending.values()) reject(death)
    pending.clear()
    outbox = []
    const isSecond = performance.now() - lastDeathAt < calmMs
    lastDeathAt = performance.now()
    if (broken !== undefined) return
    broken = death
    if (isSecond) return
    try {
      await after(restartPauseMs)
      worker = await launch()
      if (isClosing) await worker.terminate()
      else broken = undefined
    } catch (error) {
      log(error, 'restart')
    }
  }

  function post(): void {
    isPosting = false
    const asks = outbox
    outbox = []
    if (asks.length === 0) return
    try {
      worker.postMessage({ asks } satisfies ToWriter)
    } catch (error) {
      // What cannot be copied to another thread: this runs outside of every caller, where a throw
      // would end the process.
      for (const { n } of asks) {
        pending.get(n)?.reject(error)
        pending.delete(n)
      }
    }
  }

  /** The worker answers each ask with what its own method of that name gives. */
  function put<T>(ask: Ask): Promise<T> {
    if (broken !== undefined) return Promise.reject(broken)
    if (isClosing) return Promise.reject(new StoreFailure('unavailable', 'the writer is closing'))
    const n = (counter += 1)
    return new Promise((resolve, reject) => {
      pending.set(n, { resolve: (answer) => resolve(answer as T), reject })
      outbox.push({ n, ask })
      // What is asked for in one turn of the loop travels as one message.
      if (!isPosting) queueMicrotask(post)
      isPosting = true
    })
  }

  const isFull = () => broken === undefined && !isClosing && pending.size >= maxPending

  return {
    apply(request) {
      return isFull() ? Promise.resolve(outcomeOf(queueFull(), 0)) : put({ kind: 'apply', request })
    },
    take(request) {
      return isFull() ? Promise.resolve<Taken>({ kind: 'busy', afterMs: pauseWhenFullMs }) : put({ kind: 'take', request })
    },
    meet: (request) => put({ kind: 'meet', request }),
    acknowledge: (request) => put({ kind: 'acknowledge', request }),
    prune: (request) => put({ kind: 'prune', request }),
    work: (name, args, fence) => put({ kind: 'work', name, args, fence }),
    onCommit(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    get healthy() {
      return broken === undefined
    },
    async close() {
      if (isClosing) return
      post()
      isClosing = true
      if (broken !== undefined) return
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage({ asks: [], close: true } satisfies ToWriter)
      await ended
    },
    async crash() {
      await worker.terminate()
    },
  }
}
