/**
 * What components see of an open store: confirmed rows in memory, the queue's effects over them,
 * permitted for the viewer, and who listens. Every change comes in by `take`, from this tab's
 * writes or another's; listeners hear of it when what they would read has settled.
 */
import type { ReadPolicy, ReadPolicies } from '#shared/kernel/read-policy.ts'
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import type { Changed } from './device-api.ts'
import type { LocalChange } from './local-change.ts'
import type { LocalStore } from './local-store.ts'
import type { Overlay } from './overlay.ts'
import type { KnownRow } from './row-cache.ts'
import { createOverlay } from './overlay.ts'
import { createRowCache, isEqual } from './row-cache.ts'

export interface LiveDeps {
  readonly store: LocalStore
  readonly mutations: readonly Mutation<unknown>[]
  readonly policies: ReadPolicies
  readonly viewer: () => Viewer
  readonly yieldToEventLoop: () => Promise<void>
  readonly elapsed: () => number
  readonly onBug: (error: unknown) => void
  /** A change has been taken in, what it moves has not run yet. */
  readonly onTaken: (change: LocalChange) => void
}

export interface Live {
  /** What may be seen; what is queued over what is confirmed. */
  readonly read: Read
  /** What may be seen; what the server said. */
  readonly confirmed: Read
  readonly overlay: Overlay
  holds(shape: string): boolean
  hint<R extends Row>(table: Table<R>, row: R): void
  /** Every row that has been read or hinted at in this page. */
  known(): readonly KnownRow[]
  /** Resolves when everything that depends on the change has settled. */
  take(change: LocalChange): Promise<void>
  /**
   * Everything anew from the store: at the start, after a loss, after a sleep in which messages may
   * have been missed.
   */
  load(): Promise<void>
  /** The viewer's rights are others. */
  viewerChanged(): Promise<void>
  subscribe(listener: (changed: Changed) => void): () => void
}

export async function openLive(deps: LiveDeps): Promise<Live> {
  const { store } = deps
  const cache = createRowCache({
    getMany: (table, ids) => store.read((tx) => tx.rows.getMany(table, ids)),
    ids: (query) => store.read((tx) => tx.rows.ids(query)),
    count: (query) => store.read((tx) => tx.rows.count(query)),
  })
  const listeners = new Set<(changed: Changed) => void>()
  const complete = new Set<string>()
  let untold = nothingUntold()
  let hinted: (readonly [kind: string, id: string])[] = []
  let last: Promise<unknown> = Promise.resolve()
  const policies = steadyPolicies(deps.policies)
  const overlay = createOverlay({ ...deps, base: cache, onChange: tell })
  // A permitted read remembers surroundings (the post of a comment): one for each state of things.
  let shown = permittedRead(overlay.read, deps.viewer(), policies)
  let shownConfirmed = permittedRead(cache, deps.viewer(), policies)

  function renew(): void {
    shown = permittedRead(overlay.read, deps.viewer(), policies)
    shownConfirmed = permittedRead(cache, deps.viewer(), policies)
  }

  function tell(rows: ReadonlySet<string>): void {
    renew()
    const kinds = new Set([...rows].map((key) => key.slice(0, key.indexOf('/'))))
    const changed: Changed = { rows, kinds, ...untold }
    untold = nothingUntold()
    for (const listener of [...listeners]) {
      try {
        listener(changed)
      } catch (error) {
        deps.onBug(error)
      }
    }
  }

  async function readComplete(shapes: readonly string[]): Promise<void> {
    if (shapes.length === 0) return
    const held = await store.read(async (tx) => Promise.all(shapes.map((shape) => tx.shapes.get(shape))))
    for (const [at, shape] of shapes.entries()) {
      if (held[at]?.isComplete === true) complete.add(shape)
      else complete.delete(shape)
    }
  }

  async function load(): Promise<void> {
    const { queue, shapes } = await store.read(async (tx) => ({ queue: await tx.queue.all(), shapes: await tx.shapes.all() }))
    cache.clear()
    complete.clear()
    for (const shape of shapes) if (shape.isComplete) complete.add(shape.id)
    renew()
    await overlay.reset(queue)
  }

  /**
   * What the server has taken and no shape here carries would be gone with its mutation, although
   * it stands: it is known from then on as from a page.
   */
  async function keepInSight(taken: readonly number[]): Promise<void> {
    if (taken.length === 0) return
    const news = await cache.hintUnconfirmed(taken.flatMap((n) => overlay.writtenBy(n)))
    for (const { table, row } of news) untold.taken.add(`${table.name}/${row.id}`)
  }

  /** A page hints at its rows one by one: what waited for them runs once for all. */
  function takeHints(): void {
    const rows = hinted
    hinted = []
    renew()
    overlay.update({ rows, queued: [], left: [] }).catch(deps.onBug)
  }

  await load()
  return {
    read: delegating(() => shown),
    confirmed: delegating(() => shownConfirmed),
    overlay,
    holds: (shape) => complete.has(shape),
    known: () => cache.known(),
    hint(table, row) {
      cache.hint(table, row)
      if (hinted.length === 0) queueMicrotask(takeHints)
      hinted.push([table.name, row.id])
    },
    take(change) {
      // In the order they were written, or a mutation that left could come back; only the running
      // waits for nobody.
      const begun = last.then(async () => {
        await readComplete(change.shapes)
        cache.forgetRows(change.rows)
        renew()
        for (const shape of change.shapes) untold.shapes.add(shape)
        for (const place of change.places) untold.places.add(place)
        for (const room of change.rooms) untold.rooms.add(room)
        await keepInSight(change.taken)
        // The effects of what left go in this very turn, with their rows already readable: no
        // flicker.
        const settled = overlay.update(change)
        deps.onTaken(change)
        return { settled }
      })
      last = begun.catch(() => undefined)
      return begun.then(async ({ settled }) => {
        await settled
        if (Object.values(untold).some((each) => each.size > 0)) tell(new Set())
      })
    },
    load,
    async viewerChanged() {
      renew()
      await overlay.runAll()
      for (const shape of complete) untold.shapes.add(shape)
      tell(new Set())
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const nothingUntold = () => ({
  shapes: new Set<string>(),
  places: new Set<string>(),
  rooms: new Set<string>(),
  taken: new Set<string>(),
})

/** Always the newest of reads. */
function delegating(current: () => Read): Read {
  return {
    get: (table, id) => current().get(table, id),
    getMany: (table, ids) => current().getMany(table, ids),
    list: (query) => current().list(query),
    count: (query) => current().count(query),
  }
}

/** Read policies give copies of some rows; an unchanged row gets the same copy again. */
function steadyPolicies(policies: ReadPolicies): ReadPolicies {
  const copies = new WeakMap<Row, Row>()
  return {
    of<R extends Row>(table: Table<R>): ReadPolicy<R> {
      const policy = policies.of(table)
      const steady = (row: R, seen: R | undefined): R | undefined => {
        if (seen === undefined || seen === row) return seen
        const before = copies.get(row)
        // The copy of a row of this table is one.
        if (before !== undefined && isEqual(before, seen)) return before as R
        copies.set(row, seen)
        return seen
      }
      return (row, viewer, read) => {
        const seen = policy(row, viewer, read)
        return seen instanceof Promise ? seen.then((later) => steady(row, later)) : steady(row, seen)
      }
    },
  }
}
