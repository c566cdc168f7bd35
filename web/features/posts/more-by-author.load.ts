import { listingsOf } from '#shared/feed/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'

/** content.md 3.1 */
const shown = 3

/** The newest others of its author, which every visitor may read. */
export async function loadMoreByAuthor({ read, isOfDevice }: PageData, asked: { readonly postId: string; readonly authorId: string }) {
  // A device has the list with the page as it was kept.
  if (isOfDevice === true) return undefined
  const listed = await read.list(listingsOf(`author:${asked.authorId}`, 'new', shown + 1))
  const others = listed.map(({ postId }) => postId).filter((id) => id !== asked.postId)
  const found = await read.getMany(posts, others.slice(0, shown))
  return found.length === 0 ? null : { posts: found.map((post) => ({ title: post.title, href: links.post(post), lang: post.lang })) }
}

export const shows: Shows = { 'more-by-author': definePart({ on: ['post-end'], order: 10, load: loadMoreByAuthor }) }
