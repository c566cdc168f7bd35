export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : [sorted[middle - 1], sorted[middle]]
  if (low === undefined || high === undefined) throw new RangeError('the median of nothing')
  return (low + high) / 2
}

/** Two places behind the point: what is measured here is not known any better. */
export const round = (value: number): number => Math.round(value * 100) / 100

export const KiB = (bytes: number): number => round(bytes / 1024)

export type Figures = Readonly<Record<string, number>>

/**
 * Every bench ends with this: its figures for people, then as one line of JSON, which bench/run.ts
 * reads.
 */
export function report(figures: Figures): void {
  for (const [name, value] of Object.entries(figures)) console.log(`  ${name.padEnd(44)} ${value}`)
  console.log(JSON.stringify(figures))
}
