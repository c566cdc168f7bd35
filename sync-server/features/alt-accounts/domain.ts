import { defineServerDomain } from '../define-server-domain.ts'
import { lookForm } from './forms.ts'
import { forgetExpired } from './jobs.ts'

export const altAccountsOnServer = defineServerDomain({
  forms: [lookForm],
  jobs: [{ name: 'expired sign-in traces', everyMs: 600_000, run: forgetExpired }],
})
