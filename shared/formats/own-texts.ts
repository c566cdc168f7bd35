import { memberCards } from '../accounts/queries.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { defineQuery } from '../kernel/query.ts'
import { links } from '../links.ts'
import { writingOf } from '../posts/queries.ts'
import { isAuthor } from '../posts/rules.ts'
import { authorships, posts, revisions, type Post } from '../posts/schema.ts'
import type { Doc } from '../text/nodes.ts'
import type { ExportedText } from './exported-text.ts'

/** What the server answers when a member's own texts are asked for, a page at a time. */
export interface ExportPage {
  readonly texts: readonly ExportedText[]
  /** Where the next page begins; `null`: that was all. */
  readonly next: string | null
}

/** Ids of the posts that a member writes, in the order they were made. */
export async function ownPostIds(read: Read, userId: string): Promise<readonly string[]> {
  const rows = await read.list(
    defineQuery({ table: authorships, index: ['userId', 'since'], equals: [userId], order: 'ascending', limit: maxPosts }),
  )
  return rows.map(({ postId }) => postId).sort()
}

const maxPosts = 10_000

/**
 * A post of one's own with its newest text. @param doc where it is known already. `null`: not one's
 * own, put away, or its text is not here.
 */
export async function ownText(read: Read, viewer: Viewer, postId: string, origin: string, doc?: Doc | null): Promise<ExportedText | null> {
  const post = await read.get(posts, postId)
  if (post === undefined || post.status === 'removed' || !isAuthor(viewer, post)) return null
  const text = doc ?? (await newestText(read, post))
  if (text === null) return null
  const { title, kind, linkUrl, lang, tags, writtenOn } = await writingOf(read, post)
  const ids = [post.authorId, ...post.coauthorIds]
  const cards = await memberCards(read, ids)
  const isPublic = post.status === 'published'
  return {
    ...{ id: post.id, title, kind, linkUrl, lang, tags, writtenOn, doc: text },
    dir: post.direction,
    authors: ids.flatMap((id) => cards.get(id)?.name ?? []),
    publishedAt: isPublic ? post.publishedAt : null,
    address: isPublic ? `${origin}${links.post(post)}` : null,
  }
}

async function newestText(read: Read, post: Post): Promise<Doc | null> {
  const latest = await read.get(revisions, post.latestRevisionId)
  if (latest !== undefined) return latest.body
  return post.revisionId === null ? null : ((await read.get(revisions, post.revisionId))?.body ?? null)
}
