import type { Counter, Gauge } from 'prom-client'

/** Ways to write figures down, under one prefix. */
export interface Figures {
  one(name: string, help: string, value: number): void
  /** A value for each label. */
  each(name: string, help: string, label: string, values: ReadonlyMap<string, number>): void
  /** A count since the start. */
  total(name: string, help: string, value: number): void
  totals<Key extends string | number>(name: string, help: string, label: string, values: ReadonlyMap<Key, number>): void
  /** Totals by several labels. */
  counts(name: string, help: string, rows: readonly { readonly labels: Readonly<Record<string, string>>; readonly count: number }[]): void
  /** Given in ms, shown in seconds; by the label's value, or without a label. */
  quantiles(name: string, help: string, samples: ReadonlyMap<string, { quantile(part: number): number }>, label?: string): void
  /**
   * Given in ms, shown in seconds: buckets as they were counted, each for itself, by the label's
   * value.
   */
  histogram(
    name: string,
    help: string,
    label: string,
    boundsMs: readonly number[],
    rows: readonly { readonly of: string; readonly buckets: readonly number[]; readonly sumMs: number }[],
  ): void
}

interface OpenFigures {
  readonly figures: (prefix: string) => Figures
  /** All that was written down, in Prometheus's text form. */
  text(): Promise<string>
}

/** The library is loaded by whoever asks first. */
export async function openFigures(): Promise<OpenFigures> {
  const client = await import('prom-client')
  const registry = new client.Registry()
  const histograms: string[] = []
  const figures = (prefix: string): Figures => {
    const full = (name: string): string => `lyceum_${prefix}_${name}`
    const settings = (name: string, help: string, labelNames: readonly string[]) => ({
      name: full(name),
      help,
      labelNames: [...labelNames],
      registers: [registry],
    })
    const gauge = (name: string, help: string, ...labels: readonly string[]): Gauge => new client.Gauge(settings(name, help, labels))
    const counter = (name: string, help: string, ...labels: readonly string[]): Counter => new client.Counter(settings(name, help, labels))
    return {
      one: (name, help, value) => gauge(name, help).set(value),
      each(name, help, label, values) {
        const one = gauge(name, help, label)
        for (const [of, value] of values) one.set({ [label]: of }, value)
      },
      total: (name, help, value) => counter(name, help).inc(value),
      totals(name, help, label, values) {
        const one = counter(name, help, label)
        for (const [of, count] of values) one.inc({ [label]: String(of) }, count)
      },
      counts(name, help, rows) {
        const one = counter(name, help, ...Object.keys(rows[0]?.labels ?? {}))
        for (const { labels, count } of rows) one.inc({ ...labels }, count)
      },
      quantiles(name, help, samples, label) {
        const one = gauge(name, help, 'quantile', ...(label === undefined ? [] : [label]))
        for (const [of, found] of samples)
          for (const part of [0.5, 0.99])
            one.set({ quantile: String(part), ...(label !== undefined && { [label]: of }) }, found.quantile(part) / 1_000)
      },
      // The library's own would count while requests wait for it.
      histogram(name, help, label, boundsMs, rows) {
        histograms.push(`# HELP ${full(name)} ${help}`, `# TYPE ${full(name)} histogram`)
        for (const { of, buckets, sumMs } of rows) {
          let below = 0
          for (const [n, count] of buckets.entries()) {
            below += count
            const bound = boundsMs[n]
            histograms.push(`${full(name)}_bucket{${label}="${of}",le="${bound === undefined ? '+Inf' : bound / 1_000}"} ${below}`)
          }
          histograms.push(`${full(name)}_sum{${label}="${of}"} ${sumMs / 1_000}`, `${full(name)}_count{${label}="${of}"} ${below}`)
        }
      },
    }
  }
  return {
    figures,
    text: async () => `${await registry.metrics()}${histograms.map((line) => `${line}\n`).join('')}`,
  }
}
