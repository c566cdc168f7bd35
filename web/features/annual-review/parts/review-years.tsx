import { links } from '#shared/links.ts'

interface ReviewYearsProps {
  readonly years: readonly number[]
  readonly current: number | 'all'
  readonly tab?: 'results'
}

/** The other years, and the reviews of all of them. */
export function ReviewYears({ years, current, tab }: ReviewYearsProps) {
  return (
    <nav aria-label="Review years" className="after acts">
      {years.map((one) => (
        <a key={one} href={links.reviews(one, { tab })} aria-current={one === current ? 'page' : undefined}>
          {one}
        </a>
      ))}
      <a href={links.reviews('all')} aria-current={current === 'all' ? 'page' : undefined}>
        All reviews
      </a>
    </nav>
  )
}
