import { formFor } from '#server/http/form-for.ts'
import { links } from '#shared/links.ts'
import { callOffIssue, setNewsletter } from '#shared/newsletters/mutations.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { mailDue, pruneDue } from './jobs.ts'
import { newsletterWorks } from './operations.ts'
import { waitToBeMailed } from './triggers.ts'
import { hourMs } from '#shared/kernel/durations.ts'

const back = { to: () => links.newsletter() }

export const newslettersOnServer = defineServerDomain({
  forms: [formFor(setNewsletter, back), formFor(callOffIssue, back)],
  triggers: [waitToBeMailed],
  operations: newsletterWorks,
  jobs: [
    { name: 'newsletters', everyMs: 20_000, run: mailDue },
    { name: 'readers of newsletters who did not confirm', everyMs: hourMs, run: pruneDue },
  ],
})
