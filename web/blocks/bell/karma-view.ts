import type { Read } from '#shared/kernel/transaction.ts'
import type { PostAddress } from '#shared/links.ts'
import { links } from '#shared/links.ts'
import { karmaNewsOf } from '#shared/notifications/queries.ts'
import { karmaShown, karmaSum } from '#shared/notifications/rules.ts'
import type { KarmaChoice } from '#shared/notifications/schema.ts'
import { karmaItemWords } from '#shared/notifications/words.ts'
import { posts } from '#shared/posts/schema.ts'

/** What the votes on one's work came to, as a page or the star's menu draws it. */
export interface KarmaView {
  readonly sum: number
  readonly since: number
  /** For "seen": what is added later stays new. */
  readonly at: number
  readonly isSeen: boolean
  readonly items: readonly { readonly id: string; readonly by: number; readonly words: string; readonly href: string }[]
}

/**
 * Over a permitted read. `null`: there is nothing to list. A device holds few posts: what it has
 * not is named by the batch itself.
 */
export async function karmaViewOf(read: Read, userId: string, choice: KarmaChoice): Promise<KarmaView | null> {
  const [news] = await read.list(karmaNewsOf(userId))
  const items = karmaShown(news?.items ?? [], choice)
  if (news === undefined || items.length === 0) return null
  const found = await read.getMany(posts, [...new Set(items.map(({ postId }) => postId))])
  const postsById = new Map(found.map((post) => [post.id, post]))
  return {
    sum: karmaSum(items),
    since: news.since,
    at: news.at,
    isSeen: news.seenAt !== null,
    items: items.map(({ targetKind, targetId, postId, title, by }) => {
      const post = postsById.get(postId)
      const address = { id: postId, slug: post?.slug ?? null }
      return {
        id: targetId,
        by,
        words: karmaItemWords(targetKind, post?.title ?? title),
        href: hrefOf[targetKind](address, targetId),
      }
    }),
  }
}

/** Of an edit: the versions of the page, to which the address of its post leads. */
const hrefOf = {
  post: (post: PostAddress) => links.post(post),
  comment: (post: PostAddress, id: string) => links.commentInThread(post, id),
  revision: (post: PostAddress) => links.postHistory(post),
} as const
