import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { own } from '../kernel/visibility.ts'

/**
 * An administrator looks, for a reason, which mails went to a member; id `MEMBER:ADMINISTRATOR`.
 * What stays of it is the entry in the audit log.
 */
export const MailLook = z.object({ id: z.string(), userId: Id, byId: Id, reason: z.string(), endsAt: Time })
export type MailLook = z.infer<typeof MailLook>

export const mailLooks = defineTable({
  name: 'mail_looks',
  row: MailLook,
  indexes: [['endsAt'], ['byId']],
  visibility: own('byId', { isFollowed: false }),
  journal: false,
})

export const mailLookId = (userId: string, byId: string): string => `${userId}:${byId}`
