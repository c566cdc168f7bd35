import { memberCards } from '#shared/accounts/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { noticePath } from '#shared/notifications/paths.ts'
import type { Notification } from '#shared/notifications/schema.ts'
import type { NoticeTab } from '#shared/notifications/types.ts'
import { isOfDraft, noticeTypes } from '#shared/notifications/all-types.ts'
import { noticeSentence, reasonWords } from '#shared/notifications/words.ts'
import { posts } from '#shared/posts/schema.ts'
import { excerpt } from '#shared/text/measure.ts'

/** A notification as a page or the bell draws it. */
export interface NoticeView {
  readonly id: string
  readonly sentence: string
  /** Why it came; one reason. */
  readonly reason: string
  readonly href: string
  /** The beginning of what was written; empty where it is not at hand. */
  readonly text: string
  readonly at: number
  readonly isViewed: boolean
  /** Of the discussion it belongs to, which can be muted; `null`: it is about no comment. */
  readonly threadId: string | null
  readonly tab: NoticeTab
}

const excerptLength = 200

/**
 * Over a permitted read, so that nothing is shown that its owner may not read now. A device holds
 * few posts: what it has not is told by the notification itself.
 */
export async function noticeViews(read: Read, found: readonly Notification[]): Promise<readonly NoticeView[]> {
  const cards = await memberCards(
    read,
    found.flatMap(({ actorId }) => actorId ?? []),
  )
  const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
  const postsById = byId(await read.getMany(posts, [...new Set(found.flatMap(({ postId }) => postId ?? []))]))
  const commentsById = byId(await read.getMany(comments, [...new Set(found.flatMap(({ commentId }) => commentId ?? []))]))
  return found.map((notification) => {
    const { id, type, because, actorId, postId, commentId, title, at, viewedAt, invitedTo, outcome, subject } = notification
    const post = postId === null ? undefined : postsById.get(postId)
    const comment = commentId === null ? undefined : commentsById.get(commentId)
    const actor = actorId === null ? null : (cards.get(actorId)?.name ?? null)
    return {
      id,
      sentence: noticeSentence(type, { actor, title: post?.title ?? title, invitedTo, outcome, subject: subject?.kind }),
      reason: reasonWords(type, because),
      href: noticePath(notification, post),
      text: comment !== undefined && comment.removedBy === null ? excerpt(comment.body, excerptLength) : '',
      at,
      isViewed: viewedAt !== null,
      threadId: commentId === null || isOfDraft(type) ? null : postId,
      tab: noticeTypes[type].tab,
    }
  })
}
