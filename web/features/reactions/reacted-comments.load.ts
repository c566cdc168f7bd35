import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { reactedComments } from '#shared/reactions/queries.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { discussionPart } from '../../blocks/discussion/discussion-view.ts'

/** content.md 5.2 */
const atOnce = 50
const most = 1_000

/** `/allCommentsWithReacts`: comments that carry a reaction, the latest reaction first. */
export async function loadReactedComments(data: PageData, { url }: LoadRequest) {
  const limit = limitOf(url.searchParams, atOnce, most)
  const { rows, hasMore } = await reactedComments(data.read, limit)
  const { view, bodies } = await discussionPart(data, rows)
  return {
    head: {
      title: 'Comments with reactions',
      description: `Comments on ${data.site.name} that readers reacted to, newest first.`,
      canonical: links.reactedComments(),
    },
    discussion: view,
    more: hasMore && limit < most ? links.reactedComments({ limit: Math.min(limit + atOnce, most) }) : null,
    bodies,
  }
}
