import { links } from '#shared/links.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import type { loadNominate, NominateTab } from '../nominate.load.ts'
import { Ballot } from '../parts/ballot.tsx'
import { filterWords, NominateFilter } from '../parts/nominate-filter.tsx'
import { NotOpen } from '../parts/not-open.tsx'
import { ReviewHead } from '../parts/review-head.tsx'
import { YourShare } from '../parts/your-share.tsx'

const tabWords: readonly (readonly [tab: NominateTab, word: string, empty: (year: number) => string])[] = [
  ['votes', 'You upvoted', (year) => `You haven’t upvoted a post of ${year}.`],
  ['read', 'You read', (year) => `You haven’t read a post of ${year} here.`],
  ['comments', 'You commented on', (year) => `You haven’t commented on a post of ${year}.`],
  ['all', 'All posts', (year) => `No posts of ${year} yet.`],
]

/** Posts of a year that one may want to nominate. */
export default function NominatePage() {
  const { frame, tab, filter, tags, lines, votes, written, refusal, more } = usePage<typeof loadNominate>()
  useHoverCards()
  const { year } = frame
  const filtered = filterWords(filter)
  const empty = tabWords.find(([name]) => name === tab)?.[2] ?? (() => '')
  return (
    <>
      <ReviewHead frame={frame} current="nominate" />
      {frame.isYear ? (
        <>
          <NotOpen refusal={refusal} frame={frame} />
          {refusal === null ? <YourShare frame={frame} lines={lines} votes={votes} written={written} /> : null}
          <h2 className="section">{`Posts of ${year}`}</h2>
          <Tabs
            label="Which posts"
            tabs={tabWords.map(([name, word]) => ({
              href: links.nominatePosts(year, { tab: name, ...filter }),
              word,
              isCurrent: name === tab,
            }))}
          />
          {lines.length === 0 && filtered === '' ? null : <NominateFilter {...{ year, tab, filter, tags }} />}
          {lines.length === 0 && filtered !== '' ? (
            <p className="empty">
              {`None of these posts fits: ${filtered}.`} <a href={links.nominatePosts(year, { tab })}>Clear filters</a>
            </p>
          ) : lines.length === 0 ? (
            <p className="empty">
              {empty(year)} {tab === 'all' ? null : <a href={links.nominatePosts(year, { tab: 'all' })}>See all posts of that year</a>}
            </p>
          ) : (
            <Ballot frame={frame} lines={lines} votes={votes} isOpen={refusal === null} />
          )}
          {more === null ? null : (
            <p className="after">
              <MoreLink href={more}>Show more</MoreLink>
            </p>
          )}
        </>
      ) : null}
    </>
  )
}
