import * as z from 'zod/mini'
import { members } from '../accounts/schema.ts'
import { authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { ReasonInWords } from '../moderation/measure-schema.ts'
import { privateLookMs } from '../moderation/private-looks.ts'
import { noteAudit } from '../moderation/record.ts'
import { mailLookId, mailLooks } from './mail-look-schema.ts'
import { canLookAtMails, isMailLookOpen } from './mail-look-rules.ts'

/**
 * Opens the history of a member's mails to an administrator, for a while, and writes down who looks
 * and why. Said twice with one reason it is one entry; one's own needs none.
 */
export const lookAtMails = defineMutation({
  name: 'sentMails.look',
  args: z.strictObject({ userId: Id, reason: ReasonInWords }),
  async run(context, { userId, reason }) {
    const { tx, viewer, now } = context
    authorize(canLookAtMails(viewer))
    const byId = signedIn(viewer).userId
    await getOrThrow(tx, members, userId)
    if (userId === byId) return
    const id = mailLookId(userId, byId)
    const before = await tx.get(mailLooks, id)
    if (before?.reason === reason && isMailLookOpen(viewer, before, now)) return
    const endsAt = now + privateLookMs
    await tx.put(mailLooks, { id, userId, byId, reason, endsAt })
    await noteAudit(context, 'read.emails', { userId, details: { reason, endsAt } })
  },
})
