import type { BallotSort } from '#shared/annual-review/ballot.ts'
import { links } from '#shared/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import type { loadBallot } from '../ballot.load.ts'
import { Ballot } from '../parts/ballot.tsx'
import { BallotFilter } from '../parts/ballot-filter.tsx'
import { NotOpen } from '../parts/not-open.tsx'
import { ReviewHead } from '../parts/review-head.tsx'
import { YourShare } from '../parts/your-share.tsx'

const sortWords: Readonly<Record<BallotSort, string>> = {
  needsReview: 'Without a review',
  needsVote: 'Not voted on',
  yourVote: 'Your vote',
  yourKarmaVote: 'Your karma vote',
  positiveReviewVoteCount: 'Most votes',
  reviewCount: 'Most reviews',
  lastCommentedAt: 'Last commented',
}

/** The candidates of a year, and one's votes on them. */
export default function BallotPage() {
  const { frame, order, filter, tags, lines, votes, written, count, refusal, more } = usePage<typeof loadBallot>()
  useHoverCards()
  const { year } = frame
  const isFiltered = filter.tag !== undefined || filter.read === true
  const href = (sort: BallotSort) =>
    links.reviewVoting(year, { ...filter, sort, reverse: sort === order.sort && !order.isReversed ? true : undefined })
  return (
    <>
      <ReviewHead frame={frame} current="ballot" />
      {frame.isYear ? (
        <>
          <NotOpen refusal={refusal} frame={frame} />
          {refusal === null ? <YourShare frame={frame} lines={lines} votes={votes} written={written} /> : null}
          <h2 className="section">{counted(count, 'candidate')}</h2>
          <BallotFilter year={year} order={order} filter={filter} tags={tags} />
          {lines.length === 0 ? (
            <p className="empty">{isFiltered ? 'No candidate fits.' : noCandidates(frame)}</p>
          ) : (
            <>
              <Tabs
                label="Order; the present one again turns it around"
                tabs={Object.entries(sortWords).map(([sort, word]) => ({
                  // The keys are those of the table.
                  href: href(sort as BallotSort),
                  word: sort === order.sort ? `${word} ${order.isReversed ? '↑' : '↓'}` : word,
                  isCurrent: sort === order.sort,
                }))}
              />
              <Ballot frame={frame} lines={lines} votes={votes} isOpen={refusal === null} />
            </>
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

function noCandidates({ phase, year }: ReturnType<typeof usePage<typeof loadBallot>>['frame']): string {
  if (phase === 'nominations' || phase === 'reviews') return `No post of ${year} has enough votes yet.`
  return `No post of ${year} has the votes and the review that the final vote asks for.`
}
