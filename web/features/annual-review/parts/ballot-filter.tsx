import { links } from '#shared/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { Tabs } from '../../../ui/tabs.tsx'

interface BallotFilterProps {
  readonly year: number
  readonly order: { readonly sort: string; readonly isReversed: boolean }
  readonly filter: { readonly tag: string | undefined; readonly read: true | undefined }
  /** That candidates share, the most common first. */
  readonly tags: readonly string[]
}

/** Which candidates are listed: each link adds a choice, or takes back the one that stands. */
export function BallotFilter({ year, order, filter, tags }: BallotFilterProps) {
  const href = (next: Partial<typeof filter>) =>
    links.reviewVoting(year, { sort: order.sort, reverse: order.isReversed ? true : undefined, ...filter, ...next })
  const shown = filter.tag === undefined || tags.includes(filter.tag) ? tags : [filter.tag, ...tags]
  const tagTab = (tag: string) => ({ href: href({ tag: tag === filter.tag ? undefined : tag }), word: tag, isCurrent: tag === filter.tag })
  const [first, others] = [shown.slice(0, figures.first), shown.slice(figures.first)]
  return (
    <div className="review-filter">
      <Tabs
        label="Which candidates; the present one again shows all"
        tabs={[
          { href: href({ read: filter.read === true ? undefined : true }), word: 'Only posts you read', isCurrent: filter.read === true },
          ...first.map(tagTab),
        ]}
      />
      {others.length === 0 ? null : (
        <details open={others.includes(filter.tag ?? '') || undefined}>
          <summary>{counted(others.length, 'more tag')}</summary>
          <Tabs label="More tags" tabs={others.map(tagTab)} />
        </details>
      )}
    </div>
  )
}

/** Tags that stand there at once. */
const figures = { first: 5 } as const
