import { posts } from '#shared/posts/schema.ts'
import { typoSuggestions } from '#shared/reactions/typo-schema.ts'
import { ownersOf } from '#shared/wiki/access.ts'
import { defineNews, toMembers } from '#server/notify/define-news.ts'

/**
 * To the author of the words; one that was taken back before it was decided takes its notices with
 * it.
 */
export const typoNews = defineNews(typoSuggestions, 'typo', async (typo, read) => {
  const post = await read.get(posts, typo.postId)
  if (post === undefined || typo.verdict === 'withdrawn') return 'gone'
  if (typo.verdict !== 'open') return 'waits'
  const commentId = typo.targetKind === 'comment' ? typo.targetId : null
  const to = toMembers('typoSuggestion', commentId === null ? ownersOf(post) : [typo.ownerId])
  return { actorId: typo.userId, postId: post.id, commentId, at: typo.proposedAt, to }
})
