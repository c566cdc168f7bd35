import type { CommentMarkName } from '#shared/comments/mark-rules.ts'
import { canMarkComment } from '#shared/comments/mark-rules.ts'
import { canEditComment, canRestoreComment } from '#shared/comments/rules.ts'
import type { Comment } from '#shared/comments/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { canRemoveFromThread } from '#shared/moderation/thread-rules.ts'
import { isSelf } from '#shared/kernel/viewer.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { forbidden, needsSignIn, notFound } from '../../data/answer.ts'

/** `/editComment?commentId=`: changing a comment, taking it away, bringing it back. */
export async function loadEditComment(data: PageData, { url }: LoadRequest) {
  const comment = await data.read.get(comments, url.searchParams.get('commentId') ?? '')
  const post = comment && (await data.read.get(posts, comment.postId))
  if (comment === undefined || post === undefined) throw notFound()
  const edit = canEditComment(data.viewer, comment, post)
  const remove = canRemoveFromThread(data.viewer, comment, post)
  const restore = canRestoreComment(data.viewer, comment, post)
  const isRemoved = comment.removedBy !== null
  if (!edit.allowed && !remove.allowed && !(isRemoved && restore.allowed)) {
    if (edit.reason === 'sign-in-first') throw needsSignIn()
    throw forbidden(edit.reason)
  }
  const typed = data.form?.mutation === 'comments.edit' && data.form.values['commentId'] === comment.id ? data.form.values : {}
  return {
    head: { title: 'Edit comment' },
    comment: { id: comment.id, version: comment.bodyVersion, postedAt: comment.postedAt, isRemoved },
    post: { id: post.id, slug: post.slug, title: post.title },
    markdown: typed['markdown'] ?? data.markdown?.(comment.body) ?? '',
    isOwn: isSelf(data.viewer, comment.authorId),
    edit:
      edit.allowed && !isRemoved
        ? ({ isOpen: true } as const)
        : ({ isOpen: false, reason: edit.allowed ? 'comment-is-removed' : edit.reason } as const),
    remove:
      remove.allowed && !isRemoved
        ? ({ isOpen: true } as const)
        : ({ isOpen: false, reason: remove.allowed ? 'comment-is-removed' : remove.reason } as const),
    canRestore: isRemoved && restore.allowed,
    /** What can be said of it beside its words, and whether it is so. */
    marks: marksFor(data, comment, post),
  }
}

function marksFor({ viewer, now }: PageData, comment: Comment, post: Post) {
  const { isAnswer, isPinnedOnProfile, isOffFrontpage, retractedAt, pinnedAt, repliesLockedUntil = 0, hat, rejectedReason } = comment
  const all: Readonly<Record<CommentMarkName, boolean>> = {
    answer: isAnswer === true,
    onProfile: isPinnedOnProfile === true,
    offFrontpage: isOffFrontpage === true,
    retracted: retractedAt !== undefined,
    pinned: pinnedAt !== undefined,
    lock: repliesLockedUntil > now,
    hat: hat !== undefined,
    rejected: rejectedReason !== undefined,
  }
  // Its keys are the names of marks, by its type.
  const names = (Object.keys(all) as CommentMarkName[]).filter((name) => canMarkComment(viewer, comment, post, name).allowed)
  return { list: names.map((name) => ({ name, isSet: all[name] })), rejectedReason: rejectedReason ?? null }
}
