import type { tagSorts } from '#shared/wiki/schema.ts'

/** Orders of the posts that carry a tag. */
export const tagSortWords: Readonly<Record<(typeof tagSorts)[number], string>> = {
  relevance: 'By relevance',
  magic: 'Hot',
  top: 'Top',
  topAdjusted: 'Top (inflation-adjusted)',
  recentComments: 'Recent comments',
  new: 'New',
  old: 'Old',
}
