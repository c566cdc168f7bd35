import { minuteMs } from '#shared/kernel/durations.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { feedForms } from './forms.ts'
import { keepRelatedPosts } from './related-job.ts'
import { feedTriggers } from './triggers.ts'

export const feedOnServer = defineServerDomain({
  forms: [feedForms],
  triggers: feedTriggers,
  jobs: [{ name: 'related posts', everyMs: minuteMs, run: keepRelatedPosts }],
})
