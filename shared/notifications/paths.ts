import type { Post } from '../posts/schema.ts'
import type { Notification } from './schema.ts'
import { links } from '../links.ts'
import { isOfDraft } from './types.ts'

type NotificationSubject = Pick<Notification, 'type' | 'because' | 'postId' | 'commentId'>

/** Where a piece of news leads. @param post as far as it is known here */
export function noticePath(
  { type, because, postId, commentId }: NotificationSubject,
  post: Pick<Post, 'id' | 'slug' | 'kind' | 'holds'> | undefined,
): string {
  const address = post ?? { id: postId, slug: null }
  if (isOfDraft(type) && post?.holds !== 'dialogue') return links.editPost(postId)
  if (type === 'typoSuggestion') return links.typos(commentId ?? postId)
  if (type === 'newSequencePosts') return links.postInSequence(because.slice('sequence:'.length), postId)
  return commentId === null ? links.post(address) : links.commentInThread(address, commentId)
}
