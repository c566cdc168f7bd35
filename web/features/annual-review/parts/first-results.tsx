import { counted, points } from '../../../blocks/counts.ts'
import type { usePage } from '../../../data/page.ts'
import type { loadReviewAdmin } from '../review-admin.load.ts'

type First = ReturnType<typeof usePage<typeof loadReviewAdmin>>['results']['first']

/** The best of a count, for those who are about to publish it. */
export function FirstResults({ first }: { readonly first: First }) {
  if (first.length === 0) return null
  return (
    <ol className="plain-list">
      {first.map(({ id, rank, title, href, score, votes }) => (
        <li key={id}>
          <p className="row-title">
            <a href={href} dir="auto">
              {title}
            </a>
          </p>
          <p className="meta soft">{`Rank ${rank}, ${points(score)}, ${counted(votes, 'vote')}`}</p>
        </li>
      ))}
    </ol>
  )
}
