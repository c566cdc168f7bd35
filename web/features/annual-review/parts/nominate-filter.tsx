import { links } from '#shared/links.ts'
import type { NominateFilters, NominateTab } from '../nominate.load.ts'
import { ReviewFilter } from './review-filter.tsx'

interface NominateFilterProps {
  readonly year: number
  readonly tab: NominateTab
  readonly filter: NominateFilters
  /** That the posts share, the most common first. */
  readonly tags: readonly string[]
}

const words = [
  ['read', false, 'Unread', 'unread'],
  ['read', true, 'Read', 'read'],
  ['voted', false, 'Without your vote', 'without your vote'],
  ['voted', true, 'With your vote', 'with your vote'],
] as const

/** Which of the posts of a tab are listed. */
export function NominateFilter({ year, tab, filter, tags }: NominateFilterProps) {
  const href = (next: Partial<NominateFilters>) => links.nominatePosts(year, { tab, ...filter, ...next })
  return (
    <ReviewFilter
      label="Which posts of these"
      states={words.map(([name, value, word]) => {
        const isCurrent = filter[name] === value
        return { word, isCurrent, href: href({ [name]: isCurrent ? undefined : value }) }
      })}
      tag={filter.tag}
      tags={tags}
      hrefOfTag={(tag) => href({ tag })}
    />
  )
}

/** "unread, about Tides"; empty without any. */
export function filterWords(filter: NominateFilters): string {
  const states = words.flatMap(([name, value, , word]) => (filter[name] === value ? [word] : []))
  return [...states, ...(filter.tag === undefined ? [] : [`tagged ${filter.tag}`])].join(', ')
}
