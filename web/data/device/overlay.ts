/**
 * What is queued, over what is confirmed (R6): every mutation of the queue has run here, in order
 * of its number, and nothing of it ever touches a confirmed row. Each mutation's reads and writes
 * are remembered, so that a page, a new mutation or one that left runs again only what depended on
 * it; the effects of a mutation that left are gone at once, in the same turn as its confirmed rows
 * come (no flicker). Running goes in slices, so that thousands of mutations never hold the page up.
 * A mutation that the rules now refuse stays queued, without effect.
 */
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { Read, Transaction } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { parseArgs, upcastArgs } from '#shared/kernel/mutation.ts'
import type { Written } from './layer.ts'
import type { QueuedMutation } from './port.ts'
import type { KnownRow } from './row-cache.ts'
import { layer, listsKey, overRows, rowKey } from './layer.ts'
import { isEqual } from './row-cache.ts'

export interface OverlayDeps {
  /** Confirmed rows, hints under them. */
  readonly base: Read
  readonly mutations: readonly Mutation<unknown>[]
  readonly viewer: () => Viewer
  /** Ends the task, so that the page can answer a key between two slices. */
  readonly yieldToEventLoop: () => Promise<void>
  /** ms, of a clock that never goes back. */
  readonly elapsed: () => number
  /** `table/id` of rows that look different now. */
  readonly onChange: (rows: ReadonlySet<string>) => void
  /**
   * A mutation failed where it should have been refused: a bug, and no reason to stop the others.
   */
  readonly onBug: (error: unknown) => void
}

export interface Overlay {
  readonly read: Read
  /**
   * Takes in what changed underneath. What left is gone at once; resolves when everything has run
   * again.
   */
  update(change: OverlayChange): Promise<void>
  /** The viewer's rights are others now. */
  runAll(): Promise<void>
  /** Another queue altogether: read from disk, or every mutation has another number. */
  reset(queue: readonly QueuedMutation[]): Promise<void>
  /**
   * Runs a mutation over all that is queued and throws its effects away. @throws AppError when the
   * rules refuse it.
   */
  dryRun<Args>(mutation: Mutation<Args>, args: Args, now: number): Promise<void>
  readonly mutations: () => readonly QueuedMutation[]
  /** The rows that a mutation of the queue puts. */
  writtenBy(n: number): readonly KnownRow[]
}

export interface OverlayChange {
  readonly rows: readonly (readonly [kind: string, id: string])[]
  readonly queued: readonly QueuedMutation[]
  readonly left: readonly number[]
}

interface Entry {
  readonly queuedMutation: QueuedMutation
  readonly reads: ReadonlySet<string>
  readonly writes: ReadonlyMap<string, Written>
}

/** Of one task. A slice ends at the first mutation beyond it. */
const sliceMs = 12
/** So often is a mutation tried before it is queued. */
const dryRuns = 3
/** So many mutations at least, before it is worth reading ahead for them. */
const batch = 50

export function createOverlay(deps: OverlayDeps): Overlay {
  const mutations = new Map(deps.mutations.map((mutation) => [mutation.name, mutation]))
  const entries = new Map<number, Entry>()
  /** Who wrote a row, in order of their numbers. */
  const writers = new Map<string, readonly number[]>()
  const readers = new Map<string, Set<number>>()
  /** By table: ids that any mutation has written. */
  const touched = new Map<string, Set<string>>()
  const dirty = new Set<number>()
  let changed = new Set<string>()
  /** What changed while a mutation ran: it may have read it before. */
  let duringRun = new Set<string>()
  let running: Promise<void> | null = null

  /** As the mutation with this number finds it. */
  const readBefore = (n: number): Read =>
    overRows(deps.base, {
      row: (table, id) => lastWritten(rowKey(table, id), n),
      all: (table) => [...(touched.get(table) ?? [])].flatMap((id) => lastWritten(rowKey(table, id), n) ?? []),
    })

  function lastWritten(key: string, before: number): Written | undefined {
    const n = writers.get(key)?.findLast((writer) => writer < before)
    return n === undefined ? undefined : entries.get(n)?.writes.get(key)
  }

  function mark(key: string, after = -Infinity): void {
    for (const n of readers.get(key) ?? []) if (n > after) dirty.add(n)
  }

  /** A row that looks different from this number on. */
  function changedRow(kind: string, id: string, after?: number): void {
    changed.add(rowKey(kind, id))
    duringRun.add(rowKey(kind, id)).add(listsKey(kind))
    mark(rowKey(kind, id), after)
    mark(listsKey(kind), after)
  }

  function takeOut(n: number, entry: Entry): void {
    entries.delete(n)
    for (const key of entry.reads) {
      const of = readers.get(key)
      of?.delete(n)
      if (of?.size === 0) readers.delete(key)
    }
    for (const [key, { table, id }] of entry.writes) {
      const rest = (writers.get(key) ?? []).filter((writer) => writer !== n)
      if (rest.length > 0) writers.set(key, rest)
      else {
        writers.delete(key)
        const ids = touched.get(table.name)
        ids?.delete(id)
        if (ids?.size === 0) touched.delete(table.name)
      }
    }
  }

  function putIn(n: number, entry: Entry): void {
    entries.set(n, entry)
    for (const key of entry.reads) {
      const of = readers.get(key) ?? new Set()
      readers.set(key, of.add(n))
    }
    for (const [key, { table, id }] of entry.writes) {
      writers.set(
        key,
        [...(writers.get(key) ?? []), n].sort((a, b) => a - b),
      )
      touched.set(table.name, (touched.get(table.name) ?? new Set()).add(id))
    }
  }

  function remove(n: number): void {
    const entry = entries.get(n)
    dirty.delete(n)
    if (entry === undefined) return
    takeOut(n, entry)
    for (const { table, id } of entry.writes.values()) changedRow(table.name, id, n)
  }

  /**
   * Runs one mutation where it stands; what depended on a row that it now leaves otherwise is
   * marked.
   */
  async function runAgain(n: number): Promise<void> {
    const before = entries.get(n)
    if (before === undefined) return
    const { queuedMutation } = before
    const run = layer(readBefore(n))
    duringRun = new Set()
    const isDone = await attempt(queuedMutation, run.tx, deps.onBug)
    const now = entries.get(n)
    if (now === undefined) return
    if (now !== before || [...run.reads].some((key) => duringRun.has(key))) {
      dirty.add(n)
      return
    }
    const writes = new Map<string, Written>()
    for (const [key, written] of isDone ? run.writes : []) {
      const earlier = before.writes.get(key)
      writes.set(key, earlier !== undefined && isEqual(earlier.row, written.row) ? earlier : written)
    }
    takeOut(n, before)
    putIn(n, { queuedMutation, reads: run.reads, writes })
    for (const [key, { table, id }] of new Map([...before.writes, ...writes])) {
      if (before.writes.get(key) !== writes.get(key)) changedRow(table.name, id, n)
    }
  }

  async function attempt(queuedMutation: QueuedMutation | undefined, tx: Transaction, onBug: (error: unknown) => void): Promise<boolean> {
    const mutation = mutations.get(queuedMutation?.name ?? '')
    if (queuedMutation === undefined || mutation === undefined) return false
    try {
      // What is of the present version was parsed when it was queued.
      const args =
        queuedMutation.v === mutation.version
          ? queuedMutation.args
          : parseArgs(mutation, upcastArgs(mutation, queuedMutation.v, queuedMutation.args))
      await mutation.run({ tx, viewer: deps.viewer(), now: queuedMutation.at }, args)
      return true
    } catch (error) {
      if (!(error instanceof AppError)) onBug(error)
      return false
    }
  }

  async function runDirty(): Promise<void> {
    let begun = deps.elapsed()
    let warm = 0
    while (dirty.size > 0) {
      if (warm === 0) warm = await warmUp()
      const n = lowest(dirty)
      warm -= 1
      dirty.delete(n)
      await runAgain(n)
      if (deps.elapsed() - begun < sliceMs) continue
      tell()
      await deps.yieldToEventLoop()
      begun = deps.elapsed()
    }
    tell()
  }

  /**
   * Runs the next mutations for nothing but their reading: what they need is then read in a few
   * requests rather than in thousands. @returns how many.
   */
  async function warmUp(): Promise<number> {
    const next = [...dirty].sort((a, b) => a - b).slice(0, batch)
    if (next.length < batch) return next.length
    const read = readBefore(Infinity)
    await Promise.all(next.map(async (n) => attempt(entries.get(n)?.queuedMutation, layer(read).tx, () => undefined)))
    return next.length
  }

  function tell(): void {
    if (changed.size === 0) return
    const rows = changed
    changed = new Set()
    deps.onChange(rows)
  }

  async function settle(): Promise<void> {
    tell()
    running ??= runDirty().finally(() => {
      running = null
    })
    await running
    // Marked between the end of that run and now.
    if (dirty.size > 0) await settle()
  }

  function take(queuedMutation: QueuedMutation): void {
    const before = entries.get(queuedMutation.n)
    if (before !== undefined && isSameMutation(before.queuedMutation, queuedMutation)) {
      entries.set(queuedMutation.n, { ...before, queuedMutation })
      return
    }
    if (before !== undefined) remove(queuedMutation.n)
    entries.set(queuedMutation.n, { queuedMutation, reads: new Set(), writes: new Map() })
    dirty.add(queuedMutation.n)
  }

  return {
    read: readBefore(Infinity),
    async update({ rows, queued, left }) {
      for (const n of left) remove(n)
      for (const [kind, id] of rows) changedRow(kind, id)
      for (const queuedMutation of queued) take(queuedMutation)
      await settle()
    },
    async runAll() {
      for (const n of entries.keys()) dirty.add(n)
      await settle()
    },
    async reset(queue) {
      for (const n of [...entries.keys()]) remove(n)
      for (const queuedMutation of queue) take(queuedMutation)
      await settle()
    },
    async dryRun(mutation, args, now) {
      // A row may come between two of its reads (the next number of a version, say, that somebody
      // else has taken by then): a refusal stands once it comes again.
      for (let left = dryRuns; ; left -= 1) {
        if (dirty.size > 0) await settle()
        try {
          return await mutation.run({ tx: layer(readBefore(Infinity)).tx, viewer: deps.viewer(), now }, args)
        } catch (error) {
          if (!(error instanceof AppError) || left === 1) throw error
        }
      }
    },
    writtenBy: (n) => [...(entries.get(n)?.writes.values() ?? [])].flatMap(({ table, row }) => (row === null ? [] : [{ table, row }])),
    mutations: () => [...entries.values()].map(({ queuedMutation }) => queuedMutation).sort((a, b) => a.n - b.n),
  }
}

/** It has only come further on its way: nothing runs again. */
function isSameMutation(a: QueuedMutation, b: QueuedMutation): boolean {
  return a.name === b.name && a.v === b.v && a.at === b.at && isEqual(a.args, b.args)
}

function lowest(numbers: ReadonlySet<number>): number {
  let least = Infinity
  for (const n of numbers) if (n < least) least = n
  return least
}
