import type { ChartStep } from '#shared/feed/by-member.ts'
import { signed } from '../../../blocks/counts.ts'
import { ScrollBox } from '../../../ui/scroll-box.tsx'
import { shortMonth } from '../../../ui/time-words.ts'

const width = 440
const height = 72
const rows = { posts: 22, comments: 54 } as const
const maxRadius = 13

/**
 * What somebody wrote over time: a dot for each month, as large as its karma. The same stands in a
 * table.
 */
export function WorkChart({ steps, name }: { readonly steps: readonly ChartStep[]; readonly name: string }) {
  const [first, last] = [steps[0], steps.at(-1)]
  if (first === undefined || last === undefined || steps.length < 2) return null
  const most = Math.max(1, ...steps.flatMap(({ postKarma, commentKarma }) => [postKarma, commentKarma]))
  const xOf = (at: number) => Math.round(maxRadius + ((at - first.at) / Math.max(1, last.at - first.at)) * (width - 2 * maxRadius))
  const radiusOf = (karma: number) => Math.round(Math.max(2, Math.sqrt(Math.max(0, karma) / most) * maxRadius) * 10) / 10
  return (
    <details className="work-chart confirm">
      <summary>Activity</summary>
      <figure className="work-figure">
        <svg className="chart" viewBox={`0 0 ${width} ${height + 14}`} width={width} height={height + 14} aria-hidden="true">
          {steps.map((step) => (
            <g key={step.at}>
              {step.posts === 0 ? null : <circle className="dot" cx={xOf(step.at)} cy={rows.posts} r={radiusOf(step.postKarma)} />}
              {step.comments === 0 ? null : (
                <circle className="dot c" cx={xOf(step.at)} cy={rows.comments} r={radiusOf(step.commentKarma)} />
              )}
            </g>
          ))}
          <text x="0" y={height + 10}>
            {shortMonth(first.at)}
          </text>
          <text x={width} y={height + 10} textAnchor="end">
            {shortMonth(last.at)}
          </text>
        </svg>
        <figcaption className="meta soft">Posts above, comments below; larger means more karma.</figcaption>
      </figure>
      <ScrollBox label={`What ${name} wrote, by time`}>
        <table className="work-table nums meta">
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Posts</th>
              <th scope="col">Karma</th>
              <th scope="col">Comments</th>
              <th scope="col">Karma</th>
            </tr>
          </thead>
          <tbody>
            {steps.toReversed().map((step) => (
              <tr key={step.at}>
                <th scope="row">{shortMonth(step.at)}</th>
                <td>{step.posts}</td>
                <td>{signed(step.postKarma)}</td>
                <td>{step.comments}</td>
                <td>{signed(step.commentKarma)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  )
}
