import { defineDomain, inOutbox } from '../kernel/domain.ts'
import { finishReviewCount, putReviewResults, setReviewVote } from './mutations.ts'
import { reviewCandidates, reviewCounts, reviewResults, reviewVotes } from './schema.ts'

export const annualReviewDomain = defineDomain({
  tables: [reviewVotes, reviewCandidates, reviewResults, reviewCounts],
  mutations: [setReviewVote, putReviewResults, finishReviewCount],
  outboxWords: [
    inOutbox(setReviewVote, ({ postId, year, score }) => ({
      what: score === 0 ? `Taking back a vote in the review of ${year}` : `Vote in the review of ${year}`,
      about: { kind: 'post', id: postId },
    })),
  ],
})
