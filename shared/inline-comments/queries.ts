import { defineQuery } from '../kernel/query.ts'
import { inlineCommentLimits, inlineComments } from './schema.ts'

/** All that is said about a text, oldest first. */
export const inlineCommentsOf = (postId: string) =>
  defineQuery({
    table: inlineComments,
    index: ['postId', 'createdAt'],
    equals: [postId],
    order: 'ascending',
    limit: inlineCommentLimits.perPost,
  })
