import { memberBySlug } from '#shared/accounts/queries.ts'
import { members } from '#shared/accounts/schema.ts'
import { answeredComments } from '#shared/comments/queries.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { discussionPart } from '../../blocks/discussion/discussion-view.ts'
import { moved, notFound } from '../../data/answer.ts'

/** content.md 5.3 */
const atOnce = 50

/** `/users/:slug/replies`: a member's comments, each with what answers it. */
export async function loadReplies(data: PageData, { params, url }: LoadRequest) {
  const slug = params['slug'] ?? ''
  const member = (await memberBySlug(data.read, slug)) ?? (isId(slug) ? await data.read.get(members, slug) : undefined)
  if (member === undefined) throw notFound()
  if (member.slug !== slug) throw moved(`${links.replies(member.slug)}${url.search}`)
  const limit = limitOf(url.searchParams, atOnce)
  const { rows, hasMore } = await answeredComments(data.read, member.id, limit)
  const { view, bodies } = await discussionPart(data, rows)
  return {
    head: {
      title: `Replies to ${member.displayName}`,
      description: `What ${member.displayName} has commented on ${data.site.name}, and what was answered.`,
      canonical: links.replies(member.slug),
      robots: 'noindex' as const,
    },
    member: { name: member.displayName, slug: member.slug },
    discussion: view,
    more: hasMore ? links.replies(member.slug, { limit: limit + atOnce }) : null,
    bodies,
  }
}
