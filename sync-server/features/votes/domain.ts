import { defineServerDomain } from '../define-server-domain.ts'
import { voteForms } from './forms.ts'
import { tallyVote } from './triggers.ts'

export const votesOnServer = defineServerDomain({ forms: [voteForms], triggers: [tallyVote] })
