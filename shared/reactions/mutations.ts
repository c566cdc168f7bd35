import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { deny } from '../kernel/verdict.ts'
import { votable } from '../votes/mutations.ts'
import { targetKinds } from '../votes/schema.ts'
import { isInPalette } from './palette.ts'
import { hasWords, isFirstUse, mineOn } from './queries.ts'
import { canReact, typoReaction } from './rules.ts'
import { partOf, Proposal, Quote, reactionId, ReactionName, reactions, reactionTallies } from './schema.ts'
import { isSameJson } from '../kernel/same.ts'

/**
 * Sets (never adds) what the viewer makes of one reaction to a post or comment, or to some words of
 * it: 1 joins or begins it, -1 stands against it, 0 takes either back. Words that stand under a
 * reaction already may be joined also when the text has changed since. Of words that are a typo it
 * may be said how they should read.
 */
export const setReaction = defineMutation({
  name: 'reactions.set',
  runs: 'device',
  args: z.strictObject({
    targetKind: z.enum(targetKinds),
    targetId: Id,
    reaction: ReactionName,
    quote: z.nullable(Quote),
    value: z.literal([-1, 0, 1]),
    proposal: z.optional(Proposal),
  }),
  needs: ({ targetId }) => [targetId],
  key: ({ targetId, reaction, quote }) => `react:${targetId}:${partOf(reaction, quote)}`,
  async run({ tx, viewer, now }, { targetKind, targetId, reaction, quote, value, proposal }) {
    const member = signedIn(viewer)
    const { post, authorIds } = await votable(tx, member, targetKind, targetId)
    const part = partOf(reaction, quote)
    const id = reactionId(member.userId, targetId, part)
    const before = await tx.get(reactions, id)
    const isProposed = proposal === undefined || isSameJson(proposal, before?.proposal)
    if ((before?.value ?? 0) === value && isProposed) return
    if (proposal !== undefined && (value !== 1 || reaction !== typoReaction || quote === null || proposal.replacement === quote.text))
      throw new AppError('invalid', { field: 'proposal' })
    const mine = { id, userId: member.userId, targetKind, targetId, postId: post.id, reaction, part, quote }
    const tally = await tx.get(reactionTallies, targetId)
    const others = (tally?.entries ?? []).filter((entry) => entry.part !== part)
    if (value !== 0 && !isInPalette(reaction)) throw new AppError('invalid', { field: 'reaction' })
    const facts = {
      reaction,
      isOwn: authorIds.includes(member.userId),
      isFirst: value !== 0 && (await isFirstUse(tx, targetId, reaction)),
      mineCount: value === 0 ? 0 : await mineOn(tx, mine),
      entryCount: others.length,
    }
    authorize(canReact(member, facts, value))
    if (value !== 0 && quote !== null && before === undefined && others.length === (tally?.entries.length ?? 0)) {
      const stands = await hasWords(tx, post, targetKind === 'comment' ? targetId : null, quote)
      if (stands === undefined) throw new AppError('not-found')
      if (!stands) authorize(deny('quote-is-gone'))
    }
    const counted = { tallied: before?.tallied ?? 0, low: before?.low ?? null, at: now }
    await tx.put(reactions, { ...mine, value, ...(proposal !== undefined && { proposal }), ...counted })
  },
})
