import type { Transaction } from '#shared/kernel/transaction.ts'
import type { TagRel, TagVote } from '#shared/wiki/tag-vote-schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { isOnPost, tagScoreOf } from '#shared/wiki/tag-vote-rules.ts'
import { tagRels, tagVotes } from '#shared/wiki/tag-vote-schema.ts'
import { isSameJson } from '#shared/kernel/same.ts'

/**
 * Moves a vote's uncounted part into its rel. Safe to repeat: `tallied` says what is in already.
 * @returns whether the post's tags differ now.
 */
export async function countTagVote(tx: Transaction, vote: TagVote): Promise<boolean> {
  const rel = await getOrThrow(tx, tagRels, vote.relId)
  const by = vote.power - vote.tallied
  const votersBy = Number(vote.power !== 0) - Number(vote.tallied !== 0)
  if (by !== 0) await tx.put(tagVotes, { ...vote, tallied: vote.power })
  return putRel(tx, rel, { ...rel, baseScore: rel.baseScore + by, voteCount: rel.voteCount + votersBy })
}

/**
 * Writes a rel with what follows from its sums and its tag. @returns whether the post's tags differ
 * now.
 */
export async function putRel(tx: Transaction, before: TagRel, changed: TagRel): Promise<boolean> {
  const isHeldUp = changed.tag.isRemovalResistant === true && (await hasHold(tx, changed, 'up')) && !(await hasHold(tx, changed, 'down'))
  const rel = { ...changed, isHeldUp, relevance: tagScoreOf({ baseScore: changed.baseScore, isHeldUp }) }
  if (isSameJson(rel, before)) return false
  await tx.put(tagRels, rel)
  const places = ({ tag }: TagRel): string => [tag.slug, ...(tag.oldSlugs ?? [])].join()
  return isOnPost(rel) !== isOnPost(before) || rel.relevance !== before.relevance || places(rel) !== places(before)
}

async function hasHold(tx: Transaction, { id }: TagRel, hold: 'up' | 'down'): Promise<boolean> {
  const query = defineQuery({ table: tagVotes, index: ['relId', 'hold'], equals: [id, hold], order: 'ascending', limit: 1 })
  return (await tx.list(query)).length > 0
}
