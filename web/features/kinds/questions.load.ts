import { listingsOf, postRows } from '#shared/feed/queries.ts'
import type { Listing } from '#shared/feed/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'

/** content.md 5.5 */
const figures = { top: 5, topKarma: 40, recent: 12 } as const
/**
 * How many of the questions last talked about are looked through for those with that much karma.
 */
const lookedThrough = 500

/** `/questions`: what is asked here, by what was said last. */
export async function loadQuestions({ read, site }: PageData, { url }: LoadRequest) {
  const includesRelated = url.searchParams.get('includeRelatedQuestions') === 'true'
  const feeds = includesRelated ? ['questions', 'relatedQuestions'] : ['questions']
  const found = await lastTalkedAbout(read, feeds)
  const top = await postRows(read, found.filter(({ baseScore }) => baseScore >= figures.topKarma).slice(0, figures.top))
  const recent = await postRows(read, found.slice(0, figures.recent))
  return {
    head: {
      title: 'Questions',
      description: `Questions from members of ${site.name} , with answers.`,
      canonical: links.questions(),
      feeds: [{ href: links.feed({ view: 'questions' }), title: `${site.name}: questions` }],
    },
    top: top.map((row) => postRowView(row)),
    recent: recent.map((row) => postRowView(row)),
    includesRelated,
    topKarma: figures.topKarma,
    byKarma: links.allPosts({ filter: 'questions', sortedBy: 'top', timeframe: 'allTime' }),
    byDate: links.allPosts({ filter: 'questions', sortedBy: 'new', timeframe: 'allTime' }),
  }
}

/** Of several lists as of one, by the latest comment. */
async function lastTalkedAbout(read: Read, feeds: readonly string[]): Promise<readonly Listing[]> {
  const found = await Promise.all(feeds.map((feed) => read.list(listingsOf(feed, 'recentComments', lookedThrough))))
  return found.flat().toSorted((a, b) => b.lastCommentedAt - a.lastCommentedAt)
}
