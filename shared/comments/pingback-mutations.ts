import * as z from 'zod/mini'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { defineQuery } from '../kernel/query.ts'
import { posts } from '../posts/schema.ts'
import { tags } from '../wiki/schema.ts'
import { commentPingbacks } from './schema.ts'

export const pingbacksOfComment = (commentId: string) =>
  defineQuery({ table: commentPingbacks, index: ['commentId'], equals: [commentId], order: 'ascending', limit: 500 })

/**
 * Which other posts a comment links to, as the server found it. States the whole; repeating changes
 * nothing.
 */
export const setCommentPingbacks = defineMutation({
  name: 'comments.setPingbacks',
  from: 'server',
  args: z.strictObject({ id: Id, targetIds: z.array(Id).check(z.maxLength(500)) }),
  async run({ tx }, { id: commentId, targetIds }) {
    const wanted = new Set(targetIds)
    for (const { id, toPostId } of await tx.list(pingbacksOfComment(commentId)))
      if (!wanted.has(toPostId)) await tx.delete(commentPingbacks, id)
    for (const toPostId of wanted) {
      const id = `${commentId}:${toPostId}`
      if ((await tx.get(posts, toPostId)) || (await tx.get(tags, toPostId))) await tx.put(commentPingbacks, { id, commentId, toPostId })
    }
  },
})
