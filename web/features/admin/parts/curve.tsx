import type { SeriesWords } from './health-words.ts'
import { withUnit } from './health-words.ts'

interface CurveProps {
  readonly of: SeriesWords
  /** Oldest first; `null`: not measured. */
  readonly values: readonly (number | null)[]
  readonly latest: number | null
  /** Beneath its beginning: "an hour ago". */
  readonly since: string
}

const height = 64
/** Without a script these styles do not come. */
const asLine = { fill: 'none', stroke: 'currentColor', vectorEffect: 'non-scaling-stroke' } as const

/** One figure over time, drawn; the same in words below it, and in the table at the page's end. */
export function Curve({ of, values, latest, since }: CurveProps) {
  const { title, unit, words, limit } = of
  const known = values.filter((value) => value !== null)
  const most = Math.max(0, ...known)
  const top = topOf(most, limit?.above ?? null)
  const isBeyond = latest !== null && limit !== null && latest > limit.above
  return (
    <figure className="curve" aria-labelledby={`curve-${of.name}`}>
      <h3 id={`curve-${of.name}`}>{title}</h3>
      <p className={isBeyond ? 'curve-now beyond nums' : 'curve-now nums'}>
        {latest === null ? 'nothing to measure' : withUnit(latest, unit)}
        {isBeyond ? <span className="meta"> too much</span> : null}
      </p>
      <svg
        viewBox={`0 0 ${Math.max(1, values.length - 1)} ${height}`}
        width="100%"
        height={height}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {limit === null || limit.above === 0 || limit.above > top ? null : (
          <path
            className="curve-limit"
            {...asLine}
            strokeDasharray="4 4"
            d={`M0 ${yOf(limit.above, top)}H${Math.max(1, values.length - 1)}`}
          />
        )}
        <path className="curve-line" {...asLine} d={lineOf(values, top)} />
      </svg>
      <figcaption className="meta soft">
        <p className="curve-ends">
          <span>{since}</span>{' '}
          <span>{known.length === 0 ? 'none yet' : `${withUnit(Math.min(...known), '')} to ${withUnit(most, unit)}`}</span> <span>now</span>
        </p>
        <p>
          {words} {isBeyond ? limit.words : ''}
        </p>
      </figcaption>
    </figure>
  )
}

/** The limit is drawn where the curve comes near it: far below, it would press the curve flat. */
function topOf(most: number, limit: number | null): number {
  if (limit !== null && limit > 0 && most > limit / 3) return Math.max(most, limit) * 1.08
  return most === 0 ? 1 : most * 1.08
}

const yOf = (value: number, top: number): number => Math.round((1 - value / top) * (height - 2) * 10) / 10 + 1

/** With a gap where nothing was measured; a value alone is a dash. */
function lineOf(values: readonly (number | null)[], top: number): string {
  let path = ''
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const before = values[at - 1] ?? null
    const after = values[at + 1] ?? null
    path += `${before === null ? 'M' : 'L'}${at} ${yOf(value, top)}`
    if (before === null && after === null) path += 'h.5'
  }
  return path
}
