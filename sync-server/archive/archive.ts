/** The public archive, put together: its server, the exporter that fills it, compaction, the copy elsewhere, and the gateway by which mirrors read it. */
import type { FastifyInstance } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { ArchivePort } from '#shared/archive/port.ts'
import type { ArchiveSettings } from '#server/config.ts'
import type { Store } from '#server/store/port.ts'
import type { FollowOptions } from '#server/sync/follow-journal.ts'
import type { ArchiveChild, ChildOptions } from './archive-child.ts'
import type { ArchiveServer } from './archive-server.ts'
import type { Couch } from './couch.ts'
import type { Exporter } from './exporter.ts'
import { archiveChild } from './archive-child.ts'
import { archiveReads } from './archive-reads.ts'
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
  readonly child?: Pick<ChildOptions, 'start' | 'backOffMs' | 'startWithinMs'>
}

export interface Archive extends ArchivePort {
  /** Starts its server, and follows the journal. Until then it is down. */
  begin(): void
  routes(app: FastifyInstance): void
  /** For tests: what is committed now is in it, and what was replaced is gone. */
  settled(): Promise<void>
  child(): ArchiveChild | null
  close(): Promise<void>
}

/** At the longest between looks for what another process has written. */
const newsWithinMs = 5_000
const standingPatienceMs = 1_500

/** What there is once it has begun. */
interface Works {
  readonly server: ArchiveServer
  readonly child: ArchiveChild | null
  readonly exporter: Exporter
  readonly compact: () => Promise<void>
  stop(): Promise<void>
}

export function createArchive({ settings, dataDir, store, onCommit, now, log, child: childOptions = {} }: ArchiveOptions): Archive {
  let works: Works | null = null
  let isClosed = false
  let waiting: (() => void)[] = []

  const couch: Couch = couchAt(
    () => works?.server.place() ?? null,
    (isAnswered) => works?.server.heard(isAnswered),
  )
  const reads = archiveReads(couch)

  function ownServer(): readonly [ArchiveChild, ArchiveServer] {
    const child = archiveChild({ dataDir, log, ...childOptions })
    return [child, child]
  }

  function begin(): Works {
    const { place } = settings
    const [child, server] = place === null ? ownServer() : [null, serverElsewhere(place)]
    const compaction = startCompaction(couch, log)
    const target = settings.replicateTo
    const onward = target === null ? null : startOnward({ couch, target, source: () => sourceOf(server.place(), child !== null), log })
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
      ...{ server, child, exporter },
      compact: () => compaction.now(),
      async stop() {
        compaction.stop()
        onward?.stop()
        // It may be waiting for the server: that ends first.
        await server.close()
        await exporter.stop()
      },
    }
  }

  function beginOnce(): void {
    if (settings.isOn && !isClosed) works ??= begin()
  }

  async function news(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    await Promise.race([promise, pause(Math.min(ms, newsWithinMs), undefined, { ref: false })])
    waiting = waiting.filter((one) => one !== resolve)
  }

  return {
    begin: beginOnce,
    routes: (app) => gatewayRoutes(app, { isOn: settings.isOn, reads, news, now }),
    async standing() {
      if (!settings.isOn) return { state: 'off' }
      try {
        const info = await Promise.race([reads.info(), pause(standingPatienceMs, null, { ref: false })])
        if (info === null || works === null) return { state: 'down' }
        return { state: works.exporter.isWhole() ? 'open' : 'filling', docCount: info.doc_count }
      } catch {
        // Why, the log says: it is asked all the time.
        return { state: 'down' }
      }
    },
    async settled() {
      beginOnce()
      await works?.server.up()
      await works?.exporter.caughtUp()
      await works?.compact()
    },
    child: () => works?.child ?? null,
    async close() {
      isClosed = true
      for (const wake of waiting.splice(0)) wake()
      await works?.stop()
    },
  }
}
