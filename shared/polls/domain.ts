import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { openTallies, voteInPoll } from './mutations.ts'
import { tallyFor } from './rules.ts'
import { pollTallies, pollVoteId, pollVotes } from './schema.ts'
import { canReadPost } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'

export const pollsDomain = defineDomain({
  tables: [pollTallies, pollVotes],
  mutations: [voteInPoll, openTallies],
  policies: [
    readPolicy(pollTallies, async (tally, viewer, read) => {
      const post = await read.get(posts, tally.postId)
      if (post === undefined || !canReadPost(viewer, post).allowed) return undefined
      const mine =
        tally.held !== 'afterVoting' || viewer.kind === 'visitor'
          ? undefined
          : await read.get(pollVotes, pollVoteId(tally.postId, tally.pollUid, viewer.userId))
      return tallyFor(tally, (mine?.optionUids.length ?? 0) > 0)
    }),
  ],
})
