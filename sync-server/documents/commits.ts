/**
 * From memory to the disk: what rooms have accepted, many documents in one commit, one commit on
 * its way at a time while the next gathers (Y1). A commit that fails is tried again: whether it is
 * stored is not known then, and to store an update twice changes nothing.
 */
import type { RefusalCode } from '#shared/documents/protocol.ts'
import type { Entry, Kept } from './keep-updates.ts'
import type { DocumentPorts } from './ports.ts'
import type { DocumentRoom, Part } from './room.ts'
import type { TextSize } from './text-size.ts'
import { runOperation } from '#server/sync/operations.ts'
import { keepUpdates } from './keep-updates.ts'
import { sumOf } from './text-size.ts'

export interface Commits {
  /** There is something to store. */
  wanted(room: DocumentRoom): void
  /** Left memory: nothing of it is to be stored any more. */
  forget(room: DocumentRoom): void
  /** Resolves once all is stored, or, when stopped, has been tried. */
  idle(): Promise<void>
  stop(): void
}

interface CommitBatch {
  readonly room: DocumentRoom
  /** Text, and after it claims. */
  readonly entries: readonly Entry[]
  readonly knownSeq: number
  readonly size: TextSize | null
  /** Of each part, in which entry it is. */
  readonly places: readonly number[]
  readonly claims: ReadonlyMap<number, string>
}

const retryMs = 500

/** @param take hears what became of a room's parts, in their order. */
export function createCommits(
  ports: Pick<DocumentPorts, 'writer' | 'timers' | 'log'>,
  take: (room: DocumentRoom, kept: Kept, codes: readonly (RefusalCode | null)[]) => Promise<void>,
): Commits {
  const dirty = new Set<DocumentRoom>()
  let running: Promise<void> | null = null
  let isStopped = false
  /** Ends the gathering that is under way. */
  let hurry: () => void = () => undefined

  function start(): void {
    running ??= commitAll().finally(() => {
      running = null
      if (dirty.size > 0 && !isStopped) start()
    })
  }

  async function commitAll(): Promise<void> {
    while (dirty.size > 0) {
      await gathered()
      const batches = [...dirty].map((room) => batchOf(room, room.batch())).filter(({ entries }) => entries.length > 0)
      dirty.clear()
      if (batches.length === 0) continue
      const isStored = await commit(batches)
      if (isStored) continue
      for (const { room } of batches) {
        if (room.hasPending || room.claims.size > 0) dirty.add(room)
        room.tell({ t: 'busy', afterMs: retryMs })
      }
      if (isStopped) return
      await new Promise<void>((resolve) => ports.timers.after(retryMs, resolve))
    }
  }

  /** Not longer than nobody waits for it, though that may come in the middle of it. */
  async function gathered(): Promise<void> {
    const { promise: isAwaited, resolve } = Promise.withResolvers<void>()
    hurry = resolve
    await Promise.race([ports.timers.gather(isStopped || [...dirty].some((room) => room.isAwaited)), isAwaited])
  }

  async function commit(batches: readonly CommitBatch[]): Promise<boolean> {
    try {
      const request = batches.map(({ room, entries, knownSeq, size }) => ({ room: room.name, epoch: room.epoch, entries, knownSeq, size }))
      const kept = await runOperation(ports.writer, keepUpdates, { documents: request })
      for (const [at, { room, entries, places, claims }] of batches.entries()) {
        const one = kept[at] ?? { kind: 'gone' }
        const codes = one.kind === 'gone' ? [] : places.map((entry) => one.codes[entry] ?? null)
        const refused = one.kind === 'gone' ? [] : one.codes.slice(entries.length - claims.size)
        room.claimed(claims, one.kind === 'kept' && refused.every((code) => code === null))
        await take(room, one, codes)
      }
      return true
    } catch (error) {
      ports.log(error, 'documents: storing updates')
      return false
    }
  }

  return {
    wanted(room) {
      dirty.add(room)
      if (room.isAwaited) hurry()
      start()
    },
    forget: (room) => void dirty.delete(room),
    async idle() {
      while (running !== null) await running
    },
    stop() {
      isStopped = true
      hurry()
    },
  }
}

/**
 * Changes of one account become one row, though others wrote in between, as long as none stands
 * before what it builds on: each row is one more to write now, to read when the document is opened
 * and to be made short. Those that are out already are apart from those that may still be refused.
 */
function batchOf(room: DocumentRoom, parts: readonly Part[]): CommitBatch {
  const grouped: Part[][] = []
  const places: number[] = []
  /** Of each client id, the last group in which there is something of it. */
  const placeOf = new Map<number, number>()
  for (const part of parts) {
    const { clients, needs } = part.change
    const after = Math.max(0, ...[...needs.keys(), ...clients.map(({ client }) => client)].map((client) => placeOf.get(client) ?? 0))
    const found = grouped.findIndex(([first], at) => at >= after && first !== undefined && mayShare(first, part))
    const place = found < 0 ? grouped.length : found
    if (found < 0) grouped.push([part])
    else grouped[found]?.push(part)
    for (const { client } of clients) placeOf.set(client, place)
    places.push(place)
  }
  const claims = new Map(room.claims)
  const entries = [...grouped.map((run) => entryOf(room, run)), ...[...claims].map(([client, userId]) => claimOf(client, userId))]
  return { room, entries, places, claims, knownSeq: room.knownSeq, size: room.state.textSize }
}

function mayShare(one: Part, other: Part): boolean {
  return one.userId === other.userId && one.isOut === other.isOut && one.isRewrite === other.isRewrite
}

/** No text yet: only whose the client id is. */
function claimOf(client: number, userId: string): Entry {
  const nothing = { bytes: new Uint8Array(), needs: new Map(), adopted: new Map(), growth: sumOf([]), isOut: false, isRewrite: false }
  return { userId, reaches: new Map([[client, 0]]), ...nothing }
}

function entryOf(room: DocumentRoom, run: readonly Part[]): Entry {
  const reaches = new Map<number, number>()
  const needs = new Map<number, number>()
  const adopted = new Map<number, readonly Uint8Array[]>()
  for (const { change } of run) {
    for (const [client, words] of change.adopted) adopted.set(client, [...(adopted.get(client) ?? []), words])
    for (const [client, clock] of change.needs) {
      if ((reaches.get(client) ?? 0) < clock) needs.set(client, Math.max(needs.get(client) ?? 0, clock))
    }
    for (const { client, to } of change.clients) reaches.set(client, Math.max(reaches.get(client) ?? 0, to))
  }
  const updates = run.map(({ change }) => change.bytes)
  const [only] = updates
  const bytes = updates.length === 1 && only !== undefined ? only : room.tools.merge(updates)
  const [first] = run
  const growth = sumOf(run.map(({ change }) => change))
  const { userId = '', isOut = false, isRewrite = false } = first ?? {}
  return { userId, bytes, reaches, needs, adopted, growth, isOut, isRewrite }
}
