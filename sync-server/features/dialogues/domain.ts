import { defineServerDomain } from '../define-server-domain.ts'
import { dialogueForms } from './forms.ts'
import { dialogueTriggers } from './triggers.ts'

export const dialoguesOnServer = defineServerDomain({
  forms: [dialogueForms],
  triggers: ({ rateLimitProfile }) => dialogueTriggers(rateLimitProfile),
})
