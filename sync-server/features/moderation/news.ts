import { isPublic } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { ownersOf } from '#shared/wiki/access.ts'
import { defineNews, toMembers } from '#server/notify/define-news.ts'

/** To its authors: a post of theirs that waited for a moderator has appeared. */
export const approvalNews = defineNews(posts, 'approved', (post) => {
  if (post.approvedAt === undefined) return 'waits'
  if (!isPublic(post) || post.rejectedReason !== null) return 'gone'
  return { actorId: null, postId: post.id, at: post.approvedAt, to: toMembers('postApproved', ownersOf(post)) }
})
