import type { Loss } from '#shared/formats/losses.ts'
import { counted } from '../../../blocks/counts.ts'

/** What was not taken over, folded away until it is asked for. */
export function LossList({ losses, of }: { readonly losses: readonly Loss[]; readonly of: string }) {
  if (losses.length === 0) return null
  const count = losses.reduce((sum, loss) => sum + loss.count, 0)
  return (
    <details className="lost-list">
      <summary>
        {counted(count, 'thing')} not imported as {count === 1 ? 'it was' : 'they were'}
        <span className="sr"> in {of}</span>
      </summary>
      <ul>
        {losses.map(({ what, count: times, example }) => (
          <li key={what}>
            {what}
            {times > 1 ? ` (${times} times)` : ''}
            {example === '' ? '' : ': '}
            <bdi>{example}</bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}
