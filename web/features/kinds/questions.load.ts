import type { PostRow } from '#shared/feed/queries.ts'
import { listingsOf, postList, postRows } from '#shared/feed/queries.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'

/** content.md 5.5 */
const figures = { top: 5, topKarma: 40, recent: 12 } as const
/** How many of the questions last talked about are looked through for those with that much karma. */
const lookedThrough = 500

/** `/questions`: what is asked here, by what was said last. */
export async function loadQuestions({ read, site }: PageData) {
  const top = await topQuestions(read)
  const recent = await postList(read, 'questions', 'recentComments', figures.recent)
  return {
    head: {
      title: 'Questions',
      description: `What the members of ${site.name} ask, and what they answer.`,
      canonical: links.questions(),
      feeds: [{ href: links.feed({ view: 'questions' }), title: `${site.name}: questions` }],
    },
    top: top.map((row) => postRowView(row)),
    recent: recent.rows.map((row) => postRowView(row)),
    topKarma: figures.topKarma,
    byKarma: links.allPosts({ filter: 'questions', sortedBy: 'top', timeframe: 'allTime' }),
    byDate: links.allPosts({ filter: 'questions', sortedBy: 'new', timeframe: 'allTime' }),
  }
}

async function topQuestions(read: Read): Promise<readonly PostRow[]> {
  const found = await read.list(listingsOf('questions', 'recentComments', lookedThrough))
  return postRows(read, found.filter(({ baseScore }) => baseScore >= figures.topKarma).slice(0, figures.top))
}
