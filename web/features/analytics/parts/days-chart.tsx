import { useState } from 'react'
import type { AnalyticsDay } from '#shared/analytics/queries.ts'
import { signed } from '../../../blocks/counts.ts'
import { ScrollBox } from '../../../ui/scroll-box.tsx'
import { shortDate } from '../../../ui/time-words.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const series = [
  ['views', 'Views'],
  ['visitors', 'Readers'],
  ['reads', 'Read 30 s or more'],
  ['karma', 'Karma'],
  ['comments', 'Comments'],
] as const
type Series = (typeof series)[number][0]

const size = { width: 640, height: 200, foot: 18 } as const
const words = (of: number): string => shortDate(of * dayMs)
/** More days than these are drawn and listed by weeks. */
const maxPoints = 120

/**
 * What happened day by day, drawn; the same in a table. Which of it is drawn can be chosen with a
 * script.
 */
export function DaysChart({ days }: { readonly days: readonly AnalyticsDay[] }) {
  const [chosen, setChosen] = useState<Series>('views')
  const points = days.length > maxPoints ? byWeeks(days) : days
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  const values = points.map((point) => point[chosen])
  const most = Math.max(1, ...values)
  const least = Math.min(0, ...values)
  const yOf = (value: number) => Math.round(((most - value) / (most - least)) * size.height)
  const step = size.width / points.length
  return (
    <figure className="days-chart">
      <p className="tabs live-only" role="group" aria-label="Metric">
        {series.map(([name, word]) => (
          <button key={name} type="button" className="linkish" aria-pressed={name === chosen} onClick={() => setChosen(name)}>
            {word}
          </button>
        ))}
      </p>
      <svg
        className="bars days"
        viewBox={`0 0 ${size.width} ${size.height + size.foot}`}
        width={size.width}
        height={size.height + size.foot}
        aria-hidden="true"
      >
        {values.map((value, n) => (
          <rect
            key={points[n]?.day}
            x={n * step + step * 0.1}
            width={step * 0.8}
            y={Math.min(yOf(value), yOf(0))}
            height={Math.max(1, Math.abs(yOf(value) - yOf(0)))}
          />
        ))}
        <text x="0" y={size.height + size.foot - 3}>
          {words(first.day)}
        </text>
        <text x={size.width} y={size.height + size.foot - 3} textAnchor="end">
          {words(last.day)}
        </text>
        <text x="0" y="10">
          {most}
        </text>
      </svg>
      <figcaption className="meta soft">
        {series.find(([name]) => name === chosen)?.[1]} {points === days ? 'by day' : 'by week'}; at most {most}.
      </figcaption>
      <details className="confirm">
        <summary>Data as a table</summary>
        <ScrollBox label="Data by day">
          <table className="nums meta days-table">
            <thead>
              <tr>
                <th scope="col">{points === days ? 'Day' : 'Week from'}</th>
                {series.map(([name, word]) => (
                  <th key={name} scope="col">
                    {word}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map((point) => (
                <tr key={point.day}>
                  <th scope="row">{words(point.day)}</th>
                  {series.map(([name]) => (
                    <td key={name}>{signed(point[name])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </details>
    </figure>
  )
}

type Point = Pick<AnalyticsDay, 'day' | Series>

function byWeeks(days: readonly AnalyticsDay[]): readonly Point[] {
  const weeks: Point[] = []
  for (let at = 0; at < days.length; at += 7) {
    const week = days.slice(at, at + 7)
    const sum = (name: Series) => week.reduce((total, point) => total + point[name], 0)
    const [begin] = week
    if (begin === undefined) break
    weeks.push({
      day: begin.day,
      views: sum('views'),
      visitors: sum('visitors'),
      reads: sum('reads'),
      karma: sum('karma'),
      comments: sum('comments'),
    })
  }
  return weeks
}
