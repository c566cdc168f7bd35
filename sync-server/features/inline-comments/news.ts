import { inlineComments } from '#shared/inline-comments/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { ownersOf } from '#shared/wiki/access.ts'
import { defineNews, toMembers } from '#server/notify/define-news.ts'

/** To those who work on the text. */
export const inlineCommentNews = defineNews(inlineComments, 'remark', async (inlineComment, read) => {
  const post = await read.get(posts, inlineComment.postId)
  if (post === undefined || inlineComment.removedAt !== null) return 'gone'
  const to = toMembers('newCommentOnDraft', [...ownersOf(post), ...(post.shares ?? []).map(({ userId }) => userId)])
  return { actorId: inlineComment.authorId, postId: post.id, at: inlineComment.createdAt, to }
})
