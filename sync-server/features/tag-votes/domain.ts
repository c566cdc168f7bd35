import { defineServerDomain } from '../define-server-domain.ts'
import { tagVoteForms } from './forms.ts'
import { tagVoteTriggers } from './triggers.ts'

export const tagVotesOnServer = defineServerDomain({ forms: [tagVoteForms], triggers: tagVoteTriggers })
