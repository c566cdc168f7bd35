import * as z from 'zod/mini'
import { formFor } from '#server/http/form-for.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { typedValue } from '#shared/kernel/typed-value.ts'
import { links } from '#shared/links.ts'
import { setReviewVote } from '#shared/annual-review/mutations.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { countFinished } from './count-votes.ts'
import { countReviewVote } from './triggers.ts'

export const annualReviewOnServer = defineServerDomain({
  forms: [
    formFor(setReviewVote, {
      row: 'postId',
      // A literal's text is not read as a number by itself.
      read: { score: (typed) => typedValue(z.number(), typed) },
      to: ({ postId }, form) => safeReturnTo(form.fields['from'], links.vote(postId)),
    }),
  ],
  triggers: [countReviewVote],
  jobs: [{ name: 'annual review', everyMs: 600_000, run: countFinished }],
})
