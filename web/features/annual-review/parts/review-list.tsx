import { counted, signed } from '../../../blocks/counts.ts'
import { DiscussionList } from '../../../blocks/discussion/discussion-list.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useLocation } from '../../../data/navigation.ts'
import { useBodies } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import '../annual-review.css'
import type { ReviewList as List } from '../reviews.load.ts'

const orderWords = { new: 'New', top: 'Top' } as const

/** Who has written reviews, and the reviews. */
export function ReviewList({ list }: { readonly list: Omit<List, 'bodies'> }) {
  const { order, orders, count, reviewers, discussion, more } = list
  const bodies = useBodies()
  const { pathname, search } = useLocation()
  if (count === 0) return <p className="empty">No reviews found.</p>
  return (
    <>
      <h2 className="section">Reviewers</h2>
      <ol className="plain-list review-board">
        {reviewers.map(({ id, person, karma, count: written, reviews }) => (
          <li key={id}>
            <PersonLink person={person} /> <strong className="nums">{signed(karma)}</strong>{' '}
            <span className="meta soft">karma for {counted(written, 'review')}:</span>{' '}
            {reviews.map(({ href, title, karma: own }) => (
              <a key={href} href={href} className="nums" title={title}>
                {own === null ? 'review' : signed(own)}
                <span className="sr">{own === null ? ` of ${title}` : ` for the review of ${title}`}</span>
              </a>
            ))}
            {written > reviews.length ? <span className="meta soft">and {written - reviews.length} more</span> : null}
          </li>
        ))}
      </ol>
      <h2 className="section">{counted(count, 'review')}</h2>
      <Tabs label="Order" tabs={orders.map(({ order: one, href }) => ({ href, word: orderWords[one], isCurrent: one === order }))} />
      <DiscussionList key={order} view={discussion} bodies={bodies} from={`${pathname}${search}`} />
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More reviews</MoreLink>
        </p>
      )}
    </>
  )
}
