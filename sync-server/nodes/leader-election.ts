/**
 * Which of the nodes on one store does what is to be done once. Who leads beats the lease
 * (sync/leases.ts); the others look at it, and when it has stood still for longer than any live
 * node lets it, one of them takes it. A leader that cannot beat stops by itself before that, and
 * whatever it still had under way is refused in the transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '#server/store/port.ts'
import type { Fence } from '#server/sync/leases.ts'
import type { Log, Writer } from '#server/sync/writer.ts'
import { beatLease, releaseLease, leaseLost, leases, takeLease } from '#server/sync/leases.ts'
import { runOperation } from '#server/sync/operations.ts'

type Stop = () => Promise<void>

export interface LeaderElection {
  readonly isLeading: boolean
  /** Counts up with each change of leaders; `null`: somebody else leads. */
  readonly term: number | null
  /**
   * Runs `start` each time this node comes to lead, and what it returned when it does so no longer.
   * What is written by the writer given is refused once another node leads. @returns how to end it
   * for good
   */
  onLeader(start: (writer: Writer) => Stop): Stop
  /** Gives the lead to whoever wants it. */
  stop(): Promise<void>
}

/** Where there is only one. */
export function alone(writer: Writer): LeaderElection {
  return { isLeading: true, term: 0, onLeader: (start) => start(writer), stop: async () => undefined }
}

interface LeaderElectionOptions {
  readonly store: Pick<Store, 'read'>
  readonly writer: Writer
  /** Another one each time a process starts. */
  readonly nodeId: string
  readonly log: Log
  readonly beatMs?: number
  /** A lease that has stood still for so long is nobody's. */
  readonly patienceMs?: number
  /** Never set, never back. */
  readonly monotonic?: () => number
}

const lease = 'background'

export function startLeaderElection(options: LeaderElectionOptions): LeaderElection {
  const { store, writer, nodeId, log, beatMs = 2_000, patienceMs = 15_000, monotonic = () => performance.now() } = options
  const tasks = new Set<Task>()
  const ending = new AbortController()
  let term: number | null = null
  /** When the last beat that was taken was begun. */
  let beatenAt = -Infinity
  let seen: { readonly term: number; readonly beat: number; readonly at: number } | null = null

  /** Long enough before others may take it. */
  const isCertain = (): boolean => term !== null && monotonic() - beatenAt < patienceMs - 2 * beatMs

  function fence(): Fence {
    if (term === null || !isCertain()) throw leaseLost(lease)
    return { lease, term }
  }

  const fenced: Writer = {
    ...writer,
    get healthy() {
      return writer.healthy
    },
    apply: async (request) => writer.apply({ ...request, fence: fence() }),
    work: async (name, args) => writer.work(name, args, fence()),
  }

  async function beat(): Promise<void> {
    if (term === null) return look()
    const at = monotonic()
    if (await runOperation(writer, beatLease, { id: lease, term })) beatenAt = at
    else term = null
  }

  async function look(): Promise<void> {
    const at = monotonic()
    const found = await store.read((read) => read.get(leases, lease))
    if (found !== undefined && found.holder !== '') {
      if (seen === null || seen.term !== found.term || seen.beat !== found.beat) seen = { term: found.term, beat: found.beat, at }
      // Its own it was given with an answer that never came.
      if (found.holder !== nodeId && at - seen.at < patienceMs) return
    }
    const taken = await runOperation(writer, takeLease, { id: lease, holder: nodeId, seen })
    seen = null
    if (taken.holder !== nodeId) return
    term = taken.term
    beatenAt = at
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      await beat().catch((error: unknown) => log(error, 'nodes: the lease'))
      for (const task of tasks) task.turn(isCertain())
      await sleep(beatMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    get isLeading() {
      return isCertain()
    },
    get term() {
      return isCertain() ? term : null
    },
    onLeader(start) {
      const task = new Task(() => start(fenced), log)
      tasks.add(task)
      task.turn(isCertain())
      return async () => {
        tasks.delete(task)
        task.turn(false)
        await task.settled()
      }
    },
    async stop() {
      ending.abort()
      await running
      for (const task of tasks) task.turn(false)
      await Promise.all([...tasks].map((task) => task.settled()))
      if (term !== null)
        await runOperation(writer, releaseLease, { id: lease, term }).catch((error: unknown) => log(error, 'nodes: the lease'))
      term = null
    },
  }
}

/** Something that runs while this node leads; it is never started before it has come to rest. */
class Task {
  readonly #start: () => Stop
  readonly #log: Log
  #stop: Stop | null = null
  #stopping: Promise<void> | null = null
  #isWanted = false

  constructor(start: () => Stop, log: Log) {
    this.#start = start
    this.#log = log
  }

  turn(isLeading: boolean): void {
    this.#isWanted = isLeading
    if (this.#stopping !== null) return
    if (isLeading) this.#stop ??= this.#start()
    else if (this.#stop !== null) this.#end(this.#stop)
  }

  async settled(): Promise<void> {
    await this.#stopping
  }

  #end(stop: Stop): void {
    this.#stop = null
    this.#stopping = stop()
      .catch((error: unknown) => this.#log(error, 'nodes: what only the leading node does'))
      .finally(() => {
        this.#stopping = null
        if (this.#isWanted) this.turn(true)
      })
  }
}
