import { links } from '#shared/links.ts'
import { RefusalWords, refusedFor } from '../../../blocks/forms/refusal-words.tsx'
import { usePage } from '../../../data/page.ts'
import { Notice } from '../../../ui/notice.tsx'
import '../annual-review.css'
import type { loadLongformReview } from '../longform.load.ts'

/** A review that needs more room than a comment. */
export default function LongformPage() {
  const { year, isOver, refusal, begin, tag } = usePage<typeof loadLongformReview>()
  return (
    <div className="narrow">
      <h1 className="page-title">New longform review</h1>
      {isOver ? (
        <p className="empty">
          The review is over. <a href={links.reviews(year)}>{`See the reviews of ${year}`}</a>
        </p>
      ) : (
        <>
          <p className="stand">A review can be a post of its own. It may be one of these, or something else:</p>
          <ul className="review-prompts">
            <li>An answer to one post of {year}: what holds up, and what you would say differently.</li>
            <li>A theme of the year: what several posts say together, or what was missing.</li>
            <li>What changed your mind since, and why.</li>
            <li>What you think of your own posts of {year} now.</li>
          </ul>
          <p className="meta soft">
            The post begins with the tag “{tag}”. A shorter review of one post is a <a href={links.reviewVoting(year)}>comment on it</a>,
            and only such reviews bring a post into the final vote.
          </p>
          {begin === null ? null : (
            <p className="acts">
              <a className="btn primary" href={begin}>
                Begin a longform review
              </a>
            </p>
          )}
          {refusal === null ? null : (
            <Notice>
              <RefusalWords of={refusedFor(refusal)} />
            </Notice>
          )}
        </>
      )}
    </div>
  )
}
