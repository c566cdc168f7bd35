import { mentionTriggers } from './mention-triggers.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { notificationForms } from './forms.ts'
import { dropOldMails } from './jobs.ts'
import { endWaitingEmails, restartKarmaBatch } from './triggers.ts'

export const notificationsOnServer = defineServerDomain({
  forms: [notificationForms],
  jobs: [{ name: 'old mails', everyMs: dayMs, run: dropOldMails }],
  triggers: [endWaitingEmails, restartKarmaBatch, ...mentionTriggers],
})
