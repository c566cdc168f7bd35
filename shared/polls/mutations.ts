import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { canReadPost } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'
import { publishedPoll } from './queries.ts'
import { canVoteInPoll } from './rules.ts'
import { PollName, pollTallies, pollVoteId, pollVotes } from './schema.ts'

/**
 * Sets (never adds) what the viewer chooses in a poll of the text that readers see; nothing takes
 * the vote back. It can be changed until the poll closes, by the server's clock: what arrives later
 * is refused.
 */
export const voteInPoll = defineMutation({
  name: 'polls.vote',
  runs: 'device',
  args: z.strictObject({ postId: Id, pollUid: PollName, optionUids: z.array(PollName).check(z.maxLength(20)) }),
  needs: ({ postId }) => [postId],
  key: ({ postId, pollUid }) => `poll:${postId}:${pollUid}`,
  async run({ tx, viewer, now }, { postId, pollUid, optionUids }) {
    const voter = signedIn(viewer)
    const post = await getOrThrow(tx, posts, postId)
    authorize(canReadPost(viewer, post))
    const poll = await publishedPoll(tx, post, pollUid)
    if (poll === undefined) throw new AppError('not-found')
    const chosen = poll.options.map(({ uid }) => uid).filter((uid) => optionUids.includes(uid))
    const isSound = chosen.length === optionUids.length && (poll.isMultiple || chosen.length <= 1)
    if (!isSound) throw new AppError('invalid', { field: 'optionUids' })
    const id = pollVoteId(postId, pollUid, voter.userId)
    const before = await tx.get(pollVotes, id)
    if ((before?.optionUids ?? []).join() === chosen.join()) return
    authorize(canVoteInPoll(viewer, poll, now))
    await tx.put(pollVotes, { id, userId: voter.userId, postId, pollUid, optionUids: chosen, counted: before?.counted ?? [], votedAt: now })
  },
})

/** The poll has closed: what was counted is for everybody from now on. */
export const openTallies = defineMutation({
  name: 'polls.open',
  from: 'server',
  args: z.strictObject({ ids: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(500)) }),
  async run({ tx, now }, { ids }) {
    for (const id of ids) {
      const tally = await tx.get(pollTallies, id)
      if (tally?.openAt === undefined || tally.openAt > now) continue
      const { held: _held, openAt: _openAt, ...free } = tally
      await tx.put(pollTallies, free)
    }
  },
})
