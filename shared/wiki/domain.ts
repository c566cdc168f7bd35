import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'
import { canReadPost } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'
import { createPage, publishPage } from './mutations.ts'
import { canBeginTag, canSeeTag } from './rules.ts'
import { contributions, tagChanges, tags } from './schema.ts'
import { moveLens, moveSummary, removeSummary, setSummary } from './summary-mutations.ts'
import { voteOnTag } from './tag-vote-mutations.ts'
import { tagRels, tagVotes } from './tag-vote-schema.ts'

export const wikiDomain = defineDomain({
  tables: [tags, tagRels, tagVotes, tagChanges, contributions],
  mutations: [voteOnTag, createPage, publishPage, setSummary, removeSummary, moveSummary, moveLens],
  policies: [
    readPolicy(tags, async (tag, viewer, read) => (canSeeTag(viewer, tag, await read.get(posts, tag.id)) ? tag : undefined)),
    readPolicy(tagRels, async (rel, viewer, read) => {
      // What a deleted page was called is the staff’s to know; what is proposed, its author’s, and
      // theirs who decide.
      const isProposalHere = rel.tag.isProposed === true && (isSelf(viewer, rel.userId) || canBeginTag(viewer).allowed)
      if (rel.tag.isAway === true && !isProposalHere && !isStaff(viewer)) return undefined
      const post = await read.get(posts, rel.postId)
      return post !== undefined && canReadPost(viewer, post).allowed ? rel : undefined
    }),
    // With voter and power: what is said of a tag is said in public (content.md 9.12).
    readPolicy(tagVotes, async (vote, viewer, read) => {
      if (isSelf(viewer, vote.userId)) return vote
      const post = await read.get(posts, vote.postId)
      return post !== undefined && canReadPost(viewer, post).allowed ? vote : undefined
    }),
    readPolicy(tagChanges, async (change, viewer, read) => {
      const tag = await read.get(tags, change.tagId)
      return tag !== undefined && canSeeTag(viewer, tag, await read.get(posts, tag.id)) ? change : undefined
    }),
  ],
})
