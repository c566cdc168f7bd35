/**
 * The search of one process: an index, and perhaps who keeps it as the store is. In a thread of its
 * own in the product (`search-client.ts`), in this one in tests.
 */
import type { FindAsked, FoundAll, SearchPort } from '#shared/search/port.ts'
import type { Store } from '#server/store/port.ts'
import type { StoreAddress } from '#server/store/open-store.ts'
import type { FollowOptions } from '#server/sync/follow-journal.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchIndex } from './index-port.ts'
import { startIndexing } from './follow.ts'
import { earlierVersions, indexVersion } from './sqlite-index.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export interface SearchEngine extends SearchPort {
  caughtUp(): Promise<void>
  size(): Promise<number>
  /** Follows no more; the index stays open. */
  rest(): Promise<void>
  close(): Promise<void>
}

/** A search sees what was done just before it, unless that takes longer. */
const patienceMs = 150
const lookAgainMs = 30
/** What was taken back has left the disk after a day. */
const tidyMs = dayMs

/** What an index in an earlier form held goes: nobody would take words out of it any more. */
export async function openIndex({ databaseUrl, dataDir }: StoreAddress): Promise<SearchIndex> {
  if (databaseUrl !== null) return (await import('./postgres-index.ts')).postgresIndex(databaseUrl)
  const fileOf = (version: number): string => join(dataDir, `search-${version}.sqlite`)
  for (const version of earlierVersions) for (const ending of ['', '-wal', '-shm']) await rm(`${fileOf(version)}${ending}`, { force: true })
  return (await import('./sqlite-index.ts')).sqliteIndex(fileOf(indexVersion))
}

interface EngineOptions {
  readonly store: Pick<Store, 'read' | 'journal' | 'meta'>
  readonly index: SearchIndex
  readonly now: () => number
  readonly follow?: Pick<FollowOptions, 'log' | 'pollMs'>
}

export function searchEngine({ store, index, now, follow }: EngineOptions): SearchEngine {
  const indexing = startIndexing({ store, index, now, ...(follow === undefined ? {} : { follow }) })

  const tidying = setInterval(() => {
    index.tidy().catch((error: unknown) => follow?.log?.(error, 'search index: tidying'))
  }, tidyMs).unref()

  async function notLongFor(work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs)
    })
    await Promise.race([work, late])
    clearTimeout(timer)
  }

  return {
    async find(asks: readonly FindAsked[]): Promise<FoundAll> {
      if (indexing.isWhole()) await notLongFor(indexing.caughtUp())
      const found = []
      for (const asked of asks) found.push(await index.find(asked))
      return { found, isWhole: indexing.isWhole() }
    },
    caughtUp: () => indexing.caughtUp(),
    size: () => index.size(),
    async rest() {
      clearInterval(tidying)
      await indexing.stop()
    },
    async close() {
      await this.rest()
      await index.close()
    },
  }
}

/** Of a node that does not keep the index, but searches in it. */
export function searchReader({ store, index }: Pick<EngineOptions, 'store' | 'index'>): SearchEngine {
  const isAt = async (position: number): Promise<boolean> => (await index.state()).cursor >= position

  async function caughtUp(withinMs: number): Promise<void> {
    const position = await store.journal.position()
    for (let waited = 0; waited < withinMs && !(await isAt(position)); waited += lookAgainMs) await sleep(lookAgainMs)
  }

  return {
    async find(asks) {
      const { isWhole } = await index.state()
      if (isWhole) await caughtUp(patienceMs)
      const found = []
      for (const asked of asks) found.push(await index.find(asked))
      return { found, isWhole }
    },
    caughtUp: () => caughtUp(Infinity),
    size: () => index.size(),
    rest: async () => undefined,
    close: () => index.close(),
  }
}
