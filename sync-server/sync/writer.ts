/**
 * The single way in for writes. Mutations that arrive together share one transaction (group
 * commit), each in its own savepoint, strictly one after another; nobody is answered before the
 * commit is on disk. It never carries on after the disk has failed: `healthy` turns false.
 */
import { randomBytes } from 'node:crypto'
import { AppError } from '#shared/kernel/errors.ts'
import { makeId } from '#shared/kernel/ids.ts'
import type { Outcome } from '#shared/kernel/mutation.ts'
import { StoreFailure } from '#server/store/port.ts'
import type { Batch, Store } from '#server/store/port.ts'
import { applyDeps, applyMutation, outcomeOf, refusal } from './apply.ts'
import type { ApplyDeps, ApplyRequest, Attempt } from './apply.ts'
import type { Fence } from './leases.ts'
import { requireFence, isLeaseLost } from './leases.ts'
import { acknowledgeUpTo, DevicesInBatch, meetDevice } from './numbered-devices.ts'
import type { Acknowledgement, Greeting, Met } from './numbered-devices.ts'
import { takeNumbered } from './numbered.ts'
import type { NumberedRequest, Taken } from './numbered.ts'
import { prune } from './prune.ts'
import type { Pruned, PruneStep } from './prune.ts'
import type { ServerRegistry } from './server-registry.ts'
import { operationsByName } from './operations.ts'

export interface Writer {
  /**
   * Resolves after the commit (`applied`), or with the refusal. A full queue answers `later`.
   * @throws StoreFailure when the commit failed; the error itself when the mutation ran into a bug.
   *   Nothing of it is stored then.
   */
  apply(request: ApplyRequest): Promise<Outcome>
  /**
   * The same for a mutation with a number: exactly once. Mutations asked for one after another are
   * taken in that order. @throws as `apply`
   */
  take(request: NumberedRequest): Promise<Taken>
  /**
   * Notes who greets, binding a new device to its account. Costs a write only when something has
   * changed or an hour has passed.
   */
  meet(greeting: Greeting): Promise<Met>
  /** The device needs no answers up to there any more. Of another account's device: nothing. */
  acknowledge(acknowledgement: Acknowledgement): Promise<void>
  /** A bounded step of tidying; see `startStoreCare`. */
  prune(step: PruneStep): Promise<Pruned>
  /**
   * One of the server registry's works, in a savepoint of the shared transaction; see
   * `runOperation`. @param fence as in `ApplyRequest`
   */
  work(name: string, args: unknown, fence?: Fence): Promise<unknown>
  /**
   * `listen` hears the journal's position after each commit that has moved it; returns how to stop.
   */
  onCommit(listen: (seq: number) => void): () => void
  /** `false` once the disk has failed: the process must be started anew. */
  readonly healthy: boolean
  /** Finishes what is queued. The store stays open. */
  close(): Promise<void>
}

/** What is a bug is told here, as well as to the caller. */
export type Log = (error: unknown, about: string) => void

export interface WriterOptions {
  readonly clock?: ApplyDeps['clock']
  readonly newId?: ApplyDeps['newId']
  readonly log?: Log
  readonly maxQueued?: number
  readonly maxInGroup?: number
  /**
   * After so long a group ends, whatever waits: where nodes share the store, others wait for their
   * turn with it.
   */
  readonly maxHoldMs?: number
}

/** What the work of one group shares. */
interface Group {
  readonly batch: Batch
  readonly devices: DevicesInBatch
}

interface Queued {
  /** For the log. */
  readonly about: string
  /** Does it, and returns how to answer once all is on disk. */
  run(group: Group): Promise<(seq: number) => void>
  reject(error: unknown): void
}

export const pauseWhenFullMs = 1_000

export function inProcessWriter(store: Store, serverRegistry: ServerRegistry, options: WriterOptions = {}): Writer {
  const { clock = Date.now, newId = freshId, log = logToConsole, maxQueued = 10_000, maxInGroup = 256, maxHoldMs = Infinity } = options
  const deps = applyDeps(serverRegistry, { clock, newId })
  const operations = operationsByName(serverRegistry.operations ?? [])
  const listeners = new Set<(seq: number) => void>()
  let queue: Queued[] = []
  let running: Promise<void> | undefined
  let broken: StoreFailure | undefined
  /** Where the journal stood when listeners were last told. */
  let sentPosition = -1

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      // Lets in all that has arrived meanwhile, so that it shares the next transaction.
      await new Promise((resolve) => setImmediate(resolve))
      const group = queue.slice(0, maxInGroup)
      queue = queue.slice(maxInGroup)
      await commit(group)
    }
    running = undefined
  }

  async function commit(group: readonly Queued[]): Promise<void> {
    if (broken !== undefined) return rejectAll(group, broken)
    // How each is to be answered once all is on disk. Begun anew when the store asks for a second
    // try.
    let answers: ((seq: number) => void)[] = []
    let position = 0
    try {
      await store.write(async (batch) => {
        answers = []
        const begunAt = performance.now()
        batch.afterCommit((seq) => (position = seq))
        const shared = { batch, devices: new DevicesInBatch(batch.tx) }
        for (const { about, run, reject } of group) {
          if (answers.length > 0 && performance.now() - begunAt > maxHoldMs) break
          try {
            answers.push(await run(shared))
          } catch (error) {
            if (error instanceof StoreFailure) throw error
            // Its caller knows what to make of that.
            if (!isLeaseLost(error)) log(error, about)
            answers.push(() => reject(error))
          }
        }
        await shared.devices.flush()
      })
    } catch (error) {
      log(error, 'commit')
      if (error instanceof StoreFailure && error.kind === 'io') broken = error
      return rejectAll(group, error)
    }
    // In their order, before all that came later.
    if (answers.length < group.length) queue = [...group.slice(answers.length), ...queue]
    // What nobody follows, such as a document's log, leaves the journal as it was.
    if (position !== sentPosition) for (const listen of listeners) tell(listen, position)
    sentPosition = position
    for (const answer of answers) answer(position)
  }

  function tell(listen: (seq: number) => void, seq: number): void {
    try {
      listen(seq)
    } catch (error) {
      log(error, 'commit listener')
    }
  }

  function ask<T>(about: string, run: (group: Group) => Promise<(seq: number) => T>): Promise<T> {
    if (broken !== undefined) return Promise.reject(broken)
    return new Promise((resolve, reject) => {
      queue.push({
        about,
        reject,
        async run(group) {
          const answer = await run(group)
          return (seq) => resolve(answer(seq))
        },
      })
      running ??= drain()
    })
  }

  return {
    apply(request) {
      if (broken === undefined && queue.length >= maxQueued) return Promise.resolve(outcomeOf(queueFull(), 0))
      return ask(request.name, async ({ batch }) => {
        const attempt = await applyMutation(batch, deps, request)
        return (seq) => outcomeOf(attempt, seq)
      })
    },
    take(request) {
      if (broken === undefined && queue.length >= maxQueued) return Promise.resolve({ kind: 'busy', afterMs: pauseWhenFullMs })
      return ask(request.name, ({ batch, devices }) => takeNumbered(batch, deps, devices, request))
    },
    meet: (greeting) =>
      ask('a greeting', async ({ devices }) => {
        const met = await meetDevice(devices, greeting, clock())
        return () => met
      }),
    acknowledge: (acknowledgement) =>
      ask('an acknowledgement', async ({ devices }) => {
        await acknowledgeUpTo(devices, acknowledgement)
        return () => undefined
      }),
    prune: (step) =>
      ask('tidying', async ({ batch, devices }) => {
        const tended = await prune(batch, devices, step, clock())
        return () => tended
      }),
    work: (name, args, fence) =>
      ask(name, async ({ batch }) => {
        if (fence !== undefined) await requireFence(batch.tx, fence)
        const work = operations.get(name)
        if (work === undefined) throw new TypeError(`no work is called ${name}`)
        const answer = await batch.savepoint(() => work({ batch, tx: batch.tx, now: clock(), viewerOf: serverRegistry.viewerOf }, args))
        return () => answer
      }),
    onCommit(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    get healthy() {
      return broken === undefined
    },
    async close() {
      await running
    },
  }
}

export function queueFull(): Attempt {
  return refusal(new AppError('rate-limited', { retryAfterMs: pauseWhenFullMs, message: 'the writer has too much to do' }))
}

function rejectAll(group: readonly Queued[], error: unknown): void {
  for (const { reject } of group) reject(error)
}

function freshId(now: number): string {
  return makeId(now, randomBytes(10))
}

function logToConsole(error: unknown, about: string): void {
  console.error(`writer: ${about}:`, error)
}
