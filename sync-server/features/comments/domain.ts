import { defineServerDomain } from '../define-server-domain.ts'
import { keepCommentPingbacks } from './effects.ts'
import { commentForms } from './forms.ts'
import { commentTriggers } from './triggers.ts'

export const commentsOnServer = defineServerDomain({
  forms: [commentForms],
  triggers: commentTriggers,
  effects: [() => keepCommentPingbacks],
})
