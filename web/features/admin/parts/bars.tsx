import { shortDate } from '../../../ui/time-words.ts'
import type { DayCount } from '../errors.load.ts'

interface BarsProps {
  readonly days: readonly DayCount[]
  /** What is counted, in the plural: "errors". */
  readonly of: string
  /** A line of a list: no words beside it. */
  readonly isSmall?: boolean
}

const step = 12
const height = 48

/**
 * Counts a day, drawn; the same in words for those who do not see it, and the sum and the peak for
 * everybody.
 */
export function Bars({ days, of, isSmall = false }: BarsProps) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const words = wordsOf(days, of)
  const drawing = (
    <svg className="bars" viewBox={`0 0 ${days.length * step} ${height}`} preserveAspectRatio="none" role="img" aria-label={words}>
      {days.map(({ at, count }, n) => {
        // A day with one error is seen beside one with thousands.
        const tall = count === 0 ? 1 : Math.max(4, Math.round((count / most) * height))
        return (
          <rect key={at} className={count === 0 ? 'none' : undefined} x={n * step + 1} y={height - tall} width={step - 2} height={tall} />
        )
      })}
    </svg>
  )
  if (isSmall) return drawing
  return (
    <figure className="bars-figure">
      {drawing}
      <figcaption className="meta soft">
        <span>{shortDate(days[0]?.at ?? 0)}</span>
        <span>{sumWords(days, of)}</span>
        <span>today</span>
      </figcaption>
    </figure>
  )
}

function sumWords(days: readonly DayCount[], of: string): string {
  const sum = days.reduce((total, { count }) => total + count, 0)
  return sum === 0 ? `no ${of} in ${days.length} days` : `${sum} in ${days.length} days`
}

function wordsOf(days: readonly DayCount[], of: string): string {
  const shown = days.filter(({ count }) => count > 0).map(({ at, count }) => `${count} on ${shortDate(at)}`)
  return `${of[0]?.toUpperCase() ?? ''}${of.slice(1)} a day: ${shown.length === 0 ? sumWords(days, of) : `${shown.join(', ')}; none on the others`}`
}
