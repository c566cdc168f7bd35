import { defineServerDomain } from '../define-server-domain.ts'
import { feedForms } from './forms.ts'
import { feedTriggers } from './triggers.ts'

export const feedOnServer = defineServerDomain({ forms: [feedForms], triggers: feedTriggers })
