import { defineDomain, inOutbox } from '../kernel/domain.ts'
import { setReviewVote } from './mutations.ts'
import { reviewCandidates, reviewVotes } from './schema.ts'

export const annualReviewDomain = defineDomain({
  tables: [reviewVotes, reviewCandidates],
  mutations: [setReviewVote],
  outboxWords: [
    inOutbox(setReviewVote, ({ postId, year, score }) => ({
      what: score === 0 ? `Taking back a vote in the review of ${year}` : `Vote in the review of ${year}`,
      about: { kind: 'post', id: postId },
    })),
  ],
})
