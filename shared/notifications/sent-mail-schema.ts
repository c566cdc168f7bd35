import * as z from 'zod/mini'
import { dayMs } from '../kernel/durations.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'

/**
 * That a mail to a member has gone out, or never will. Its text is not kept: mails about accounts
 * hold secrets, and others hold what its reader may not read any more.
 */
export const SentMail = z.object({
  /** The mail's, which is in its Message-ID too. */
  id: Id,
  userId: Id,
  to: z.string(),
  subject: z.string(),
  /** When it was taken, or given up. */
  at: Time,
  /** `null`: the mail server took it. */
  refusedFor: z.nullable(z.enum(['address', 'other'])),
})
export type SentMail = z.infer<typeof SentMail>

export const sentMailsKeptMs = 90 * dayMs

export const sentMails = defineTable({
  name: 'sent_mails',
  row: SentMail,
  indexes: [['userId', 'at'], ['at']],
  visibility: { scope: ({ userId }) => `user:${userId}` },
  journal: false,
})
