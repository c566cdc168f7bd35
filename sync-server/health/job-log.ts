import type { JobState } from '#shared/pages/health-view.ts'

interface Noted {
  everyMs: number
  succeededAt: number | null
  failedAt: number | null
  tookMs: number | null
  failures: number
}

/**
 * When each recurring job of this process last went well: one that hangs or fails shows by its age.
 */
export class JobLog {
  readonly #now: () => number
  readonly #jobs = new Map<string, Noted>()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Known from now on, though it has not run. */
  expect(name: string, everyMs: number): void {
    this.#of(name).everyMs = everyMs
  }

  /** Another node runs them now. */
  clear(): void {
    this.#jobs.clear()
  }

  /** Runs it and notes how it went; what it throws passes on. */
  async note<T>(name: string, work: () => Promise<T>): Promise<T> {
    const job = this.#of(name)
    const from = this.#now()
    try {
      const done = await work()
      job.succeededAt = this.#now()
      job.tookMs = job.succeededAt - from
      return done
    } catch (error) {
      job.failedAt = this.#now()
      job.failures += 1
      throw error
    }
  }

  states(): readonly (JobState & { readonly failures: number })[] {
    return [...this.#jobs].map(([name, job]) => ({ name, ...job }))
  }

  #of(name: string): Noted {
    const found = this.#jobs.get(name) ?? { everyMs: 0, succeededAt: null, failedAt: null, tookMs: null, failures: 0 }
    this.#jobs.set(name, found)
    return found
  }
}
