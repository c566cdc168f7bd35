/**
 * The box under an essay, and a writer's import. What the first answers is the same for every
 * address, and the mail goes its way behind the answer.
 */
import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import type { FormRequest } from '#server/http/ports.ts'
import type { Writer } from '#server/sync/writer.ts'
import { Email, mailboxKeyOf } from '#shared/accounts/email.ts'
import { viewerOfAccount } from '#shared/accounts/queries.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { canImportReaders } from '#shared/newsletters/rules.ts'
import { newsletterLimits, newsletters } from '#shared/newsletters/schema.ts'
import { defineForm, field, senderOf } from '#server/http/define-form.ts'
import { newId } from '#server/http/new-id.ts'
import { runOperation } from '#server/sync/operations.ts'
import { addressesIn } from './addresses-in.ts'
import { askReader } from './operations.ts'
import { readerIdOf } from './tokens.ts'

interface NewsletterFormTools extends Pick<FormTools, 'store'> {
  readonly writer: Pick<Writer, 'work'>
  /** Count it against the sender's network, or the writer. @throws AppError 'rate-limited' */
  readonly limitAsking: (form: FormRequest) => Promise<unknown>
  readonly limitImports: (form: FormRequest, userId: string) => Promise<unknown>
  /** Whether one more mail that somebody else wanted may go to this address today. */
  readonly mayMail: (email: string, now: number) => Promise<boolean>
  /** Work that the answer neither waits for nor depends on. */
  /** Mails have been put in line. */
  readonly lookForMails: () => void
  readonly behind: (work: () => Promise<void>) => void
}

export function newsletterForms({ store, writer, limitAsking, limitImports, mayMail, lookForMails, behind }: NewsletterFormTools) {
  const ask = async (authorId: string, email: string, now: number, isImport: boolean): Promise<boolean> => {
    // What others have typed may not fill somebody's mailbox.
    if (!(await mayMail(email, now))) return false
    return runOperation(writer, askReader, { readerId: readerIdOf(authorId, email), authorId, email, mailId: newId(now), isImport })
  }

  const subscribe = defineForm('newsletters.subscribe', {
    fields: z.strictObject({ authorId: field, email: field }),
    async run(form, { authorId, email }) {
      const typed = Email.safeParse(email)
      if (!typed.success) throw new AppError('invalid', { field: 'email' })
      if (!isId(authorId)) throw new AppError('not-found')
      await limitAsking(form)
      behind(async () => {
        if (await ask(authorId, typed.data, form.now, false)) lookForMails()
      })
      return { kind: 'done', location: links.newsletterSent() }
    },
  })

  const importReaders = defineForm('newsletters.import', {
    fields: z.strictObject({ addresses: field }),
    async run(form, { addresses }) {
      const userId = senderOf(form)
      await store.read(async (read) => {
        authorize(canImportReaders(await viewerOfAccount(read, userId, form.now), await read.get(newsletters, userId)))
      })
      const given = form.file?.text ?? addresses
      if (given.length > newsletterLimits.importCharacters) throw new AppError('invalid', { field: 'addresses', message: 'too long' })
      const found = new Map(addressesIn(given).map((email) => [mailboxKeyOf(email), email]))
      if (found.size === 0 || found.size > newsletterLimits.perImport) throw new AppError('invalid', { field: 'addresses' })
      await limitImports(form, userId)
      behind(async () => {
        for (const email of found.values()) await ask(userId, email, form.now, true)
        lookForMails()
      })
      return { kind: 'done', location: `${links.newsletter()}?imported=${found.size}` }
    },
  })

  return [subscribe, importReaders]
}
