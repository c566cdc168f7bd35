import { defineServerDomain } from '../define-server-domain.ts'
import { inlineCommentTriggers } from './triggers.ts'

export const inlineCommentsOnServer = defineServerDomain({ triggers: inlineCommentTriggers })
