import type { Column } from '../distribution.ts'
import { distributionWords } from '../distribution.ts'

interface DistributionProps {
  readonly columns: readonly Column[]
  readonly votesPerDot: number
}

const [width, height, step] = [190, 60, 6]

/** The votes on a post: where a dot stands says how strong, how high a column is how many. */
export function Distribution({ columns, votesPerDot }: DistributionProps) {
  const words = distributionWords(columns)
  return (
    <svg className="review-dots" viewBox={`0 0 ${width} ${height + 2}`} role="img" aria-label={words}>
      <title>{words}</title>
      <line x1="0" x2={width} y1={height + 1} y2={height + 1} />
      <line className="zero" x1={width / 2} x2={width / 2} y1="0" y2={height + 1} />
      {columns.flatMap(({ value, count }, column) =>
        Array.from({ length: Math.ceil(count / votesPerDot) }, (_, n) => (
          <circle
            key={`${value} ${n}`}
            className={value < 0 ? 'against' : undefined}
            cx={column * 10 + 5}
            cy={height - step / 2 - n * step}
            r="2.6"
          />
        )),
      )}
    </svg>
  )
}
