import { shownGalleries, winnersSequenceId } from '#shared/annual-review/gallery-queries.ts'
import { resultsOf } from '#shared/annual-review/queries.ts'
import { reviewCounts } from '#shared/annual-review/schema.ts'
import { areResultsPublic } from '#shared/annual-review/years.ts'
import { rowsOf } from '#shared/feed/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import { askedYear, yearsUntil } from './review-lines.ts'
import { highlightedReviews } from './highlighted.ts'
import { columnsOf, votesPerDot } from './distribution.ts'

const firstShown = 50
const maxResults = 2_000

/** `/reviews/:year?tab=results`: what the votes of a year have made of its posts. */
export async function loadResults(data: PageData, request: LoadRequest) {
  const { read, now, site } = data
  const { year, latest, plan, frame } = await askedYear(data, request, links.reviews)
  const query = request.url.searchParams
  const sort = query.get('sort') === 'score' ? ('score' as const) : ('rank' as const)
  const limit = limitOf(query, firstShown, maxResults)
  const years = yearsUntil(latest)
  const none = { sequenceId: undefined, lines: [], votesPerDot: 1, count: null, more: null }
  if (!frame.isYear)
    return { tab: 'results' as const, head: { title: 'Not a review year' }, isAbsent: true as const, frame, years, sort, ...none }
  // No further than is shown: a result has a number for each of its votes.
  const isShown = areResultsPublic(year, now, plan)
  const found = isShown ? await read.list(resultsOf(year, limit + 1, sort)) : []
  const [gallery] = isShown ? await shownGalleries(data, year) : []
  const counted = isShown ? await read.get(reviewCounts, String(year)) : undefined
  const here = await read.getMany(
    posts,
    found.slice(0, limit).map(({ postId }) => postId),
  )
  const results = new Map(found.map((one) => [one.postId, one]))
  const shown = here.flatMap((post) => {
    const result = results.get(post.id)
    return result === undefined ? [] : [{ post, rank: result.rank, score: result.score, columns: columnsOf(result.values) }]
  })
  const rows = await rowsOf(
    read,
    shown.map(({ post }) => post),
  )
  const reviews = await highlightedReviews(
    read,
    shown.map(({ post }) => post),
    year,
  )
  return {
    tab: 'results' as const,
    head: {
      title: `Review of ${year}`,
      description: `The posts of ${year} that members of ${site.name} found most important.`,
      canonical: links.reviews(year, { tab: 'results', ...(sort === 'score' && { sort }) }),
    },
    isAbsent: undefined,
    ...{ frame, years, sort },
    votesPerDot: votesPerDot(shown.map(({ columns }) => columns)),
    /** Of its winners, once they are shown. */
    sequenceId: gallery === undefined ? undefined : winnersSequenceId(year),
    count: counted === undefined ? null : { posts: counted.postCount, voters: counted.voterCount },
    lines: shown.flatMap(({ rank, score, columns }, at) => {
      const row = rows[at]
      return row === undefined ? [] : [{ row: postRowView(row), rank, score, columns, reviews: reviews.get(row.post.id) ?? [] }]
    }),
    more:
      found.length > limit ? links.reviews(year, { tab: 'results', ...(sort === 'score' && { sort }), limit: limit + firstShown }) : null,
  }
}
