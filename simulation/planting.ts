import type { ReadPolicies } from '#shared/kernel/read-policy.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Batch, Store, StoreRead } from '#server/store/port.ts'
import type { Device, MutationResult } from '#server/sync/device-tables.ts'
import type { SyncPorts } from '#server/sync/sync-ports.ts'
import type { Writer } from '#server/sync/writer.ts'
import type { DeviceStore, DeviceTx, QueuedMutation } from '#web/data/device/port.ts'
import type { Core } from '#web/data/sync/core.ts'
import type { BugName } from './bugs.ts'
import type { Random } from './world/random.ts'

/**
 * Wraps the ports that the cores are given, so that the planted bug shows. Without a bug everything
 * passes as it is.
 */
export class Planting {
  readonly #bug: BugName | null
  /** Ends every process of the site. */
  readonly #crashAll: () => void
  readonly #random: Random

  constructor(bug: BugName | null, random: Random, crashAll: () => void) {
    this.#bug = bug
    this.#random = random
    this.#crashAll = crashAll
  }

  store(store: Store): Store {
    if (this.#bug === 'commit-split') return this.#splitCommits(store)
    if (this.#bug === 'refusal-does-not-advance') return withBatch(store, (batch) => this.#holdBackRefusals(batch))
    if (this.#bug === 'page-skips') return { ...store, read: (work) => store.read((read) => work(this.#skipping(read))) }
    return store
  }

  /**
   * The effect is there and its number is not: as when they are committed one after the other, and
   * the process dies between.
   */
  #splitCommits(store: Store): Store {
    return {
      ...store,
      write: async (work) => {
        const isSplit = this.#random.chance(0.05)
        if (!isSplit) return store.write(work)
        let hasNumber = false
        const value = await store.write((batch) =>
          work({
            ...batch,
            tx: {
              ...batch.tx,
              async put(table, row) {
                const isNumber = table.name === 'mutation_results' || table.name === 'devices'
                hasNumber ||= isNumber
                if (!isNumber) await batch.tx.put(table, row)
              },
            },
          }),
        )
        if (hasNumber) return new Promise(() => this.#crashAll())
        return value
      },
    }
  }

  #holdBackRefusals(batch: Batch): Batch {
    const heldBack = new Map<string, number>()
    const put = async <R extends Row>(table: Table<R>, row: R): Promise<void> => {
      if (table.name === 'mutation_results') {
        const result = row as unknown as MutationResult
        if (result.outcome === 'rejected') {
          heldBack.set(result.deviceId, (heldBack.get(result.deviceId) ?? 0) + 1)
          return
        }
      }
      if (table.name !== 'devices') return batch.tx.put(table, row)
      const device = row as unknown as Device
      const lastMutation = device.lastMutation - (heldBack.get(device.id) ?? 0)
      await batch.tx.put(table, { ...row, lastMutation })
    }
    return { ...batch, tx: { ...batch.tx, put } }
  }

  #skipping(read: StoreRead): StoreRead {
    return {
      ...read,
      changesOf: async (shape, seq, limit) => {
        const found = await read.changesOf(shape, seq, limit)
        return this.#random.chance(0.1) ? found.slice(1) : found
      },
    }
  }

  writer(writer: Writer): Writer {
    if (this.#bug === 'no-dedupe') {
      const seen = new Set<string>()
      return {
        ...writer,
        get healthy() {
          return writer.healthy
        },
        take: async (request) => {
          const key = `${request.numbered.device} ${request.numbered.n}`
          if (seen.has(key)) await writer.apply(request)
          seen.add(key)
          return writer.take(request)
        },
      }
    }
    if (this.#bug === 'answer-before-commit') {
      return {
        ...writer,
        get healthy() {
          return writer.healthy
        },
        take: async (request) => {
          void writer.take(request).catch(() => undefined)
          const { n } = request.numbered
          const result = { t: 'result', n, outcome: 'applied', error: null, seq: 1, shapes: [], current: null, afterMs: null } as const
          return { kind: 'result', result }
        },
      }
    }
    return writer
  }

  policies(policies: ReadPolicies): ReadPolicies {
    return this.#bug === 'page-ungated' ? { of: () => (row) => row } : policies
  }

  ports(ports: SyncPorts): SyncPorts {
    if (this.#bug !== 'leaver-follows') return ports
    const { access } = ports.rules
    const isConversation = (shape: string) => shape.startsWith('conversation:')
    const rules: SyncPorts['rules'] = {
      ...ports.rules,
      access: async (read, viewer, shape) => (isConversation(shape) ? 'allowed' : access(read, viewer, shape)),
    }
    return { ...ports, rules }
  }

  device(store: DeviceStore): DeviceStore {
    switch (this.#bug) {
      case 'queue-cleared-on-send':
        return withTx(store, (tx) =>
          queueWith(tx, async (mutation) => (mutation.isOffered && mutation.state === 'unsent' ? null : mutation)),
        )
      case 'later-lost':
        return withTx(store, (tx) => queueWith(tx, async (mutation) => (mutation.state === 'later' ? null : mutation)))
      case 'refused-text-dropped':
        return withTx(store, (tx) => ({ ...tx, refused: { ...tx.refused, put: async () => undefined } }))
      case 'offered-mutation-merged':
        return withTx(store, (tx) => ({
          ...tx,
          queue: { ...tx.queue, ofKey: async (key) => (await tx.queue.ofKey(key)).map((mutation) => ({ ...mutation, isOffered: false })) },
        }))
      case 'cursor-without-rows':
        return this.#rowsAfterCursor(store)
      default:
        return store
    }
  }

  /**
   * Rows come in a transaction after the one that moves the cursor; now and then there is nobody
   * left to do it.
   */
  #rowsAfterCursor(store: DeviceStore): DeviceStore {
    return {
      ...store,
      write: async (work) => {
        const later: ((tx: DeviceTx) => Promise<void>)[] = []
        const value = await store.write((tx) =>
          work({
            ...tx,
            putRows: async (kind, rows) => void later.push((next) => next.putRows(kind, rows)),
            membership: { ...tx.membership, put: async (items) => void later.push((next) => next.membership.put(items)) },
          }),
        )
        if (later.length > 0 && !this.#random.chance(0.05)) {
          await store.write(async (tx) => {
            for (const put of later) await put(tx)
          })
        }
        return value
      },
    }
  }

  core(core: Core, store: DeviceStore): Core {
    switch (this.#bug) {
      case 'drop-keeps-rows':
        return {
          ...core,
          takeDrop: async (session, drop) => {
            const done = await core.takeDrop({ ...session }, { ...drop, shape: `thread:${'0'.repeat(26)}` })
            await store.write((tx) => tx.shapes.delete([drop.shape]))
            return done
          },
        }
      case 'leader-without-term':
        return withoutTerm(core)
      case 'restore-unnoticed':
        return { ...core, takeWelcome: (session, welcome) => core.takeWelcome({ ...session, taken: 0 }, welcome) }
      case 'optimism-confirmed':
        return {
          ...core,
          enqueue: async (mutation) => {
            const done = await core.enqueue(mutation)
            await store.write((tx) => confirmOptimism(tx, mutation))
            return done
          },
        }
      case 'messages-overtake':
        return {
          ...core,
          enqueue: async (mutation, also) => {
            const done = await core.enqueue(mutation, also)
            if (mutation.name === 'messages.send') await store.write((tx) => overtake(tx, done.value))
            return done
          },
        }
      default:
        return core
    }
  }

  jitter(random: number): number {
    return this.#bug === 'jitter-off' ? 1 : random
  }
}

function withBatch(store: Store, wrap: (batch: Batch) => Batch): Store {
  return { ...store, write: (work) => store.write((batch) => work(wrap(batch))) }
}

function withTx(store: DeviceStore, wrap: (tx: DeviceTx) => DeviceTx): DeviceStore {
  return { ...store, write: (work) => store.write((tx) => work(wrap(tx))) }
}

/** @param put what becomes of a mutation that is written; `null`: it goes. */
function queueWith(tx: DeviceTx, put: (mutation: QueuedMutation) => Promise<QueuedMutation | null>): DeviceTx {
  return {
    ...tx,
    queue: {
      ...tx.queue,
      async put(mutations) {
        for (const mutation of mutations) {
          const kept = await put(mutation)
          if (kept === null) await tx.queue.delete([mutation.n])
          else await tx.queue.put([kept])
        }
      },
    },
  }
}

function withoutTerm(core: Core): Core {
  return {
    ...core,
    takeWelcome: (session, welcome) => core.takeWelcome({ ...session, term: null }, welcome),
    offer: (session, limit) => core.offer({ ...session, term: null }, limit),
    takeResults: (session, results) => core.takeResults({ ...session, term: null }, results),
    takePage: (session, page) => core.takePage({ ...session, term: null }, page),
  }
}

/** The newest message and the one that waits before it change places. */
async function overtake(tx: DeviceTx, n: number): Promise<void> {
  const waiting = (await tx.queue.ofState('unsent', 1_000)).filter(({ name, isOffered }) => name === 'messages.send' && !isOffered)
  const [mine, before] = [waiting.find((each) => each.n === n), waiting.findLast((each) => each.n < n)]
  if (mine === undefined || before === undefined) return
  await tx.queue.put([
    { ...mine, args: before.args },
    { ...before, args: mine.args },
  ])
}

/** A comment as it will be, one hopes. */
async function confirmOptimism(
  tx: DeviceTx,
  mutation: { readonly name: string; readonly args: unknown; readonly at: number },
): Promise<void> {
  if (mutation.name !== 'comments.post') return
  const args = mutation.args as Row & Readonly<Record<string, unknown>>
  await tx.putRows('comments', [{ ...args, postedAt: mutation.at, bodyVersion: 1 } as Row])
}
