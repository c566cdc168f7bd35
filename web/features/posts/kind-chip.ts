import { links } from '#shared/links.ts'
import type { Post } from '#shared/posts/schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'

/**
 * What sort of post it is, as it stands before the tags. What is written for nobody yet is at most
 * a question.
 */
export function kindChip(post: Post) {
  const { status, frontpageAt, curatedAt } = post
  const { isAsked, hasTakes, needsLink, isEvent } = kindFacts(post)
  if (status === 'published' && curatedAt !== null) return { name: 'Curated', href: links.curated() }
  if (isAsked) return { name: 'Question', href: links.questions() }
  if (isEvent) return { name: 'Event', href: links.upcomingEvents() }
  if (status !== 'published' || hasTakes) return null
  if (needsLink) return { name: 'Link post', href: links.allPosts({ filter: 'linkpost' }) }
  return frontpageAt === null ? { name: 'Personal post', href: links.allPosts() } : { name: 'Front page', href: links.front() }
}
