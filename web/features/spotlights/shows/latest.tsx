import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import type { PartProps } from '../../../data/places.ts'
import { SpotlightCard, SpotlightWords } from '../parts/spotlight-card.tsx'
import type { loadLatest } from '../shown.load.ts'

/** The one that has its turn, and those before it. */
export default function LatestSpotlights({ page: { lit, more } }: PartProps<typeof loadLatest, 'recommendations-top'>) {
  return (
    <>
      {lit.map((spotlight, at) =>
        at === 0 ? (
          <SpotlightCard key={spotlight.id} spotlight={spotlight} />
        ) : (
          <div key={spotlight.id} className="spotlight">
            <SpotlightWords spotlight={spotlight} />
          </div>
        ),
      )}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>Earlier spotlights</MoreLink>
        </p>
      )}
    </>
  )
}
