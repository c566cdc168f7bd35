/**
 * All open documents of this process. Loads each once, before a word about it leaves (Y4); looks
 * for what other processes have stored, every two seconds; has the log made short, and texts that
 * have come to rest kept as revisions. No truth is held here: a room that is dropped from memory
 * loses nothing that was acknowledged. Storing is `commits.ts`, rights are `rights-watch.ts`, the
 * conversation is `room.ts` and `peer.ts`.
 */
import type { RefusalCode } from '#shared/documents/protocol.ts'
import type { DocumentMetrics } from './document-metrics.ts'
import type { Kept } from './keep-updates.ts'
import type { DocumentPorts } from './ports.ts'
import type { CloseReason, PeerLink, RoomPeer } from './room-peer.ts'
import type { RoomTools } from './room.ts'
import { parseRoom } from '#shared/documents/rooms.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { createArrivals } from './arrivals.ts'
import { createCommits } from './commits.ts'
import { createCompaction } from './compaction.ts'
import { createDocumentMetrics } from './document-metrics.ts'
import { fromBase64 } from './encoded.ts'
import { loadDocument } from './load-document.ts'
import { Peer } from './peer.ts'
import { createRightsWatch } from './rights-watch.ts'
import { DocumentRoom } from './room.ts'
import { createSettling } from './settling.ts'
import { documents } from './tables.ts'
import { Turns } from './turns.ts'
import { rowsAfter } from './unseen-growth.ts'
import { JobFailed } from '#server/workers/job-failed.ts'
import type { Judged } from './workers/judge.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export interface Signed {
  readonly userId: string
  readonly sessionId: string
}

export interface Rooms {
  /**
   * @param epoch of the document, as the ticket has it. The reason to close instead, when there is
   *   no conversation.
   */
  enter(name: string, account: Signed, epoch: number, link: PeerLink): Promise<Peer | CloseReason>
  /**
   * The document in memory, for a moment; `null`: there is none. @throws Error when it cannot be
   * read.
   */
  room(name: string): Promise<DocumentRoom | null>
  readonly ports: DocumentPorts
  readonly metrics: DocumentMetrics
  /** Of posts whose text is being written without its document. */
  readonly turns: Turns
  counts(): {
    readonly open: number
    readonly sockets: number
    readonly lagging: number
    readonly bytes: number
    /** Of the largest of them. */
    readonly largestBytes: number
    /** Those that take nothing more in, since nothing could look at the whole of them. */
    readonly unchecked: number
  }
  /**
   * Where somebody wrote not long ago, they come back at once: what every document needs is there
   * then.
   */
  prepare(): Promise<void>
  /**
   * Has texts settled that a crash has left in their documents alone. A document that cannot be
   * read is logged and passed over.
   */
  recover(): Promise<void>
  /**
   * Looks at once for what the timers look for: other processes' rows, rights, rooms nobody is in.
   * For tests and simulations.
   */
  look(): Promise<void>
  /** Stores what is accepted, then says goodbye to everyone. */
  stop(): Promise<void>
}

const pollMs = 2_000
const lookEveryMs = 1_000
const sessionsEveryMs = 4_000
const lingerMs = 30_000
const recoveredMs = dayMs
const maxRecovered = 1_000
const maxRows = 500
const maxLogBytes = 262_144
/** Everybody's carets are said anew every fifteen seconds. */
const silentElsewhereMs = 40_000

export function createRooms(ports: DocumentPorts): Rooms {
  const metrics = createDocumentMetrics()
  const loading = new Map<string, Promise<DocumentRoom | null>>()
  const open = new Map<string, DocumentRoom>()
  const peers = (): readonly RoomPeer[] => [...open.values()].flatMap((room) => [...room.peers])
  const commits = createCommits(ports, take)
  const compaction = createCompaction(ports, metrics)
  const settling = createSettling(ports, metrics)
  const arrivalOf = createArrivals(ports)
  const rights = createRightsWatch(ports, { peers, find: (name) => open.get(name) })
  let isStopped = false

  function room(name: string): Promise<DocumentRoom | null> {
    const found = loading.get(name)
    if (found !== undefined) return found
    const loaded = load(name)
    loading.set(name, loaded)
    const forget = (): void => void (loading.get(name) === loaded && loading.delete(name))
    loaded.then((made) => made ?? forget(), forget)
    return loaded
  }

  async function load(name: string): Promise<DocumentRoom | null> {
    const parsed = parseRoom(name)
    if (parsed === undefined) return null
    try {
      const { merge } = await ports.bytes()
      const loaded = await loadDocument(ports, name, parsed)
      if (loaded === null) return null
      const { document, state, knownSeq, unsettled } = loaded
      const { clock, timers } = ports
      const tools: RoomTools = {
        clock,
        timers,
        merge,
        measure: (updates) => measure(ports.workers, updates),
        metrics,
        knowsRights: rights.isFresh,
        wantsCommit: (changed) => commits.wanted(changed),
        beforeMuchGoes: settling.before,
        log: (error) => ports.log(error, `documents: a frame in ${name}`),
        notifyOthers: ({ name: spoken }, entries) => ports.others?.spoke(spoken, entries),
      }
      const made = new DocumentRoom(name, parsed, tools, { state, epoch: document.epoch, knownSeq })
      made.logRows = document.logRows
      made.logBytes = document.logBytes
      made.writtenAt = unsettled?.at ?? null
      made.writtenBy = unsettled?.by ?? ''
      open.set(name, made)
      ports.others?.ask(name)
      metrics.loads += 1
      return made
    } catch (error) {
      metrics.failedLoads += 1
      throw error
    }
  }

  function drop(gone: DocumentRoom): void {
    commits.forget(gone)
    if (open.get(gone.name) !== gone) return
    open.delete(gone.name)
    loading.delete(gone.name)
  }

  /** What devices hold of it is void (Y6), or it is no more. */
  function discard(gone: DocumentRoom, epoch: number | null): void {
    metrics.resets += 1
    if (epoch !== null) gone.tell({ t: 'reset', epoch })
    for (const peer of [...gone.peers]) peer.close(epoch === null ? 'absent' : 'ended')
    drop(gone)
    gone.abandon('not-allowed')
  }

  async function take(stored: DocumentRoom, kept: Kept, codes: readonly (RefusalCode | null)[]): Promise<void> {
    if (kept.kind === 'gone') return discard(stored, null)
    // Otherwise another process has stored something in between.
    const isNext = kept.firstSeq === stored.knownSeq + 1
    if (isNext) stored.knownSeq = kept.lastSeq
    if (kept.lastSeq >= kept.firstSeq) ports.others?.stored(stored.name, kept.lastSeq)
    stored.logRows = kept.logRows
    stored.logBytes = kept.logBytes
    stored.committed(codes)
    if (kept.epoch !== stored.epoch) return discard(stored, kept.epoch)
    if (stored.isShaken) await rebuildOrClose(stored)
    else if (!isNext) await pull(stored)
    if (kept.logRows >= maxRows || kept.logBytes >= maxLogBytes) void compaction.start(stored)
  }

  /**
   * With what was refused in its memory it is never served: when it cannot be built anew now,
   * whoever comes next loads it.
   */
  async function rebuildOrClose(shaken: DocumentRoom): Promise<void> {
    try {
      await rebuild(shaken)
    } catch (error) {
      metrics.failedLoads += 1
      ports.log(error, `documents: building ${shaken.name} anew`)
      for (const peer of [...shaken.peers]) peer.close('load')
      drop(shaken)
      // To come again.
      shaken.abandon('gap')
    }
  }

  async function rebuild(shaken: DocumentRoom): Promise<void> {
    const loaded = await loadDocument(ports, shaken.name, shaken.room)
    if (loaded === null || loaded.document.epoch !== shaken.epoch) return discard(shaken, loaded?.document.epoch ?? null)
    shaken.rebuild(loaded.state, loaded.knownSeq)
  }

  /** What other processes have stored since. */
  async function pull(behind: DocumentRoom): Promise<void> {
    const found = await ports.store.read(async (read) => {
      const document = await read.get(documents, behind.name)
      if (document === undefined) return null
      return { document, rows: document.snapshotSeq > behind.knownSeq ? null : await rowsAfter(read, behind.name, behind.knownSeq) }
    })
    if (found === null || found.document.epoch !== behind.epoch) return discard(behind, found?.document.epoch ?? null)
    // It has been made short beyond what is known here.
    if (found.rows === null) return rebuild(behind)
    behind.takeStored(found.rows.map(({ seq, userId, bytes }) => ({ seq, userId, bytes: fromBase64(bytes) })))
  }

  async function poll(): Promise<void> {
    const rooms = [...open.values()]
    const names = rooms.map(({ name }) => name)
    const stored = await ports.store.read((read) => read.getMany(documents, names))
    const byName = new Map(stored.map((document) => [document.id, document]))
    for (const each of rooms) {
      const document = byName.get(each.name)
      if (document === undefined || document.epoch !== each.epoch) discard(each, document?.epoch ?? null)
      else if (isBeyond(each, document.nextSeq - 1)) await pull(each)
    }
  }

  /** With something on its way, the answer of the commit tells. */
  function isBeyond(each: DocumentRoom, seq: number): boolean {
    return seq > each.knownSeq && !each.hasPending && !each.isShaken
  }

  /** How far the logs of rooms reach, as other nodes say, while it is looked at. */
  const hinted = new Map<DocumentRoom, number>()
  function hint(name: string, seq: number): void {
    const found = open.get(name)
    if (found === undefined || isStopped) return
    const isUnderWay = hinted.has(found)
    hinted.set(found, Math.max(seq, hinted.get(found) ?? 0))
    if (isUnderWay) return
    pullUpTo(found)
      .catch((error: unknown) => ports.log(error, 'documents: looking for others’ updates'))
      .finally(() => hinted.delete(found))
  }

  async function pullUpTo(behind: DocumentRoom): Promise<void> {
    for (let before = -1; behind.knownSeq > before && open.get(behind.name) === behind && isBeyond(behind, hinted.get(behind) ?? 0);) {
      before = behind.knownSeq
      await pull(behind)
    }
  }

  /** Slow and silent lines, texts that have come to rest, rooms nobody is in. */
  async function lookAfter(): Promise<void> {
    const now = ports.clock()
    for (const each of [...open.values()]) {
      for (const peer of [...each.peers]) peer.look(now)
      each.forgetSilent(now - silentElsewhereMs)
      await settling.look(each, now)
      if (isBusy(each)) continue
      if (each.logRows > 0) await compaction.start(each)
      // Somebody may have come meanwhile.
      if (!isBusy(each)) drop(each)
    }
    await rights.reviewOld()
  }

  function isBusy(each: DocumentRoom): boolean {
    return each.peers.size > 0 || each.hasPending || each.writtenAt !== null || ports.clock() - each.usedAt < lingerMs
  }

  function guarded(about: string, work: () => Promise<void>): () => Promise<void> {
    let running: Promise<void> | null = null
    const once = async (): Promise<void> => {
      try {
        if (open.size > 0 && !isStopped) await work()
      } catch (error) {
        // The next round tries again.
        ports.log(error, `documents: ${about}`)
      }
    }
    return () => (running ??= once().finally(() => (running = null)))
  }

  const rounds = [
    [pollMs, guarded('looking for others’ updates', poll)],
    [pollMs, guarded('looking into the journal', async () => rights.wake(Infinity))],
    [lookEveryMs, guarded('looking after rooms', lookAfter)],
    [sessionsEveryMs, guarded('looking after sign-ins', () => rights.endSignedOut())],
  ] as const
  const undo = [
    ports.writer.onCommit((seq) => rights.wake(seq)),
    ports.others?.hear({
      stored: hint,
      asked: (name) => {
        const present = open.get(name)?.awareness.own() ?? []
        if (present.length > 0) ports.others?.spoke(name, present)
      },
      spoke: (name, entry) => open.get(name)?.hearElsewhere(entry),
    }) ?? (() => undefined),
    ...rounds.map(([ms, work]) => ports.timers.every(ms, () => void work())),
  ]

  async function enter(name: string, account: Signed, epoch: number, link: PeerLink): Promise<Peer | CloseReason> {
    await rights.start()
    let found: DocumentRoom | null
    try {
      found = await room(name)
    } catch (error) {
      ports.log(error, `documents: loading ${name}`)
      return 'load'
    }
    if (found === null) return 'absent'
    const { room: parsed } = found
    const { level, member, position } = await arrivalOf(account.userId, parsed)
    if (isStopped) return 'restart'
    if (level === 'none' || member === undefined) return 'forbidden'
    await found.sound()
    // It left memory while we looked.
    if (open.get(name) !== found) return enter(name, account, epoch, link)
    const peer = new Peer(found, link, { ...account, name: member.displayName, slug: member.slug }, level)
    if (epoch !== found.epoch) {
      peer.say({ t: 'reset', epoch: found.epoch })
      peer.close('ended')
      return peer
    }
    peer.greet()
    rights.welcome(peer, position).catch((error: unknown) => {
      ports.log(error, 'documents: rights')
      // Not to go on with rights that have perhaps ended.
      peer.close('load')
    })
    return peer
  }

  return {
    enter,
    room,
    ports,
    metrics,
    turns: new Turns(),
    counts: () => ({
      open: open.size,
      sockets: peers().length,
      lagging: peers().filter(({ isBehind }) => isBehind).length,
      unchecked: [...open.values()].filter(({ isUnchecked }) => isUnchecked).length,
      bytes: [...open.values()].reduce((sum, { state }) => sum + state.size, 0),
      largestBytes: [...open.values()].reduce((most, { state }) => Math.max(most, state.size), 0),
    }),
    async prepare() {
      const written = await ports.store.read((read) => read.list(writtenSince(ports.clock() - recoveredMs, 1)))
      if (written.length > 0) await ports.bytes()
    },
    async recover() {
      const written = writtenSince(ports.clock() - recoveredMs, maxRecovered)
      for (const { id } of await ports.store.read((read) => read.list(written))) {
        if (isStopped) return
        // It settles and leaves memory again as every room does.
        await room(id).catch((error: unknown) => ports.log(error, `documents: loading ${id}`))
        await ports.timers.turn()
      }
    },
    async look() {
      for (const [, work] of rounds) await work()
      await rights.caughtUp()
    },
    async stop() {
      if (isStopped) return
      for (const step of undo) step()
      rights.stop()
      // What comes from now on was not acknowledged: it comes again after the restart.
      for (const peer of peers()) peer.link.pause()
      commits.stop()
      await commits.idle()
      isStopped = true
      for (const peer of peers()) peer.close('restart')
      await compaction.idle()
      for (const each of open.values()) await settling.now(each)
    },
  }
}

/**
 * A text that takes a worker down is none that anybody could open. @throws Error when it could not
 * be looked at
 */
async function measure({ judge }: DocumentPorts['workers'], updates: readonly Uint8Array[]): Promise<Judged> {
  try {
    return await judge(updates)
  } catch (error) {
    if (!(error instanceof JobFailed) || (error.kind !== 'memory' && error.kind !== 'refused')) throw error
    return { fault: 'too-long', depth: 0, nodes: 0, characters: 0 }
  }
}

const writtenSince = (from: number, limit: number) =>
  defineQuery({ table: documents, index: ['changedAt'], equals: [], from, order: 'descending', limit })
