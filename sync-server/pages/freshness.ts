/**
 * Follows the journal for the page cache of this process: what a committed change names is dropped.
 * Sums that move with every vote are gathered for a second, ranked lists for ten, so that a busy
 * hour does not render the front page with each vote. It relies on the journal's order; it never
 * skips an entry: after a failure it goes on from the last one it handled.
 */
import type { Journal, JournalRow } from '#server/store/port.ts'
import { rowKey } from './recorded-read.ts'

export interface FreshnessOptions {
  readonly journal: Pick<Journal, 'position' | 'since'>
  drop(keys: ReadonlySet<string>): void
  /** Runs `work` once after `ms`; answers how to call it off. */
  after(ms: number, work: () => void): () => void
  onError(error: unknown): void
}

export const gatheringMs = { sums: 1_000, rankings: 10_000 } as const
/** A lost wake-up, or another process that wrote. */
const pollMs = 2_000
const rowsAtOnce = 500
/** Who has not been able to look for so long does not know what is still so. */
const staleMs = 10_000

type Gathering = keyof typeof gatheringMs

/**
 * Which changes may wait: only those that move numbers or order, never a row's first coming or its
 * going. A listing's version alone does not tell: published and voted on in one transaction it
 * comes as version 2, brought back after a removal as a later one; its post has changed then too.
 */
function gatheringOf(row: JournalRow, changedPosts: ReadonlySet<string>): Gathering | null {
  if (row.op === 'del') return null
  if (row.kind === 'tallies' || row.kind === 'standings') return 'sums'
  const postId = row.id.slice(row.id.lastIndexOf(':') + 1)
  return row.kind === 'listings' && row.version > 1 && !changedPosts.has(postId) ? 'rankings' : null
}

export class Freshness {
  readonly #options: FreshnessOptions
  readonly #gathered: Record<Gathering, Set<string>> = { sums: new Set(), rankings: new Set() }
  readonly #timers: Partial<Record<Gathering, () => void>> = {}
  readonly #waiting = new Set<{ readonly seq: number; readonly go: () => void }>()
  #position = 0
  #reading: Promise<void> | null = null
  #wokenAgain = false
  #stopPolling: () => void = () => undefined
  #isStopped = false
  /** When the last look that succeeded was begun. */
  #heardAt = performance.now()

  constructor(options: FreshnessOptions) {
    this.#options = options
  }

  /** Journal position up to which everything has been dropped or gathered. */
  get position(): number {
    return this.#position
  }

  get isStale(): boolean {
    return performance.now() - this.#heardAt > staleMs
  }

  /** Nothing is cached yet, so it begins at the present. */
  async start(): Promise<void> {
    this.#position = await this.#options.journal.position()
    this.#poll()
  }

  /** There may be news. Resolves once what was committed before the call has been handled. */
  wake(): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    if (this.#reading !== null) {
      this.#wokenAgain = true
      return this.#reading
    }
    this.#reading = this.#readOn().finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  /**
   * Resolves when the change at `seq` shows in what is answered from now on, or after two seconds.
   */
  reached(seq: number): Promise<void> {
    if (this.#position >= seq || this.#isStopped) return Promise.resolve()
    return new Promise((resolve) => {
      const entry = { seq, go: () => (this.#waiting.delete(entry), cancel(), resolve()) }
      const cancel = this.#options.after(2_000, entry.go)
      this.#waiting.add(entry)
      void this.wake()
    })
  }

  /** Resolves when the look that is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#stopPolling()
    for (const cancel of Object.values(this.#timers)) cancel()
    for (const entry of [...this.#waiting]) entry.go()
    await this.#reading
  }

  #poll(): void {
    if (this.#isStopped) return
    this.#stopPolling = this.#options.after(pollMs, () => {
      void this.wake().finally(() => this.#poll())
    })
  }

  async #readOn(): Promise<void> {
    try {
      do {
        this.#wokenAgain = false
        let rows: readonly JournalRow[]
        const begunAt = performance.now()
        do {
          rows = await this.#options.journal.since(this.#position, rowsAtOnce)
          this.#handle(rows)
        } while (rows.length === rowsAtOnce)
        this.#heardAt = begunAt
      } while (this.#wokenAgain)
    } catch (error) {
      this.#options.onError(error)
    }
  }

  #handle(rows: readonly JournalRow[]): void {
    const now = new Set<string>()
    const changedPosts = new Set(rows.flatMap((row) => (row.kind === 'posts' ? [row.id] : [])))
    for (const row of rows) {
      const gathering = gatheringOf(row, changedPosts)
      const keys = gathering === null ? now : this.#gathered[gathering]
      keys.add(rowKey(row.kind, row.id))
      for (const key of row.keys) keys.add(key)
      if (gathering !== null) this.#timers[gathering] ??= this.#options.after(gatheringMs[gathering], () => this.#release(gathering))
      this.#position = Math.max(this.#position, row.seq)
    }
    if (now.size > 0) this.#options.drop(now)
    for (const entry of [...this.#waiting]) if (entry.seq <= this.#position) entry.go()
  }

  #release(gathering: Gathering): void {
    const keys = this.#gathered[gathering]
    this.#gathered[gathering] = new Set()
    delete this.#timers[gathering]
    this.#options.drop(keys)
  }
}
