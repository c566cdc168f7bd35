/**
 * The search in a thread of its own, begun with the first search or some seconds after the start. A
 * query that takes too long ends the thread, which begins again; the index is on disk. Whoever
 * waits hears that the search does not answer, and nothing else of the site is held up.
 */
import { Worker } from 'node:worker_threads'
import type { FindAsked, FoundAll, SearchPort } from '#shared/search/port.ts'
import type { StoreAddress } from '#server/store/open-store.ts'
import { SearchUnavailable } from '#shared/search/port.ts'
import type { FromSearch, SearchStart, ToSearch } from './messages.ts'

interface SearchClientOptions {
  readonly address: StoreAddress
  /** Data migrations that the store has behind it. */
  readonly schema: number
  readonly log: (error: unknown, about: string) => void
  readonly patienceMs?: number
  /** It keeps the index from `lead` on. Absent: from the beginning, as where there is one node. */
  readonly isLed?: boolean
}

export interface SearchClient extends SearchPort {
  /** Begins the thread, so that the index is there when it is wanted. */
  begin(): void
  /** This node keeps the index, under that term; `null`: another does. */
  lead(term: number | null): void
  close(): Promise<void>
}

interface Waiting {
  resolve(all: FoundAll): void
  reject(error: unknown): void
  readonly timer: NodeJS.Timeout
}

/** More than so many at once are turned away: they would wait longer than anybody does. */
const maxWaiting = 64
/** After a thread has died, so long nothing is tried. */
const pauseMs = 2_000
/** What is half done is done again by whoever keeps the index next. */
const endWithinMs = 2_000

export function searchClient({ address, schema, log, patienceMs = 3_000, isLed = false }: SearchClientOptions): SearchClient {
  const waiting = new Map<number, Waiting>()
  let counter = 0
  let worker: Worker | null = null
  let term: number | null = isLed ? null : 0
  let diedAt = -Infinity
  let isReady = false
  let isClosed = false

  function launch(): Worker {
    isReady = false
    const start: SearchStart = { address, schema, term }
    const fresh = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData: start,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    fresh.on('message', hear)
    fresh.on('error', (error) => log(error, 'search thread'))
    fresh.once('exit', () => {
      if (worker !== fresh) return
      worker = null
      if (!isClosed) diedAt = performance.now()
      failAll(new SearchUnavailable('the thread ended'))
    })
    // A search that is under way is no reason to stay.
    fresh.unref()
    return fresh
  }

  function hear(message: FromSearch): void {
    if (message.kind === 'ready') isReady = true
    if (message.kind === 'log') log(new Error(message.stack), message.about)
    if (message.kind !== 'found' && message.kind !== 'failed') return
    const asked = take(message.n)
    if (message.kind === 'found') asked?.resolve(message.all)
    else {
      log(new Error(message.why), 'search')
      asked?.reject(new SearchUnavailable(message.why))
    }
  }

  function take(n: number): Waiting | undefined {
    const asked = waiting.get(n)
    waiting.delete(n)
    clearTimeout(asked?.timer)
    return asked
  }

  function failAll(error: Error): void {
    for (const n of [...waiting.keys()]) take(n)?.reject(error)
  }

  /** Whatever it is at, it will not come to an end in time. */
  function giveUp(): void {
    const stuck = worker
    worker = null
    diedAt = performance.now()
    log(new Error('a search took too long'), 'search thread')
    failAll(new SearchUnavailable('took too long'))
    void stuck?.terminate()
  }

  function running(): Worker {
    if (isClosed || performance.now() - diedAt < pauseMs) throw new SearchUnavailable()
    return (worker ??= launch())
  }

  return {
    begin() {
      if (!isClosed) worker ??= launch()
    },
    lead(next) {
      term = next
      worker?.postMessage({ term } satisfies ToSearch)
    },
    async find(asks: readonly FindAsked[]) {
      if (waiting.size >= maxWaiting) throw new SearchUnavailable('too many at once')
      const on = running()
      const n = (counter += 1)
      const { promise, resolve, reject } = Promise.withResolvers<FoundAll>()
      // One that is only beginning is not stuck: whoever asked that early asks again.
      const late = isReady ? giveUp : () => take(n)?.reject(new SearchUnavailable('it is beginning'))
      waiting.set(n, { resolve, reject, timer: setTimeout(late, patienceMs) })
      on.postMessage({ n, asks } satisfies ToSearch)
      return promise
    },
    async close() {
      isClosed = true
      failAll(new SearchUnavailable('closing'))
      const ending = worker
      if (ending === null) return
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      ending.postMessage({ close: true } satisfies ToSearch)
      const cut = setTimeout(() => void ending.terminate(), endWithinMs)
      await ended
      clearTimeout(cut)
    },
  }
}
