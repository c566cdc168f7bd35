import { defineDomain, mutationsIn, readPolicy } from '../kernel/domain.ts'
import { isAdmin, isSelf, isStaff } from '../kernel/viewer.ts'
import * as measureMutations from './measure-mutations.ts'
import { barFromThread, letBackIn, setGuidelines, setScoresHidden } from './mutations.ts'
import { noticeEndedLimit, purgeMember, purgeStep } from './purge-mutations.ts'
import { noteReception } from './reception-mutations.ts'
import { raiseVotePattern } from './vote-pattern-mutations.ts'
import * as reviewMutations from './review-mutations.ts'
import { auditLog, bans, memberReceptions, memberReviews, moderatorActions, purges, userRateLimits } from './measure-schema.ts'
import { moderationLog } from './log-schema.ts'
import { threadBans } from './schema.ts'
import { isAuthor } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'

export const moderationDomain = defineDomain({
  tables: [threadBans, memberReviews, moderatorActions, userRateLimits, bans, auditLog, purges, moderationLog, memberReceptions],
  mutations: [
    ...[
      setGuidelines,
      setScoresHidden,
      barFromThread,
      letBackIn,
      purgeMember,
      purgeStep,
      noticeEndedLimit,
      raiseVotePattern,
      noteReception,
    ],
    ...mutationsIn(measureMutations),
    ...mutationsIn(reviewMutations),
  ],
  policies: [
    readPolicy(threadBans, async (ban, viewer, read) => {
      if (isSelf(viewer, ban.ownerId) || isSelf(viewer, ban.userId) || isStaff(viewer)) return ban
      const post = ban.postId === null ? undefined : await read.get(posts, ban.postId)
      return post !== undefined && isAuthor(viewer, post) ? ban : undefined
    }),
    readPolicy(userRateLimits, (limit, viewer) => (isSelf(viewer, limit.userId) || isStaff(viewer) ? limit : undefined)),
    // That somebody is kept out is everybody's to know; what the staff say of it is not.
    readPolicy(bans, (ban, viewer) => (isStaff(viewer) ? ban : { ...ban, privateNote: '' })),
    readPolicy(auditLog, (entry, viewer) => (isAdmin(viewer) ? entry : undefined)),
  ],
})
