import { defineTrigger } from '#server/sync/triggers.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { setReaction } from '#shared/reactions/mutations.ts'
import { partOf, reactionId, reactions } from '#shared/reactions/schema.ts'
import { typoOf } from '#shared/reactions/typo-queries.ts'
import { typoSuggestions } from '#shared/reactions/typo-schema.ts'
import { votable } from '#shared/votes/mutations.ts'

export const typoTriggers = [
  /**
   * One row for a reaction with a proposal: changed while nobody has decided, taken back with the
   * reaction, and never open again once decided.
   */
  defineTrigger(setReaction, async ({ tx, viewer, now, newId }, { targetKind, targetId, reaction, quote }) => {
    const { userId } = signedIn(viewer)
    const part = partOf(reaction, quote)
    const row = await tx.get(reactions, reactionId(userId, targetId, part))
    const [known] = await tx.list(typoOf(userId, targetId, part))
    const proposal = row?.value === 1 ? row.proposal : undefined
    if (proposal === undefined || quote === null) {
      if (known?.verdict === 'open') await tx.put(typoSuggestions, { ...known, verdict: 'withdrawn', decidedAt: now, decidedById: userId })
      return
    }
    if (known !== undefined && known.verdict !== 'open' && known.verdict !== 'withdrawn') return
    const isSame = known?.replacement === proposal.replacement && known.explanation === proposal.explanation
    if (known?.verdict === 'open' && isSame) return
    const { post, authorIds } = await votable(tx, signedIn(viewer), targetKind, targetId)
    const [ownerId] = authorIds
    // Who wrote the words corrects them.
    if (ownerId === undefined || authorIds.includes(userId)) return
    await tx.put(typoSuggestions, {
      ...{ id: known?.id ?? newId(), userId, targetKind, targetId, postId: post.id, ownerId, part, quote, ...proposal },
      ...{ proposedAt: known?.proposedAt ?? now, verdict: 'open', decidedAt: null, decidedById: null },
    })
  }),
]
