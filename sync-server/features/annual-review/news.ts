import { reviewCandidates, reviewPlans } from '#shared/annual-review/schema.ts'
import { isCandidate, isEligible, isVotingPhase, phaseOf } from '#shared/annual-review/years.ts'
import { posts } from '#shared/posts/schema.ts'
import { ownersOf } from '#shared/wiki/access.ts'
import { defineNews, toMembers } from '#server/notify/define-news.ts'

/** To its authors: enough members have nominated a post for it to be reviewed. Never by whom. */
export const nominationNews = defineNews(reviewCandidates, 'nominated', async (candidate, read, now) => {
  const { postId, year } = candidate
  const [post, plan] = [await read.get(posts, postId), await read.get(reviewPlans, String(year))]
  if (post === undefined) return 'gone'
  const isOn = isVotingPhase(phaseOf(year, now, plan)) && isEligible(post, year, plan)
  if (!isOn || !isCandidate(candidate, 'reviews')) return 'waits'
  return { actorId: null, postId, at: now, to: toMembers('postNominated', ownersOf(post)) }
})
