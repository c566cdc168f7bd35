import { links } from '#shared/links.ts'
import type { Post } from '#shared/posts/schema.ts'

/**
 * What sort of post it is, as it stands before the tags. What is written for nobody yet is at most
 * a question.
 */
export function kindChip({ kind, holds, status, frontpageAt, curatedAt }: Post) {
  if (status === 'published' && curatedAt !== null) return { name: 'Curated', href: links.curated() }
  if (kind === 'question') return { name: 'Question', href: links.questions() }
  if (status !== 'published' || holds === 'quickTakes') return null
  if (kind === 'linkpost') return { name: 'Link post', href: links.allPosts({ filter: 'linkpost' }) }
  return frontpageAt === null ? { name: 'Personal post', href: links.allPosts() } : { name: 'Front page', href: links.front() }
}
