import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { setCommentMark } from './mark-mutations.ts'
import { editComment, postComment, postQuickTake, removeComment, restoreComment } from './mutations.ts'
import { setCommentPingbacks } from './pingback-mutations.ts'
import { canReadComment, canReadRejection, canReadRemovedText } from './rules.ts'
import { commentPingbacks, comments } from './schema.ts'
import { posts } from '../posts/schema.ts'
import type { Doc } from '../text/schema.ts'

/** Stands in for the text of a removed comment. */
const withheld: Doc = { type: 'doc', content: [] }

export const commentsDomain = defineDomain({
  tables: [comments, commentPingbacks],
  mutations: [postComment, editComment, removeComment, restoreComment, postQuickTake, setCommentMark, setCommentPingbacks],
  policies: [
    readPolicy(comments, async (comment, viewer, read) => {
      const post = await read.get(posts, comment.postId)
      if (post === undefined || !canReadComment(viewer, comment, post).allowed) return undefined
      const shown = comment.rejectedReason === undefined || canReadRejection(viewer, comment) ? comment : { ...comment, rejectedReason: '' }
      return canReadRemovedText(viewer, comment) ? shown : { ...shown, body: withheld }
    }),
  ],
})
