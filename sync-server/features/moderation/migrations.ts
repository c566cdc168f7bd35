import type { Migration } from '#server/store/port.ts'
import { members } from '#shared/accounts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { posts } from '#shared/posts/schema.ts'

/**
 * Members who had published before posts of new members waited for a moderator: they are not new,
 * and are approved by themselves, as the first member of a site is.
 */
export const approvedByPublishing: Migration = {
  name: 'members who have published are approved',
  async run({ tx }) {
    const index = ['status', 'publishedAt'] as const
    const found = await tx.list(defineQuery({ table: posts, index, equals: ['published'], order: 'ascending', limit: 1_000_000 }))
    for (const id of new Set(found.filter((post) => post.rejectedReason === null).map(({ authorId }) => authorId))) {
      const member = await tx.get(members, id)
      if (member?.approvedBy === null) await tx.put(members, { ...member, approvedBy: id })
    }
  },
}
