import { formFor } from '#server/http/form-for.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { links } from '#shared/links.ts'
import { setReviewVote } from '#shared/annual-review/mutations.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { countReviewVote } from './triggers.ts'

export const annualReviewOnServer = defineServerDomain({
  forms: [formFor(setReviewVote, { row: 'postId', to: ({ postId }, form) => safeReturnTo(form.fields['from'], links.vote(postId)) })],
  triggers: [countReviewVote],
})
