/**
 * R11: what a device should hold of a shape, counted and summed, for it to compare. One shape at a
 * time and mostly idle: a digest reads the whole shape. What everyone sees of a public thread is
 * counted once and kept until the shape changes. A digest is told only to a device that lacks
 * nothing at that very moment; else the change that came between asks for it again.
 */
import type { Table } from '#shared/kernel/table.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { Digest } from '#shared/sync/digest.ts'
import { syncLimits } from '#shared/sync/protocol.ts'
import type { ShapePlace, ShapeRow, StoreRead } from '#server/store/port.ts'
import type { Reader } from './pages.ts'
import type { SyncPorts } from './sync-ports.ts'

export interface Sum {
  /** Where the journal stood in its snapshot. */
  readonly at: number
  readonly count: number
  readonly hash: string
  /** Whoever has a part in one of its rows may see more than these. */
  readonly people: ReadonlySet<string>
}

export interface Asker {
  readonly reader: Reader
  isLive(shape: string): boolean
  /** Up to where the device has been sent the shape; 0 when it does not follow it. */
  standsAt(shape: string): number
  sendDigest(shape: string, count: number, hash: string): void
}

export interface Digests {
  ask(asker: Asker, shape: string): void
  /** The shape has changed. */
  touched(shape: string): void
  stop(): void
}

const maxCached = 2_000
const rowsAtOnce = 200
/** Of the time, digests may have a fifth. */
const restFor = 4

interface Telling {
  /**
   * Resolves once all that is committed now has been told to sessions and to `touched`; or when the
   * store does not say what that is.
   */
  caughtUp(): Promise<void>
  sentUpTo(): number
}

export function createDigests(ports: SyncPorts, telling: Telling): Digests {
  const kept = new Map<string, Sum>()
  let waiting: { readonly asker: Asker; readonly shape: string }[] = []
  let current: { readonly shape: string; isTouched: boolean } | null = null
  let isStopped = false

  async function run(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined && !isStopped; next = waiting.shift()) {
      const startedAt = ports.clock()
      try {
        await tell(next.asker, next.shape)
      } catch (error) {
        ports.log(error, `sync: digest of ${next.shape}`)
      }
      const tookMs = ports.clock() - startedAt
      if (tookMs > 0) await new Promise<void>((resolve) => ports.timers.after(Math.min(tookMs * restFor, 2_000), resolve))
    }
    current = null
  }

  async function tell(asker: Asker, shape: string): Promise<void> {
    const { reader } = asker
    if (!asker.isLive(shape)) return
    current = { shape, isTouched: false }
    const watched = current
    const shared = reader.isPlain ? (kept.get(shape) ?? (await sumFor(ports, shape, null))) : null
    const sum = shared !== null && !shared.people.has(reader.userId) ? shared : await sumFor(ports, shape, reader.userId)
    if (sum === null) return
    await telling.caughtUp()
    // What is kept is known to be right up to what has been told, and no further: a page may have
    // been read while the journal could not be.
    if (watched.isTouched || Math.max(sum.at, asker.standsAt(shape)) > telling.sentUpTo()) return
    if (shared !== null) keep(shape, shared)
    asker.sendDigest(shape, sum.count, sum.hash)
  }

  function keep(shape: string, sum: Sum): void {
    kept.set(shape, sum)
    for (const oldest of kept.keys()) if (kept.size > maxCached) kept.delete(oldest)
  }

  return {
    ask(asker, shape) {
      waiting.push({ asker, shape })
      if (current !== null || isStopped) return
      current = { shape: '', isTouched: false }
      void run()
    },
    touched(shape) {
      kept.delete(shape)
      if (current?.shape === shape) current.isTouched = true
    },
    stop() {
      isStopped = true
      waiting = []
    },
  }
}

/** @param userId `null`: as everyone sees it. @returns `null` when it may not be followed. */
export async function sumFor(
  ports: Pick<SyncPorts, 'store' | 'rules' | 'policies' | 'viewerOf' | 'clock' | 'timers'>,
  shape: string,
  userId: string | null,
): Promise<Sum | null> {
  return ports.store.read(async (read) => {
    const viewer: Viewer = userId === null ? visitor : await ports.viewerOf(read, userId, ports.clock())
    if ((await ports.rules.access(read, viewer, shape)) !== 'allowed') return null
    const tables = new Map(ports.rules.tables.map((table) => [table.name, table]))
    const digest = new Digest()
    const people = new Set<string>()
    for (let place: ShapePlace | null = null; ; await ports.timers.turn()) {
      const rows: readonly ShapeRow[] = await read.rowsOfShape(shape, place, rowsAtOnce, syncLimits.pageBytes)
      for (const { kind, row } of rows) for (const id of ports.rules.peopleOf(kind, row)) people.add(id)
      for (const [kind, ofKind] of Map.groupBy(rows, (each) => each.kind)) {
        const table = tables.get(kind)
        if (table === undefined) continue
        const seen = await seenOf(read, viewer, ports.policies, table, ofKind)
        for (const { row, version } of ofKind) if (seen.has(row.id)) digest.add(kind, row.id, version)
      }
      const last = rows.at(-1)
      if (last === undefined || (rows.length < rowsAtOnce && !mayBeCut(rows))) break
      place = { kind: last.kind, id: last.row.id }
    }
    return { at: await read.position(), count: digest.count, hash: digest.hash, people }
  })
}

/** By its bytes, which are three a character at most. */
const mayBeCut = (rows: readonly ShapeRow[]): boolean => 3 * JSON.stringify(rows).length >= syncLimits.pageBytes

async function seenOf(
  read: StoreRead,
  viewer: Viewer,
  policies: SyncPorts['policies'],
  table: Table,
  rows: readonly ShapeRow[],
): Promise<ReadonlySet<string>> {
  const atHand: Read = {
    ...read,
    // Rows of this table, asked for by their own ids.
    getMany: async <R>() => rows.map(({ row }) => row) as readonly unknown[] as readonly R[],
  }
  const seen = await permittedRead(atHand, viewer, policies).getMany(
    table,
    rows.map(({ row }) => row.id),
  )
  return new Set(seen.map(({ id }) => id))
}
