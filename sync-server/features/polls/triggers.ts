import type { TriggerContext } from '#server/sync/triggers.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { voteInPoll } from '#shared/polls/mutations.ts'
import { publishedPoll, talliesOfPost } from '#shared/polls/queries.ts'
import type { Poll } from '#shared/polls/rules.ts'
import { holdOf, pollsIn } from '#shared/polls/rules.ts'
import type { PollTally } from '#shared/polls/schema.ts'
import { pollTallies, pollTallyId, pollVoteId, pollVotes } from '#shared/polls/schema.ts'
import { publishPost } from '#shared/posts/mutations.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { publishPage } from '#shared/wiki/mutations.ts'

/**
 * Counts a vote into the tally of its poll, in the same transaction: what was chosen before is
 * taken out again.
 */
const tallyPollVote = defineTrigger(voteInPoll, async ({ tx, viewer, now }, { postId, pollUid }) => {
  const vote = await tx.get(pollVotes, pollVoteId(postId, pollUid, signedIn(viewer).userId))
  if (vote === undefined || vote.counted.join() === vote.optionUids.join()) return
  const poll = await publishedPoll(tx, await getOrThrow(tx, posts, postId), pollUid)
  const id = pollTallyId(postId, pollUid)
  const before = (await tx.get(pollTallies, id)) ?? { id, postId, pollUid, voterCount: 0, counts: [] }
  const counts = new Map(before.counts.map(({ optionUid, count }) => [optionUid, count]))
  for (const uid of vote.counted) counts.set(uid, (counts.get(uid) ?? 0) - 1)
  for (const uid of vote.optionUids) counts.set(uid, (counts.get(uid) ?? 0) + 1)
  const voterCount = before.voterCount + Number(vote.optionUids.length > 0) - Number(vote.counted.length > 0)
  const kept = [...counts].filter(([, count]) => count > 0).map(([optionUid, count]) => ({ optionUid, count }))
  const tally = heldAs({ ...before, voterCount, counts: kept }, poll, now)
  await tx.put(pollTallies, tally)
  const { results: _before, ...own } = vote
  const isShown = tally.held === 'afterVoting' && vote.optionUids.length > 0
  await tx.put(pollVotes, { ...own, counted: vote.optionUids, ...(isShown && { results: { voterCount, counts: kept } }) })
})

/** What is held back follows the text that readers see. */
const holdPolls = async ({ tx, now }: TriggerContext, { id }: { readonly id: string }): Promise<void> => {
  const tallies = await tx.list(talliesOfPost(id))
  if (tallies.length === 0) return
  const post = await getOrThrow(tx, posts, id)
  const { body } = await getOrThrow(tx, revisions, post.revisionId ?? post.latestRevisionId)
  const polls = new Map(pollsIn(body).map((poll) => [poll.uid, poll]))
  for (const tally of tallies) {
    const held = heldAs(tally, polls.get(tally.pollUid), now)
    if (held.held !== tally.held || held.openAt !== tally.openAt) await tx.put(pollTallies, held)
  }
}

/** Of a poll that is not in the text any more: as it was. */
function heldAs(tally: PollTally, poll: Poll | undefined, now: number): PollTally {
  if (poll === undefined) return tally
  const { held: _held, openAt: _openAt, ...free } = tally
  const hold = holdOf(poll, now)
  if (hold === null || hold === undefined) return free
  return { ...free, held: hold, ...(poll.closesAt !== null && { openAt: poll.closesAt }) }
}

export const pollTriggers = [tallyPollVote, defineTrigger(publishPost, holdPolls), defineTrigger(publishPage, holdPolls)]
