import { defineServerDomain } from '../define-server-domain.ts'
import { moderationForms } from './forms.ts'

export const moderationOnServer = defineServerDomain({ forms: [moderationForms] })
