import type { Post } from '../posts/schema.ts'
import type { Notification } from './schema.ts'
import { links } from '../links.ts'
import type { Subject } from './subjects.ts'
import { isOfDraft, noticeTypes } from './all-types.ts'
import { kindFacts } from '../posts/kinds.ts'

type NotificationSubject = Pick<Notification, 'type' | 'because' | 'postId' | 'commentId' | 'subject'>

/** Where a piece of news leads. @param post as far as it is known here */
export function noticePath(
  { type, because, postId, commentId, subject }: NotificationSubject,
  post: Pick<Post, 'id' | 'slug' | 'kind' | 'holds'> | undefined,
): string {
  if (postId === null && subject !== undefined) return subjectPath(subject)
  if (postId !== null && isOfDraft(type) && !(post !== undefined && kindFacts(post).hasMessages)) return links.editPost(postId)
  const own = noticeTypes[type].path?.({ because, postId: postId ?? '', commentId })
  if (own !== undefined) return own
  if (postId === null) return links.notices()
  const address = post ?? { id: postId, slug: null }
  return commentId === null ? links.post(address) : links.commentInThread(address, commentId)
}

/** Of what is no part of a post. */
function subjectPath({ kind, id, partId, slug }: Subject): string {
  if (kind === 'member') return links.user(slug ?? id)
  if (kind === 'localGroup') return links.localGroup(id)
  if (kind === 'conversation') return `${links.inbox({ conversation: id })}${partId === undefined ? '' : `#${partId}`}`
  const path = kind === 'sequence' ? links.sequence(id) : links.collection(id)
  return partId === undefined ? path : `${path}#${kind === 'sequence' ? 'chapter' : 'book'}-${partId}`
}
