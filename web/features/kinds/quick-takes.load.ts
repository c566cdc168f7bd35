import { quickTakeThreads } from '#shared/comments/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { threadPart } from '../../blocks/comments/thread-view.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'

/** content.md 5.4 */
const first = 20
const most = 200

/** `/quicktakes`: the newest talk first. */
export async function loadQuickTakes(data: PageData, { url }: LoadRequest) {
  const limit = limitOf(url.searchParams, first, most)
  const { threads, hasMore } = await quickTakeThreads(data.read, limit)
  const parts = await Promise.all(
    threads.map(async ({ post, comments }) => ({ post, ...(await threadPart(data, post, comments, 'postCommentsOld', { total: 0 })) })),
  )
  return {
    head: {
      title: 'Quick takes',
      description: `Short thoughts, and what ${data.site.name} members reply.`,
      canonical: links.quickTakes(),
      feeds: [{ href: links.feed({ type: 'comments', view: 'quickTakes' }), title: `${data.site.name}: quick takes` }],
    },
    threads: parts.map(({ post, view }) => ({ post, view })),
    more: hasMore && limit < most ? links.quickTakes({ limit: limit + first }) : null,
    bodies: Object.assign({}, ...parts.map(({ bodies }) => bodies)) as Readonly<Record<string, string>>, // each of them is one
  }
}
