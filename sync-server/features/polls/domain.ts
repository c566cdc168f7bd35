import { defineServerDomain } from '../define-server-domain.ts'
import { pollForms } from './forms.ts'
import { openDue } from './jobs.ts'
import { pollTriggers } from './triggers.ts'

export const pollsOnServer = defineServerDomain({
  forms: [pollForms],
  triggers: pollTriggers,
  jobs: [{ name: 'results of polls', everyMs: 60_000, run: openDue }],
})
