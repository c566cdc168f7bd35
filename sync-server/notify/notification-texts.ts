/**
 * A notification with what it is about, as its owner may see it at this moment: for mails, pushes
 * and their preview.
 */
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Notification } from '#shared/notifications/schema.ts'
import { memberCard } from '#shared/accounts/queries.ts'
import { canSeeMember } from '#shared/accounts/rules.ts'
import { members } from '#shared/accounts/schema.ts'
import type { Comment } from '#shared/comments/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { messages } from '#shared/messages/schema.ts'
import { noticePath } from '#shared/notifications/paths.ts'
import { canSeeNotification } from '#shared/notifications/rules.ts'
import { subjectRows } from '#shared/notifications/subjects.ts'
import { isOfDraft } from '#shared/notifications/all-types.ts'
import { noticeSentence, reasonWords } from '#shared/notifications/words.ts'
import { isPublic } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { excerpt, visibleText } from '#shared/text/measure.ts'
import { shortened } from '#shared/text/shorten.ts'
import { subjectText } from './subject-text.ts'

export interface NotificationText {
  readonly notification: Notification
  readonly sentence: string
  readonly reason: string
  /** Path on this site: the very comment, the post, the draft. */
  readonly path: string
  /** The beginning of what was written, where it is public; else empty. */
  readonly text: string
}

interface NotificationTextOptions {
  /**
   * When what stands in no bell was put in line for a mail, and counts as seen since (`letAge` in
   * operations.ts): nobody has seen it by that.
   */
  readonly agedAt?: number
  /** Their owner wants the words of private messages; never set for what a lock screen shows. */
  readonly messageWords?: boolean
}

/** In the order given; what its owner may not see now, or has seen already, is left out. */
export async function notificationTextsOf(
  read: Read,
  viewer: Viewer,
  found: readonly Notification[],
  { agedAt, messageWords = false }: NotificationTextOptions = {},
): Promise<readonly NotificationText[]> {
  const told: NotificationText[] = []
  const people = await read.getMany(members, distinct(found.map(({ actorId }) => actorId)))
  const names = new Map(people.flatMap((member) => (canSeeMember(viewer, member).allowed ? [[member.id, memberCard(member).name]] : [])))
  const postsById = byId(await read.getMany(posts, distinct(found.map(({ postId }) => postId))))
  const commentsById = byId(await read.getMany(comments, distinct(found.map(({ commentId }) => commentId))))
  for (const notification of found) {
    const { postId, subject } = notification
    const post = postId === null ? undefined : postsById.get(postId)
    const about = subject === undefined ? undefined : await subjectText(read, notification.cause)
    const rows = await subjectRows(read, subject)
    const comment = notification.commentId === null ? undefined : commentsById.get(notification.commentId)
    const isThere =
      (subject === undefined || about !== undefined) &&
      (postId === null || post !== undefined) &&
      (notification.commentId === null || comment !== undefined)
    const isAged = notification.place !== 'recent' && notification.viewedAt === agedAt
    const isSeen = notification.viewedAt !== null && !isAged
    if (!isThere || isSeen || !canSeeNotification(viewer, notification, { post, comment, subject: rows })) continue
    const { type, because, actorId, invitedTo, outcome } = notification
    // Of what is not public neither title nor text leaves the site.
    const isOpen = (post === undefined ? about !== undefined : isPublic(post)) && !isOfDraft(type)
    const isMessage = messageWords && subject?.kind === 'conversation'
    const actor = actorId === null ? null : (names.get(actorId) ?? null)
    told.push({
      notification,
      sentence: noticeSentence(type, {
        actor,
        title: isOpen ? (about?.title ?? post?.title ?? '') : '',
        invitedTo,
        outcome,
        subject: subject?.kind,
      }),
      reason: reasonWords(type, because),
      path: noticePath(notification, post),
      text: isMessage ? await messageText(read, subject.partId) : isOpen ? textOf(about, post, comment) : '',
    })
  }
  return told
}

function textOf(about: { readonly body: Doc } | undefined, post: Post | undefined, comment: Comment | undefined): string {
  const body = about?.body ?? comment?.body
  return body === undefined ? (post?.excerpt ?? '') : excerpt(body, 300)
}

const maxMessageText = 5_000

/** What its reader would see of it; of what was removed since, and of who came or left, nothing. */
async function messageText(read: Read, id = ''): Promise<string> {
  const body = (await read.get(messages, id))?.body ?? null
  return body === null ? '' : shortened(visibleText(body), maxMessageText)
}

const distinct = (ids: readonly (string | null)[]): readonly string[] => [...new Set(ids.flatMap((id) => id ?? []))]

function byId<R extends { readonly id: string }>(rows: readonly R[]): ReadonlyMap<string, R> {
  return new Map(rows.map((row) => [row.id, row]))
}
