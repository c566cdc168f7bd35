import { memberCards } from '#shared/accounts/queries.ts'
import { isForReading } from '#shared/feed/related.ts'
import { relatedPosts } from '#shared/feed/related-schema.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import { readingMinutes } from '#shared/text/measure.ts'
import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'

/**
 * Where to go on after a post (content.md 3.1): the same for everybody, and a few more than are
 * shown, so that who has read some finds others in their place.
 */
export async function loadReadNext({ read, isOfDevice }: PageData, asked: { readonly postId: string }) {
  // A device has the list with the page as it was kept.
  if (isOfDevice === true) return undefined
  const related = await read.get(relatedPosts, asked.postId)
  const found = (await read.getMany(posts, related?.postIds ?? [])).filter(isForReading)
  if (found.length === 0) return null
  const cards = await memberCards(
    read,
    found.map(({ authorId }) => authorId),
  )
  return {
    posts: found.map((post) => ({
      ...{ id: post.id, title: post.title, href: links.post(post), lang: post.lang },
      ...{ by: cards.get(post.authorId)?.name ?? '', minutes: readingMinutes(post.wordCount, post.readMinutes) },
    })),
  }
}

export const shows: Shows = { 'read-next': definePart({ on: ['post-end'], order: 20, load: loadReadNext }) }
