import { counted, grouped } from '../../../blocks/counts.ts'

/** How often each option of a poll was chosen. */
export function Sums({ sums }: { readonly sums: readonly { readonly option: string; readonly count: number }[] }) {
  const all = sums.reduce((sum, { count }) => sum + count, 0)
  return (
    <section aria-label="Results" className="season-results">
      <p className="meta soft">{counted(all, 'answer')}</p>
      {sums.map(({ option, count }) => (
        <div key={option}>
          <p>
            <bdi>{option}</bdi>: {grouped(count)}
          </p>
          <progress max={Math.max(1, all)} value={count} aria-label={`${option}: ${count} of ${all}`} />
        </div>
      ))}
    </section>
  )
}
