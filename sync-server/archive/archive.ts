/**
 * The public archive, put together: its server, the exporter that fills it, compaction, the copy
 * elsewhere, and the gateway by which mirrors read it.
 */
import type { FastifyInstance } from 'fastify'
import type { Limits } from '#server/http/limits.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { ArchivePort } from '#shared/archive/port.ts'
import type { ArchiveSettings } from '#server/config.ts'
import type { Store } from '#server/store/port.ts'
import type { FollowOptions } from '#server/sync/follow-journal.ts'
import type { ArchiveChild, ChildOptions } from './archive-child.ts'
import type { ArchiveServer } from './archive-server.ts'
import type { Couch } from './couch.ts'
import type { Exporter } from './exporter.ts'
import type { LeaderElection } from '#server/nodes/leader-election.ts'
import { archiveChild } from './archive-child.ts'
import { archiveReads } from './archive-reads.ts'
import { readState } from './archive-state.ts'
import { serverElsewhere } from './archive-server.ts'
import { startCompaction } from './compaction.ts'
import { couchAt } from './couch.ts'
import { startExporter } from './exporter.ts'
import { gatewayRoutes } from './gateway.ts'
import { sourceOf, startOnward } from './onward.ts'

interface ArchiveOptions {
  readonly settings: ArchiveSettings
  readonly dataDir: string
  readonly store: Pick<Store, 'read' | 'journal' | 'meta'>
  readonly onCommit: NonNullable<FollowOptions['onCommit']>
  readonly now: () => number
  readonly log: (error: unknown, about: string) => void
  /**
   * Of several nodes with one archive elsewhere, the one that leads fills it. Absent: there is no
   * other.
   */
  readonly lead?: Pick<LeaderElection, 'onLeader'>
  readonly child?: Pick<ChildOptions, 'start' | 'backOffMs' | 'startWithinMs'>
}

export interface Archive extends ArchivePort {
  /** Starts its server, and follows the journal. Until then it is down. */
  begin(): void
  routes(app: FastifyInstance, limits: Limits): void
  /** For tests: what is committed now is in it, and what was replaced is gone. */
  settled(): Promise<void>
  child(): ArchiveChild | null
  close(): Promise<void>
}

/** At the longest between looks for what another process has written. */
const newsWithinMs = 5_000
const statusPatienceMs = 1_500

/** What there is once it has begun. */
interface Running {
  readonly server: ArchiveServer
  readonly child: ArchiveChild | null
  /** `null`: another node fills it. */
  filling(): Filling | null
  stop(): Promise<void>
}

interface Filling {
  readonly exporter: Exporter
  readonly compact: () => Promise<void>
  stop(): Promise<void>
}

export function createArchive({ settings, dataDir, store, onCommit, now, log, lead, child: childOptions = {} }: ArchiveOptions): Archive {
  let running: Running | null = null
  let isClosed = false
  let waiting: (() => void)[] = []

  const couch: Couch = couchAt(
    () => running?.server.place() ?? null,
    (isAnswered) => running?.server.heard(isAnswered),
  )
  const reads = archiveReads(couch)

  function ownServer(): readonly [ArchiveChild, ArchiveServer] {
    const child = archiveChild({ dataDir, log, ...childOptions })
    return [child, child]
  }

  function begin(): Running {
    const { place } = settings
    const [child, server] = place === null ? ownServer() : [null, serverElsewhere(place)]
    let filling: Filling | null = null
    const fill = (): (() => Promise<void>) => {
      const begun = startFilling(server, child !== null)
      filling = begun
      return async () => {
        filling = null
        await begun.stop()
      }
    }
    // What lies in a process of our own is filled by us.
    const stopFilling = place === null || lead === undefined ? fill() : lead.onLeader(fill)
    return {
      ...{ server, child },
      filling: () => filling,
      async stop() {
        const stopping = stopFilling()
        // The exporter may be waiting for the server: that ends first.
        await server.close()
        await stopping
      },
    }
  }

  function startFilling(server: ArchiveServer, isChild: boolean): Filling {
    const compaction = startCompaction(couch, log)
    const target = settings.replicateTo
    const onward = target === null ? null : startOnward({ couch, target, source: () => sourceOf(server.place(), isChild), log })
    const exporter = startExporter({
      ...{ store, couch, now },
      up: () => server.up(),
      written: (overwritten) => {
        compaction.due(overwritten)
        onward?.wake()
        for (const wake of waiting.splice(0)) wake()
      },
      follow: { log, onCommit },
    })
    // What the last process had not brought there.
    onward?.wake()
    return {
      exporter,
      compact: () => compaction.now(),
      async stop() {
        compaction.stop()
        onward?.stop()
        await exporter.stop()
      },
    }
  }

  function beginOnce(): void {
    if (settings.isOn && !isClosed) running ??= begin()
  }

  async function news(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    await Promise.race([promise, pause(Math.min(ms, newsWithinMs), undefined, { ref: false })])
    waiting = waiting.filter((one) => one !== resolve)
  }

  return {
    begin: beginOnce,
    routes: (app, limits) => gatewayRoutes(app, { isOn: settings.isOn, reads, news, now, limits }),
    async status() {
      if (!settings.isOn) return { state: 'off' }
      try {
        const info = await Promise.race([reads.info(), pause(statusPatienceMs, null, { ref: false })])
        if (info === null || running === null) return { state: 'down' }
        const isWhole = running.filling()?.exporter.isWhole() ?? (await readState(couch))?.isWhole === true
        return { state: isWhole ? 'open' : 'filling', docCount: info.doc_count }
      } catch {
        // Why, the log says: it is asked all the time.
        return { state: 'down' }
      }
    },
    async settled() {
      beginOnce()
      await running?.server.up()
      await running?.filling()?.exporter.caughtUp()
      await running?.filling()?.compact()
    },
    child: () => running?.child ?? null,
    async close() {
      isClosed = true
      for (const wake of waiting.splice(0)) wake()
      await running?.stop()
    },
  }
}
