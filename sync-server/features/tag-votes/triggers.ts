import type { TriggerContext } from '#server/sync/triggers.ts'
import { countTagVote, putRel } from '#server/triggers/count-tag-vote.ts'
import { updateListings } from '#server/triggers/listings.ts'
import { moveSomeRels } from '#server/triggers/move-rels.ts'
import { requireVoteRateLimit } from '#server/triggers/vote-rate-limit.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { publishDialogue } from '#shared/dialogues/mutations.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { isAdmin } from '#shared/kernel/viewer.ts'
import { publishPost } from '#shared/posts/mutations.ts'
import { isAuthor } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { voteEvents } from '#shared/votes/schema.ts'
import { moveRels, settleRels, voteOnTag } from '#shared/wiki/tag-vote-mutations.ts'
import { tagVotesBy } from '#shared/wiki/tag-vote-queries.ts'
import { factsOf } from '#shared/wiki/tag-vote-rules.ts'
import type { TagVote } from '#shared/wiki/tag-vote-schema.ts'
import { tagRels } from '#shared/wiki/tag-vote-schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import { requestedTags } from './requested-tags.ts'

/**
 * Counts a vote on a tag, and the one on its parent that came with it. It takes part in the limits
 * on voting (content.md 12.3); taking back is free.
 */
const tallyTagVote = defineTrigger(voteOnTag, async (context, { postId, tagId, value }) => {
  const { tx, viewer } = context
  const voter = signedIn(viewer)
  const post = await getOrThrow(tx, posts, postId)
  const isExempt = isAuthor(viewer, post) || isAdmin(voter) || voter.isOperator === true
  const isCounted = (await uncounted(context, postId)).length === 0
  if (value !== 0 && !isCounted && !isExempt) await keepRateLimit(context, postId, tagId, value)
  await countAll(context, postId)
})

async function keepRateLimit({ tx, viewer, now, newId }: TriggerContext, postId: string, tagId: string, value: number): Promise<void> {
  const voter = signedIn(viewer)
  const isStrong = Math.abs(value) === 2
  await requireVoteRateLimit(tx, voter, now, { authorIds: [], isStrong, field: 'vote' })
  const about = { targetId: tagId, targetAuthorId: '', postId, isOnComment: false }
  await tx.put(voteEvents, { id: newId(), userId: voter.userId, ...about, isStrong, isDown: value < 0, at: now })
}

/** Votes of the actor under this post that are not in the sums. */
async function uncounted({ tx, viewer }: TriggerContext, postId: string): Promise<readonly TagVote[]> {
  return (await tx.list(tagVotesBy(signedIn(viewer).userId, postId))).filter((vote) => vote.power !== vote.tallied)
}

async function countAll(context: TriggerContext, postId: string): Promise<void> {
  const { tx, now } = context
  let isMoved = false
  for (const vote of await uncounted(context, postId)) isMoved = (await countTagVote(tx, vote)) || isMoved
  if (isMoved) await updateListings(tx, await getOrThrow(tx, posts, postId), now)
}

/** The tags that its author has named are put to a post with its publication. */
const followWishes = async (context: TriggerContext, { id }: { readonly id: string }): Promise<void> => {
  await requestedTags(context, await getOrThrow(context.tx, posts, id))
  await countAll(context, id)
}

/** After a tag was renamed, deleted, merged or changed: its rels say so, and the lists follow. */
const followTag = defineTrigger(settleRels, async ({ tx, now }, { relIds }) => {
  const moved = new Set<string>()
  for (const rel of await tx.getMany(tagRels, relIds)) {
    const tag = await tx.get(tags, rel.tagId)
    if (tag !== undefined && (await putRel(tx, rel, { ...rel, tag: factsOf(tag) }))) moved.add(rel.postId)
  }
  for (const post of await tx.getMany(posts, [...moved])) await updateListings(tx, post, now)
})

export const tagVoteTriggers = [
  tallyTagVote,
  defineTrigger(publishPost, followWishes),
  defineTrigger(publishDialogue, followWishes),
  followTag,
  defineTrigger(moveRels, ({ tx, now }, { fromId }) => moveSomeRels(tx, fromId, now)),
]
