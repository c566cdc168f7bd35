import * as z from 'zod/mini'
import { Id, Time } from '#shared/kernel/fields.ts'
import { defineTable } from '#shared/kernel/table.ts'
import { defineQuery } from '#shared/kernel/query.ts'

/**
 * A mail that has not gone out yet; gone once it has, or is given up. The id is in its Message-ID:
 * a mail that was taken just before a crash, and is sent again after it, is known by the other side
 * as the same. Mails about accounts hold secrets: they never leave the server otherwise, and are
 * never sent after `expiresAt`.
 */
export const WaitingMail = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.nullable(z.string()),
  unsubscribeUrl: z.nullable(z.string()),
  /** Of a mail that is written when it goes out. */
  replyTo: z.optional(z.string()),
  /**
   * Of a mail of notifications, which is written when it goes out: until then it has no words, and
   * no address.
   */
  notices: z.optional(z.object({ userId: Id, ids: z.array(z.string()) })),
  /**
   * Of a mail of a newsletter, written when it goes out as well. `postId`: the essay; `null`: the
   * mail with which its reader confirms the address.
   */
  letter: z.optional(z.object({ readerId: z.string(), postId: z.nullable(Id) })),
  /**
   * Of a mail to a guest of an event, written when it goes out as well. `link`: with which they
   * confirm their answer.
   */
  guest: z.optional(z.object({ guestId: z.string(), what: z.enum(['link', 'changed', 'canceled', 'restored', 'reminder', 'place']) })),
  addedAt: Time,
  /** How often it was tried. */
  tries: z.number(),
  dueAt: Time,
  /** What it says counts no longer than that. */
  expiresAt: Time,
})
export type WaitingMail = z.infer<typeof WaitingMail>

export const waitingMails = defineTable({
  name: 'waiting_mails',
  row: WaitingMail,
  indexes: [['dueAt']],
  scope: () => 'server',
  shape: () => null,
  journal: false,
})

export const firstWaiting = (limit: number) => defineQuery({ table: waitingMails, index: ['dueAt'], equals: [], order: 'ascending', limit })
