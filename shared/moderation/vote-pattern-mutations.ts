/**
 * Brings whom the record of vote patterns names before the moderators. From a job and never with
 * the vote: what moderators alone learn leaves no trace beside it.
 */
import * as z from 'zod/mini'
import type { VotePattern } from '../votes/schema.ts'
import { members } from '../accounts/schema.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { votePatterns } from '../votes/schema.ts'
import type { ModeratorActionType } from './action-types.ts'
import { raise } from './record.ts'

const reasonOf = {
  'many-votes': 'votingPatternWarningDelivered',
  'many-down-votes': 'potentialTargetedDownvoting',
} as const satisfies Readonly<Record<VotePattern['kind'], ModeratorActionType>>

const wordsOf = { 'many-votes': 'votes', 'many-down-votes': 'downvotes' } as const

export const raiseVotePattern = defineMutation({
  name: 'moderation.raiseVotePattern',
  from: 'server',
  args: z.strictObject({ id: Id }),
  async run(context, { id }) {
    const { tx } = context
    const pattern = await tx.get(votePatterns, id)
    if (pattern === undefined || pattern.isRaised === true) return
    await tx.put(votePatterns, { ...pattern, isRaised: true })
    const voter = await tx.get(members, pattern.voterId)
    // The staff read the queue, and a record of one's own votes is shown to nobody.
    if (voter === undefined || voter.isAdmin || voter.groups.includes('moderators')) return
    const author = (await tx.get(members, pattern.authorId))?.displayName ?? 'a former member'
    const detail = `${pattern.voteCount} ${wordsOf[pattern.kind]} on ${author} within minutes`
    await raise(context, pattern.voterId, reasonOf[pattern.kind], { detail })
  },
})
