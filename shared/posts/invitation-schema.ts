import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineQuery } from '../kernel/query.ts'
import { defineTable } from '../kernel/table.ts'
import { own } from '../kernel/visibility.ts'

/**
 * One member asked another to take part in a post; id `POST:USER`. It counts toward the inviter's
 * limits and remembers the answer. Whether an invitation is open is the post's to say
 * (`Share.isInvited`); this row may outlive it.
 */
export const Invitation = z.object({
  id: z.string(),
  inviterId: Id,
  postId: Id,
  userId: Id,
  /** `share`: access by name only; the others ask for a name in the byline. */
  to: z.enum(['coauthor', 'dialogue', 'share']),
  at: Time,
  answer: z.nullable(z.enum(['accepted', 'declined'])),
  answeredAt: z.nullable(Time),
})
export type Invitation = z.infer<typeof Invitation>

export const invitations = defineTable({
  name: 'invitations',
  row: Invitation,
  indexes: [
    ['inviterId', 'at'],
    ['postId', 'at'],
  ],
  visibility: own('inviterId'),
})

export const invitationId = (postId: string, userId: string): string => `${postId}:${userId}`

/** Those that a member made since then, newest first. */
export const invitationsBy = (inviterId: string, since: number) =>
  defineQuery({ table: invitations, index: ['inviterId', 'at'], equals: [inviterId], from: since, order: 'descending', limit: 500 })
