import type { BallotSort } from '#shared/annual-review/ballot.ts'
import { links } from '#shared/links.ts'
import { useNavigate } from '../../../data/navigation.ts'

type Filter = NonNullable<Parameters<typeof links.reviewVoting>[1]>

interface BallotOrderProps {
  readonly year: number
  readonly order: { readonly sort: BallotSort; readonly isReversed: boolean; readonly offered: readonly BallotSort[] }
  readonly filter: Pick<Filter, 'tag' | 'read'>
}

const sortWords: Readonly<Record<BallotSort, string>> = {
  needsReview: 'Needs a review',
  needsVote: 'Not voted on yet',
  yourVote: 'Your review vote',
  yourKarmaVote: 'Your karma vote',
  positiveReviewVoteCount: 'Most positive votes',
  reviewCount: 'Most reviews',
  lastCommentedAt: 'Last commented on',
  reviewVoteScoreHighKarma: 'Score so far, weighted by karma',
  reviewVoteScoreAllKarma: 'Score so far, all votes alike',
  finalReviewVoteScoreHighKarma: 'Final rank',
}

/** A plain form, which with a script goes as soon as something is chosen. */
export function BallotOrder({ year, order, filter }: BallotOrderProps) {
  const navigate = useNavigate()
  const go = (sort: string) => void navigate(links.reviewVoting(year, { ...filter, sort }), { replace: true, preventScrollReset: true })
  return (
    <form className="review-order" method="get" action={links.reviewVoting(year)}>
      {filter.tag === undefined ? null : <input type="hidden" name="tag" value={filter.tag} />}
      {filter.read === undefined ? null : <input type="hidden" name="read" value="true" />}
      <label htmlFor="ballot-order">Sort by</label>
      <select
        className="input"
        id="ballot-order"
        name="sort"
        defaultValue={order.sort}
        key={order.sort}
        onChange={(event) => go(event.target.value)}
      >
        {order.offered.map((sort) => (
          <option key={sort} value={sort}>
            {sortWords[sort]}
          </option>
        ))}
      </select>
      <button className="linkish no-js">Show</button>
      <a
        href={links.reviewVoting(year, { ...filter, sort: order.sort, reverse: order.isReversed ? undefined : true })}
        aria-current={order.isReversed ? 'true' : undefined}
      >
        {order.isReversed ? 'Usual order' : 'Reverse order'}
      </a>
    </form>
  )
}
