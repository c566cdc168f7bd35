/**
 * From memory to the disk: what rooms have accepted, many documents in one commit, one commit on its way at a time while the next gathers (Y1).
 * A commit that fails is tried again: whether it is stored is not known then, and to store an update twice changes nothing.
 */
import type { RefusalCode } from '#shared/documents/protocol.ts'
import type { Entry, Kept } from './keep-updates.ts'
import type { DocumentPorts } from './ports.ts'
import type { DocumentRoom, Part } from './room.ts'
import { askWork } from '#server/sync/works.ts'
import { keepUpdates } from './keep-updates.ts'

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
  readonly entries: readonly Entry[]
  /** How many parts each entry holds. */
  readonly runs: readonly number[]
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

  function start(): void {
    running ??= commitAll().finally(() => {
      running = null
      if (dirty.size > 0 && !isStopped) start()
    })
  }

  async function commitAll(): Promise<void> {
    while (dirty.size > 0) {
      await ports.timers.gather()
      const batches = [...dirty].map((room) => batchOf(room, room.batch())).filter(({ runs }) => runs.length > 0)
      dirty.clear()
      if (batches.length === 0) continue
      const isStored = await commit(batches)
      if (isStored) continue
      for (const { room } of batches) {
        if (room.hasPending) dirty.add(room)
        room.tell({ t: 'busy', afterMs: retryMs })
      }
      if (isStopped) return
      await new Promise<void>((resolve) => ports.timers.after(retryMs, resolve))
    }
  }

  async function commit(batches: readonly CommitBatch[]): Promise<boolean> {
    try {
      const request = batches.map(({ room, entries }) => ({ room: room.name, epoch: room.epoch, entries }))
      const kept = await askWork(ports.writer, keepUpdates, { documents: request })
      for (const [at, { room, runs }] of batches.entries()) {
        const one = kept[at] ?? { kind: 'gone' }
        const codes = one.kind === 'gone' ? [] : one.codes.flatMap((code, entry) => Array.from({ length: runs[entry] ?? 0 }, () => code))
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
      start()
    },
    forget: (room) => void dirty.delete(room),
    async idle() {
      while (running !== null) await running
    },
    stop() {
      isStopped = true
    },
  }
}

/** Changes of one account that follow each other become one row. */
function batchOf(room: DocumentRoom, parts: readonly Part[]): CommitBatch {
  const grouped: Part[][] = []
  for (const part of parts) {
    const last = grouped.at(-1)
    if (last !== undefined && last[0]?.userId === part.userId) last.push(part)
    else grouped.push([part])
  }
  return { room, entries: grouped.map((run) => entryOf(room, run)), runs: grouped.map((run) => run.length) }
}

function entryOf(room: DocumentRoom, run: readonly Part[]): Entry {
  const reaches = new Map<number, number>()
  const needs = new Map<number, number>()
  for (const { change } of run) {
    for (const [client, clock] of change.needs) {
      if ((reaches.get(client) ?? 0) < clock) needs.set(client, Math.max(needs.get(client) ?? 0, clock))
    }
    for (const { client, to } of change.clients) reaches.set(client, Math.max(reaches.get(client) ?? 0, to))
  }
  const updates = run.map(({ change }) => change.bytes)
  const [only] = updates
  const bytes = updates.length === 1 && only !== undefined ? only : room.tools.merge(updates)
  return { userId: run[0]?.userId ?? '', bytes, reaches, needs, isOut: run.some(({ isOut }) => isOut) }
}
