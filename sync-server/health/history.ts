import type { HealthHistory, HealthSample, SeriesName, WindowName } from '#shared/pages/health-view.ts'
import { seriesNames, windows } from '#shared/pages/health-view.ts'

/** Of what may hurt, the worst of a while is kept; of everything else the mean. */
const worst: ReadonlySet<SeriesName> = new Set(['waits', 'faults', 'loopDelay', 'acks', 'lag', 'memory'])

/**
 * The last values of each series by even steps of time, in one block of memory that never grows.
 * What was not measured is `NaN`.
 */
class Ring {
  readonly #everyMs: number
  readonly #size: number
  readonly #values: Float64Array
  /** How many samples the newest value of each series is made from. */
  readonly #made = new Uint32Array(seriesNames.length)
  /** Step of the newest value, counted since 1970. */
  #last = -1

  constructor({ everyMs, values }: { readonly everyMs: number; readonly values: number }) {
    this.#everyMs = everyMs
    this.#size = values
    this.#values = new Float64Array(values * seriesNames.length).fill(Number.NaN)
  }

  put(at: number, sample: HealthSample): void {
    const step = Math.floor(at / this.#everyMs)
    // A clock that was set back: what it would write over has been measured.
    if (step < this.#last) return
    if (step > this.#last) this.#begin(step)
    for (const [n, name] of seriesNames.entries()) {
      const value = sample[name]
      if (value === null) continue
      const place = this.#place(n, step)
      const before = this.#values[place] ?? Number.NaN
      const made = this.#made[n] ?? 0
      if (made === 0) this.#values[place] = value
      else this.#values[place] = worst.has(name) ? Math.max(before, value) : (before * made + value) / (made + 1)
      this.#made[n] = made + 1
    }
  }

  read(): Omit<HealthHistory, 'window'> {
    const first = Math.max(this.#last - this.#size + 1, 0)
    const valuesOf = (n: number) =>
      Array.from({ length: this.#last < 0 ? 0 : this.#size }, (_, at) => shortened(this.#values[this.#place(n, first + at)] ?? Number.NaN))
    return { from: first * this.#everyMs, series: Object.fromEntries(seriesNames.map((name, n) => [name, valuesOf(n)])) }
  }

  /** What stands where the steps since the last one go is of a round ago. */
  #begin(step: number): void {
    const missed = Math.min(step - this.#last, this.#size)
    for (let n = 0; n < seriesNames.length; n += 1)
      for (let back = 0; back < missed; back += 1) this.#values[this.#place(n, step - back)] = Number.NaN
    this.#made.fill(0)
    this.#last = step
  }

  #place(series: number, step: number): number {
    return series * this.#size + (step % this.#size)
  }
}

/**
 * Three rings of a fixed size: the last hour, day and fortnight of this process. Some 100 kB, lost
 * with the process.
 */
export class History {
  readonly #rings: Readonly<Record<WindowName, Ring>> = {
    hour: new Ring(windows.hour),
    day: new Ring(windows.day),
    fortnight: new Ring(windows.fortnight),
  }

  put(at: number, sample: HealthSample): void {
    for (const ring of Object.values(this.#rings)) ring.put(at, sample)
  }

  read(window: WindowName): HealthHistory {
    return { window, ...this.#rings[window].read() }
  }
}

/** Three digits are more than a curve shows, and the page is so much shorter. */
function shortened(value: number): number | null {
  return Number.isNaN(value) ? null : Number(value.toPrecision(3))
}
