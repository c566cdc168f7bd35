import { defineDomain, inOutbox } from '../kernel/domain.ts'
import { finishInterimCount, finishReviewCount, setReviewVote } from './mutations.ts'
import {
  askReviewCount,
  publishReviewResults,
  setReviewDates,
  setReviewExclusion,
  setReviewGallery,
  setReviewPhase,
} from './plan-mutations.ts'
import { postReview } from './review-mutations.ts'
import {
  postReviews,
  reviewCandidates,
  reviewCounts,
  reviewPlans,
  reviewResults,
  reviewVoters,
  reviewVotes,
  reviewWinners,
} from './schema.ts'
import { moveReviewWinner, setReviewWinner, setWinnerPicture } from './winner-mutations.ts'

export const annualReviewDomain = defineDomain({
  tables: [reviewVotes, reviewCandidates, postReviews, reviewResults, reviewCounts, reviewPlans, reviewVoters, reviewWinners],
  mutations: [
    ...[setReviewVote, finishReviewCount, postReview, finishInterimCount],
    ...[setReviewPhase, setReviewDates, setReviewExclusion, askReviewCount, publishReviewResults],
    ...[setReviewWinner, moveReviewWinner, setWinnerPicture, setReviewGallery],
  ],
  outboxWords: [
    inOutbox(setReviewVote, ({ postId, year, score }) => ({
      what: score === 0 ? `Taking back a vote in the review of ${year}` : `Vote in the review of ${year}`,
      about: { kind: 'post', id: postId },
    })),
  ],
})
