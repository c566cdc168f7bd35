import { defineServerDomain } from '../define-server-domain.ts'
import { voteForms } from './forms.ts'
import { raiseVotePatterns } from './jobs.ts'
import { powerNews } from './news.ts'
import { tallyVote } from './triggers.ts'

export const votesOnServer = defineServerDomain({
  forms: [voteForms],
  triggers: [tallyVote],
  news: [powerNews],
  jobs: [{ name: 'vote patterns', everyMs: 600_000, run: raiseVotePatterns }],
})
