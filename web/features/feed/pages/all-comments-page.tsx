import type { DiscussionOrder } from '#shared/comments/queries.ts'
import { links } from '#shared/links.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { DiscussionList } from '../../../blocks/discussion/discussion-list.tsx'
import { useLocation } from '../../../data/navigation.ts'
import { useBodies, usePage } from '../../../data/page.ts'
import type { loadAllComments } from '../all-comments.load.ts'

const orderWords: Readonly<Record<DiscussionOrder, string>> = { latest: 'New', magic: 'Hot' }
const problemWords: Readonly<Record<string, string>> = {
  view: 'No such list; showing all comments.',
  sortedBy: 'Unknown order; showing newest first.',
  karmaThreshold: 'Invalid minimum score; using the default.',
  limit: 'Invalid number; showing the default.',
}

export default function AllCommentsPage() {
  const { discussion, more, problems, order, minKarma } = usePage<typeof loadAllComments>()
  const bodies = useBodies()
  const { pathname, search } = useLocation()
  useHoverCards()
  return (
    <>
      <h1 className="page-title">All comments</h1>
      <DiscussionControls order={order} minKarma={minKarma} />
      {problems.length === 0 ? null : (
        <div className="refused-words" role="alert">
          {problems.map((problem) => (
            <p key={problem}>{problemWords[problem]}</p>
          ))}
        </div>
      )}
      {discussion.items.length === 0 ? (
        <p className="empty">
          {minKarma > 1 ? `No comments with a score of ${minKarma} or more yet.` : 'No comments yet.'}{' '}
          <a href={minKarma > 1 ? links.allComments() : links.front()}>{minKarma > 1 ? 'Show default comments' : 'Go to the front page'}</a>
        </p>
      ) : (
        <DiscussionList view={discussion} bodies={bodies} from={`${pathname}${search}`} />
      )}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More comments</MoreLink>
        </p>
      )}
    </>
  )
}

function DiscussionControls({ order, minKarma }: { readonly order: DiscussionOrder; readonly minKarma: number }) {
  return (
    <details className="controls">
      <summary>
        <span className="sr">Show: </span>
        {orderWords[order]}, score of {minKarma < 0 ? 'any kind' : `${minKarma} or more`}
      </summary>
      <form method="get" action={links.allComments()} key={`${order}:${minKarma}`}>
        <div className="field">
          <label htmlFor="sortedBy">Order</label>
          <select className="input" id="sortedBy" name="sortedBy" defaultValue={order}>
            {Object.entries(orderWords).map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="karmaThreshold">Minimum score</label>
          <input
            className="input"
            id="karmaThreshold"
            name="karmaThreshold"
            type="number"
            min={-1_000}
            max={1_000}
            step={1}
            defaultValue={minKarma}
          />
        </div>
        <button className="btn">Show</button>
      </form>
    </details>
  )
}
