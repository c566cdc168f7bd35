import { tagDecisions } from '#shared/wiki/schema.ts'
import { defineNews, toMembers } from '#server/notify/define-news.ts'

/** To who proposed a tag: what became of it. By whom is not said. */
export const tagDecisionNews = defineNews(tagDecisions, 'tagDecision', ({ userId, postId, outcome, at }) => ({
  ...{ actorId: null, postId, outcome, at },
  to: toMembers('tagProposalDecided', [userId]),
}))
