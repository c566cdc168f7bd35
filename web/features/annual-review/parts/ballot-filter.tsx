import { links } from '#shared/links.ts'
import { ReviewFilter } from './review-filter.tsx'

interface BallotFilterProps {
  readonly year: number
  readonly order: { readonly sort: string; readonly isReversed: boolean }
  readonly filter: { readonly tag: string | undefined; readonly read: true | undefined }
  /** That candidates share, the most common first. */
  readonly tags: readonly string[]
}

/** Which candidates are listed. */
export function BallotFilter({ year, order, filter, tags }: BallotFilterProps) {
  const href = (next: Partial<typeof filter>) =>
    links.reviewVoting(year, { sort: order.sort, reverse: order.isReversed ? true : undefined, ...filter, ...next })
  const isRead = filter.read === true
  return (
    <ReviewFilter
      label="Which candidates"
      states={[{ href: href({ read: isRead ? undefined : true }), word: 'Only posts you read', isCurrent: isRead }]}
      tag={filter.tag}
      tags={tags}
      hrefOfTag={(tag) => href({ tag })}
    />
  )
}
