import * as z from 'zod/mini'
import { formFor } from '#server/http/form-for.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { typedValue } from '#shared/kernel/typed-value.ts'
import { links } from '#shared/links.ts'
import { setReviewVote } from '#shared/annual-review/mutations.ts'
import {
  askReviewCount,
  publishReviewResults,
  setReviewDates,
  setReviewExclusion,
  setReviewGallery,
  setReviewPhase,
} from '#shared/annual-review/plan-mutations.ts'
import { moveReviewWinner, setReviewWinner, setWinnerPicture } from '#shared/annual-review/winner-mutations.ts'
import { reviewWinners } from '#shared/annual-review/schema.ts'
import { isId } from '#shared/kernel/ids.ts'
import { defineServerDomain, textsIn } from '../define-server-domain.ts'
import { countFinished } from './count-votes.ts'
import { nominationNews } from './news.ts'
import { countReviewVote } from './triggers.ts'
import { winnerMarks } from './winner-marks.ts'

const ofYear = ({ year }: { readonly year: number }): string => links.reviewAdmin(year)

const winnersOfYear = ({ year }: { readonly year: number }): string => links.bestOfAdmin(year)
/** Back to the list where the button stood. */
const whereItStood = (args: { readonly year: number }, form: { readonly fields: Readonly<Record<string, string>> }): string =>
  safeReturnTo(form.fields['from'], winnersOfYear(args))

/** An id, or the address of the post. */
const idInAddress = (typed: string): string => typed.split(/[/?#\s]/u).find(isId) ?? typed

export const annualReviewOnServer = defineServerDomain({
  forms: [
    formFor(setReviewVote, {
      row: 'postId',
      // A literal's text is not read as a number by itself.
      read: { score: (typed) => typedValue(z.number(), typed) },
      to: ({ postId }, form) => safeReturnTo(form.fields['from'], links.vote(postId)),
    }),
    formFor(setReviewPhase, { to: ofYear }),
    formFor(setReviewDates, { to: ofYear }),
    formFor(setReviewExclusion, { row: 'postId', fields: { postId: 'post' }, read: { postId: idInAddress }, to: ofYear }),
    formFor(askReviewCount, { to: ofYear }),
    formFor(publishReviewResults, { to: ofYear }),
    formFor(setReviewWinner, { row: 'postId', to: whereItStood }),
    formFor(moveReviewWinner, { row: 'postId', to: whereItStood }),
    formFor(setWinnerPicture, { row: 'postId', to: whereItStood }),
    formFor(setReviewGallery, { to: winnersOfYear }),
  ],
  news: [nominationNews],
  triggers: [countReviewVote, ...winnerMarks],
  texts: [textsIn(reviewWinners, ['year', 'place'])],
  jobs: [{ name: 'annual review', everyMs: 30_000, run: countFinished }],
})
