import { candidatesOf } from '#shared/annual-review/queries.ts'
import { reviewConfig } from '#shared/annual-review/config.ts'
import { isEligible, isVotingPhase } from '#shared/annual-review/years.ts'
import { rowsOf } from '#shared/feed/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import { elsewhere } from '../../data/answer.ts'
import { askedYear, reviewYears } from './review-lines.ts'

const firstShown = 50
const maxCandidates = 2_000

export const nominationSorts = ['most', 'fewest', 'lastCommented'] as const

/** `/nominations/:year`: what was nominated in a review, with how many votes. */
export async function loadNominations(data: PageData, request: LoadRequest) {
  const { read } = data
  const { year, plan, frame } = await askedYear(data, request, links.reviewVoting)
  // While votes are taken the ballot has them.
  if (frame.isYear && isVotingPhase(frame.phase)) throw elsewhere(links.reviewVoting(year))
  const query = request.url.searchParams
  const sort = nominationSorts.find((one) => one === query.get('sort')) ?? 'most'
  const limit = limitOf(query, firstShown, maxCandidates)
  const head = {
    title: frame.isYear ? `Nominations of ${year}` : 'Not a review year',
    description: `The posts of ${year} that were nominated.`,
  }
  if (!frame.isYear) return { head, isAbsent: true as const, frame, sort, lines: [], count: 0, more: null }
  const found = await read.list(candidatesOf(year, reviewConfig.positiveVotes.nominations, maxCandidates))
  const counts = new Map(found.map(({ postId, positiveCount }) => [postId, positiveCount]))
  const here = (await read.getMany(posts, [...counts.keys()])).filter((post) => isEligible(post, year, plan))
  const nominations = (id: string): number => counts.get(id) ?? 0
  const sorted = here.toSorted((a, b) => {
    if (sort === 'lastCommented') return (b.lastCommentedAt ?? 0) - (a.lastCommentedAt ?? 0)
    return (nominations(b.id) - nominations(a.id)) * (sort === 'fewest' ? -1 : 1)
  })
  const rows = await rowsOf(read, sorted.slice(0, limit))
  return {
    head: { ...head, canonical: links.nominations(year, sort === 'most' ? {} : { sort }) },
    ...{ frame, sort, count: sorted.length },
    isAbsent: undefined,
    lines: rows.map((row) => ({ row: postRowView(row), nominations: nominations(row.post.id) })),
    more: sorted.length > limit ? links.nominations(year, { ...(sort !== 'most' && { sort }), limit: limit + firstShown }) : null,
  }
}

/** Where the bare address leads. */
export async function loadLatestNominations(data: PageData): Promise<never> {
  throw elsewhere(links.reviewVoting((await reviewYears(data)).latest))
}

export const loads: Loads = { '/nominations': loadLatestNominations, '/nominations/:year': loadNominations }
