import type { PostPageData } from '../post-page-data.ts'
import type { NeighbourView, SeriesView } from '../series-view.ts'

/**
 * Above a post that stands in a sequence: which one, the how manieth it is, and the way to those
 * beside it.
 */
export function SeriesBar({ series, collection }: Pick<PostPageData, 'series' | 'collection'>) {
  if (series === null)
    return collection === null ? null : (
      <p className="series-bar meta">
        <a href={collection.href} dir="auto">
          {collection.title}
        </a>
      </p>
    )
  return (
    <nav className="series-bar meta" aria-label="Sequence">
      <Arrow to={series.previous} word="Previous" sign="←" />
      <span>
        {collection === null ? null : (
          <>
            <a href={collection.href} dir="auto">
              {collection.title}
            </a>
            {' · '}
          </>
        )}
        <a href={series.href} dir="auto">
          {series.title}
        </a>
        <PlaceWords series={series} />
      </span>
      <Arrow to={series.next} word="Next" sign="→" />
    </nav>
  )
}

/** Signs only: the titles stand at the post's end. */
function Arrow({ to, word, sign }: { readonly to: NeighbourView | null; readonly word: string; readonly sign: string }) {
  if (to === null) return <span className="series-arrow" aria-hidden="true" />
  return (
    <a className="series-arrow" href={to.href} aria-label={to.title === null ? word : `${word}: ${to.title}`} title={to.title ?? undefined}>
      {sign}
    </a>
  )
}

function PlaceWords({ series: { place } }: { readonly series: SeriesView }) {
  return (
    <span className="soft nums">
      {' '}
      {place.at} of {place.of}
    </span>
  )
}

/** Below a post: what comes before and after it. */
export function SeriesEnd({ series }: Pick<PostPageData, 'series'>) {
  if (series === null || (series.previous === null && series.next === null)) return null
  return (
    <nav className="series-end" aria-label="In this sequence">
      <End to={series.previous} word="Previous" />
      <End to={series.next} word="Next" />
    </nav>
  )
}

function End({ to, word }: { readonly to: NeighbourView | null; readonly word: string }) {
  if (to === null) return null
  return (
    <a href={to.href} className={word === 'Next' ? 'series-next' : undefined}>
      <span className="meta soft">
        {word}
        {to.sequence === null ? '' : ` · ${to.sequence}`}
      </span>
      <span className="row-title" lang={to.lang} dir={to.dir}>
        {to.title ?? 'Not on this device yet'}
      </span>
    </a>
  )
}
