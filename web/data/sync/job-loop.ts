/**
 * Runs jobs one at a time, in the order of their importance; a job wanted twice before it runs,
 * runs once.
 */
export class JobLoop<Job extends string> {
  readonly #jobs: Readonly<Record<Job, () => Promise<void>>>
  readonly #order: readonly Job[]
  readonly #onError: (error: unknown) => void
  readonly #wanted = new Set<Job>()
  #isRunning = false
  #isOver = false

  /** @param onError hears of every failure; the jobs still wanted go on after it. */
  constructor(order: readonly Job[], jobs: Readonly<Record<Job, () => Promise<void>>>, onError: (error: unknown) => void) {
    this.#order = order
    this.#jobs = jobs
    this.#onError = onError
  }

  want(job: Job): void {
    this.#wanted.add(job)
    if (!this.#isRunning) void this.#run()
  }

  forget(): void {
    this.#wanted.clear()
  }

  stop(): void {
    this.#isOver = true
    this.#wanted.clear()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      try {
        await this.#jobs[job]()
      } catch (error) {
        this.#onError(error)
      }
    }
    this.#isRunning = false
  }

  #next(): Job | undefined {
    const job = this.#isOver ? undefined : this.#order.find((each) => this.#wanted.has(each))
    if (job !== undefined) this.#wanted.delete(job)
    return job
  }
}
