import { mentionTriggers } from './mention-triggers.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { notificationForms } from './forms.ts'
import { endWaitingEmails, restartKarmaBatch } from './triggers.ts'

export const notificationsOnServer = defineServerDomain({
  forms: [notificationForms],
  triggers: [endWaitingEmails, restartKarmaBatch, ...mentionTriggers],
})
