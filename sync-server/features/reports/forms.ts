import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import type { FormRequest } from '#server/http/ports.ts'
import type { MailSite } from '#server/mail/account-mails.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { Email } from '#shared/accounts/email.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { canSeeReports } from '#shared/reports/rules.ts'
import { feedbackMessages } from '#shared/reports/schema.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { feedbackAnswerMail } from './feedback-mail.ts'

interface ReportFormTools extends Pick<FormTools, 'apply' | 'store'> {
  /** `null`: there is no way for mails to go. */
  readonly post: ((mail: Mail) => void) | null
  readonly site: () => MailSite
}

/** What administrators do with reports and feedback. */
export function reportForms({ apply, store, post, site }: ReportFormTools) {
  const mutation = async (form: FormRequest, name: string, args: unknown) => {
    const seq = await applied(apply, { name, args, userId: senderOf(form), source: 'member' })
    return { kind: 'done', location: safeReturnTo(form.fields['from'], reportLinks.admin()), seq } as const
  }
  const yesNo = z.enum(['yes', 'no'])

  const resolve = defineForm('reports.resolveError', {
    fields: z.strictObject({ id: field, resolved: yesNo }),
    run: (form, { id, resolved }) => mutation(form, 'reports.resolveError', { id, isResolved: resolved === 'yes' }),
  })

  const settle = defineForm('reports.settleFeedback', {
    fields: z.strictObject({ id: field, done: yesNo }),
    run: (form, { id, done }) => mutation(form, 'reports.settleFeedback', { id, isDone: done === 'yes' }),
  })

  const assign = defineForm('reports.assignFeedback', {
    fields: z.strictObject({ id: field, mine: yesNo }),
    run: (form, { id, mine }) => mutation(form, 'reports.assignFeedback', { id, isMine: mine === 'yes' }),
  })

  const deleteScreenshot = defineForm('reports.deleteScreenshot', {
    fields: z.strictObject({ id: field }),
    run: (form, { id }) => mutation(form, 'reports.deleteScreenshot', { id }),
  })

  const answer = defineForm('reports.answerFeedback', {
    fields: z.strictObject({ id: field, n: field, text: field }),
    async run(form, { id, n, text }) {
      authorize(canSeeReports(form.viewer))
      const message = await store.read((read) => getOrThrow(read, feedbackMessages, id))
      if (post === null) throw new AppError('invalid', { field: 'mail' })
      if (!Email.safeParse(message.email).success) throw new AppError('invalid', { field: 'email' })
      const at = /^\d{1,4}$/u.test(n) ? Number(n) : -1
      // Sent a second time by a hasty press: it went out then.
      const wasSent = message.answers[at]?.text === text.trim()
      const done = await mutation(form, 'reports.noteAnswer', { id, n: at, text })
      if (!wasSent) post(feedbackAnswerMail(site(), message, text.trim()))
      return done
    },
  })

  return [resolve, settle, assign, deleteScreenshot, answer]
}
