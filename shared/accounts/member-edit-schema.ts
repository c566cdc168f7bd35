import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone } from '../kernel/visibility.ts'

/** An address that a member had before the staff gave them another; id = that slug. */
export const MemberSlug = z.object({ id: z.string(), userId: Id, endedAt: Time })
export type MemberSlug = z.infer<typeof MemberSlug>

export const memberSlugs = defineTable({
  name: 'member_slugs',
  row: MemberSlug,
  indexes: [['userId', 'endedAt']],
  // What is or was in an address; whom it leads to passes the read policy of members.
  visibility: everyone,
})
