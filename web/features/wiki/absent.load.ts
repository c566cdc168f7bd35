import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { mentionsOfName } from '#shared/posts/mentions.ts'
import { feedOfTag } from '#shared/feed/listings-of-post.ts'
import { postList } from '#shared/feed/queries.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { wikiLimits } from '#shared/wiki/schema.ts'
import { notFound } from '../../data/answer.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'

const postsShown = 10

/**
 * Of an address that has no page: what it may be about, who speaks of it, and the way to make one.
 * A device knows too little to say so.
 */
export async function absentView(data: PageData, slug: string, placeholder?: Tag) {
  if (data.isOfDevice === true || slug.length > wikiLimits.name * 3) throw notFound()
  const name = placeholder?.name ?? nameFrom(slug)
  const tagged = placeholder === undefined ? [] : (await postList(data.read, feedOfTag(slug), 'top', postsShown)).rows
  const mentions = await mentionsOfName(data.read, slug, placeholder?.id ?? null)
  const view = {
    kind: 'absent' as const,
    name,
    slug,
    tagged: tagged.map((row) => postRowView(row)),
    mentionedIn: mentions.map(({ post, comment }) => ({
      id: comment?.id ?? post.id,
      title: post.title,
      href: comment === null ? links.post(post) : links.comment(post, comment.id),
      by: comment?.by ?? null,
    })),
    create: links.createWiki({ name: name.slice(0, wikiLimits.name) }),
  }
  return { head: { title: name, robots: 'noindex' as const }, isAbsent: true as const, thread: null, view, bodies: {} }
}

/** `night-watch`: Night watch. */
function nameFrom(slug: string): string {
  const words = slug.replaceAll(/[-_\s]+/gu, ' ').trim()
  return words === '' ? 'This page' : words.slice(0, 1).toUpperCase() + words.slice(1)
}

export type AbsentView = Awaited<ReturnType<typeof absentView>>['view']
