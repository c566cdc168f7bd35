import { links } from '#shared/links.ts'
import type { SearchAsked } from '#shared/search/params.ts'
import { searchQuery } from '#shared/search/params.ts'

interface PagesProps {
  readonly asked: SearchAsked
  readonly pageCount: number
}

/** Numbered pages: the first, the last, and those around this one. */
export function Pages({ asked, pageCount }: PagesProps) {
  if (pageCount < 2) return null
  const { page } = asked
  const shown = Array.from({ length: pageCount }, (_, at) => at + 1).filter((n) => n === 1 || n === pageCount || Math.abs(n - page) <= 1)
  const href = (n: number) => links.search(searchQuery({ ...asked, page: n }))
  return (
    <nav className="hit-pages" aria-label="Pages of results">
      {page > 1 ? (
        <a className="btn quiet" rel="prev nofollow" href={href(page - 1)}>
          Previous
        </a>
      ) : null}
      {shown.map((n, at) => (
        <span key={n}>
          {n - (shown[at - 1] ?? n) > 1 ? '… ' : null}
          <a className="btn quiet" rel="nofollow" href={href(n)} aria-label={`Page ${n}`} aria-current={n === page ? 'page' : undefined}>
            {n}
          </a>
        </span>
      ))}
      {page < pageCount ? (
        <a className="btn quiet" rel="next nofollow" href={href(page + 1)}>
          Next
        </a>
      ) : null}
    </nav>
  )
}
