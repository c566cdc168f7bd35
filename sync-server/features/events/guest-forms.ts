/**
 * The form under an event, for people without an account. Parent comment is the same for every
 * address, and the mail goes its way behind the answer.
 */
import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import type { FormRequest } from '#server/http/ports.ts'
import type { Writer } from '#server/sync/writer.ts'
import { allChecked, defineForm, field } from '#server/http/define-form.ts'
import { newId } from '#server/http/new-id.ts'
import { runOperation } from '#server/sync/operations.ts'
import { Email } from '#shared/accounts/email.ts'
import { GuestName } from '#shared/events/guest-schema.ts'
import { RsvpAnswer } from '#shared/events/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { askGuest, isFullOfGuests, whyNoGuests } from './guest-operations.ts'
import { guestIdOf } from './guest-tokens.ts'

interface GuestFormTools extends Pick<FormTools, 'store'> {
  readonly writer: Pick<Writer, 'work'>
  /** Counts it against the sender's network. @throws AppError 'rate-limited' */
  readonly limitAsking: (form: FormRequest) => Promise<unknown>
  /** Whether one more mail that anybody may have wanted may go to this address. */
  readonly mayMail: (eventId: string, email: string, now: number) => Promise<boolean>
  /** Mails have been put in line. */
  readonly lookForMails: () => void
  /** Work that the answer neither waits for nor depends on. */
  readonly behind: (work: () => Promise<void>) => void
}

/** @throws AppError 'invalid' with the field */
export function parsedField<T>(schema: z.ZodMiniType<T>, typed: string, name: string): T {
  const parsed = schema.safeParse(typed)
  if (!parsed.success) throw new AppError('invalid', { field: name })
  return parsed.data
}

export function guestForms({ store, writer, limitAsking, mayMail, lookForMails, behind }: GuestFormTools) {
  const answer = defineForm('guests.answer', {
    fields: z.strictObject({ eventId: field, guestName: field, email: field, answer: field, isPrivate: field }),
    async run(form, { eventId, guestName, email, answer: said, isPrivate }) {
      if (!isId(eventId)) throw new AppError('not-found')
      await store.read(async (read) => {
        const reason = await whyNoGuests(read, eventId, form.now)
        if (reason === 'not-found') throw new AppError('not-found')
        if (reason !== null) throw new AppError('not-allowed', { reason })
        if (await isFullOfGuests(read, eventId)) throw new AppError('not-allowed', { reason: 'too-many-guests' })
      })
      const [name, address, answered] = await allChecked(
        () => parsedField(GuestName, guestName, 'guestName'),
        () => parsedField(Email, email, 'email'),
        () => parsedField(RsvpAnswer, said, 'answer'),
      )
      await limitAsking(form)
      const guest = { guestId: guestIdOf(eventId, address), eventId, email: address, name, answer: answered, isPrivate: isPrivate !== '' }
      behind(async () => {
        // What others have typed may not fill somebody's mailbox.
        if (!(await mayMail(eventId, address, form.now))) return
        if (await runOperation(writer, askGuest, { ...guest, mailId: newId(form.now) })) lookForMails()
      })
      return { kind: 'done', location: links.guestSent() }
    },
  })
  return [answer]
}
