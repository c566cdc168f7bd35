import { counted } from '../../../blocks/counts.ts'
import { Tabs } from '../../../ui/tabs.tsx'

interface ReviewFilterProps {
  /** What is chosen among. */
  readonly label: string
  /** Choices beside the tags. */
  readonly states: readonly { readonly word: string; readonly href: string; readonly isCurrent: boolean }[]
  readonly tag: string | undefined
  /** That the posts share, the most common first. */
  readonly tags: readonly string[]
  readonly hrefOfTag: (tag: string | undefined) => string
}

/** Which posts are listed: each link adds a choice, or takes back the one that stands. */
export function ReviewFilter({ label, states, tag: chosen, tags, hrefOfTag }: ReviewFilterProps) {
  const shown = chosen === undefined || tags.includes(chosen) ? tags : [chosen, ...tags]
  const tagTab = (tag: string) => ({ href: hrefOfTag(tag === chosen ? undefined : tag), word: tag, isCurrent: tag === chosen })
  const [first, others] = [shown.slice(0, figures.first), shown.slice(figures.first)]
  return (
    <div className="review-filter">
      <Tabs label={`${label}; the present one again shows all`} tabs={[...states, ...first.map(tagTab)]} />
      {others.length === 0 ? null : (
        <details open={others.includes(chosen ?? '') || undefined}>
          <summary>{counted(others.length, 'more tag')}</summary>
          <Tabs label="More tags" tabs={others.map(tagTab)} />
        </details>
      )}
    </div>
  )
}

/** Tags that stand there at once. */
const figures = { first: 5 } as const
