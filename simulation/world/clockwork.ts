/**
 * The simulation's time. Nothing in a run happens but as an event here, in the order of (time,
 * number); between two events all promises that can go on have gone on. So a seed fixes a run to
 * the last step. There is no other clock: an hour passes as fast as its events do.
 */
export interface Timer {
  cancel(): void
}

interface Event {
  readonly at: number
  readonly n: number
  work: (() => void) | undefined
}

/** What is not of this time: nothing is due while it is at work. */
interface Outside {
  readonly isBusy: boolean
  quiet(): Promise<void>
}

export class Clockwork {
  #outside: Outside | null = null
  #now: number
  #count = 0
  #heap: Event[] = []
  /** Events that have run. */
  steps = 0

  constructor(now: number) {
    this.#now = now
  }

  /** ms since 1970; the true time, that of no device. */
  get now(): number {
    return this.#now
  }

  after(ms: number, work: () => void): Timer {
    this.#count += 1
    const event: Event = { at: this.#now + Math.ceil(Math.max(0, ms)), n: this.#count, work }
    push(this.#heap, event)
    return { cancel: () => (event.work = undefined) }
  }

  waitFor(outside: Outside): void {
    this.#outside = outside
  }

  /** Runs what is due up to `until`; `afterEach` looks at the world after every event. */
  async runUntil(until: number, afterEach: () => void | Promise<void>): Promise<void> {
    if (this.#outside?.isBusy === true) await this.#rest()
    for (let event = this.#heap[0]; event !== undefined && event.at <= until; event = this.#heap[0]) {
      pop(this.#heap)
      if (event.work === undefined) continue
      this.#now = event.at
      this.steps += 1
      event.work()
      await this.#rest()
      await afterEach()
    }
    this.#now = Math.max(this.#now, until)
  }

  async #rest(): Promise<void> {
    await settled()
    while (this.#outside?.isBusy === true) {
      await this.#outside.quiet()
      await settled()
    }
  }
}

/**
 * Resolves once every promise that can go on has done so, those behind one `setImmediate` of the
 * cores included.
 */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.n < b.n)
}

function push(heap: Event[], event: Event): void {
  let at = heap.push(event) - 1
  while (at > 0) {
    const up = (at - 1) >> 1
    const parent = heap[up]
    if (parent === undefined || !isBefore(event, parent)) break
    heap[at] = parent
    at = up
  }
  heap[at] = event
}

function pop(heap: Event[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let at = 0
  for (;;) {
    const left = 2 * at + 1
    const [a, b] = [heap[left], heap[left + 1]]
    if (a === undefined) break
    const isRight = b !== undefined && isBefore(b, a)
    const child = isRight ? b : a
    if (!isBefore(child, last)) break
    heap[at] = child
    at = isRight ? left + 1 : left
  }
  heap[at] = last
}
