import type { Query } from '#shared/kernel/query.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Reaction, ReactionEntry, ReactionTally, ReactionValue } from '#shared/reactions/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { reactionFigures } from '#shared/reactions/rules.ts'
import { reactions, reactionTallies } from '#shared/reactions/schema.ts'
import { isSameJson } from '#shared/kernel/same.ts'

type Target = Pick<Reaction, 'targetKind' | 'targetId' | 'postId'>

/**
 * Brings the public row of a thing in line with the reactions to one part of it, and tells those
 * who took part where it stands at or below zero. Counted anew from an index each time, so that
 * doing it twice changes nothing. Bounded: names and the told are, whatever the counts.
 */
export async function countReaction(tx: Transaction, target: Target, part: string): Promise<void> {
  const [forCount, againstCount] = [await tx.count(existing(target, part, 1)), await tx.count(existing(target, part, -1))]
  const entry = forCount > againstCount ? await entryOf(tx, target, part, forCount, againstCount) : null
  const before = await tx.get(reactionTallies, target.targetId)
  const others = (before?.entries ?? []).filter((one) => one.part !== part)
  await putTally(tx, target, before, entry === null ? others : [...others, entry])
  const wasShown = others.length !== (before?.entries ?? []).length
  await tell(tx, target, part, entry === null ? { for: forCount, against: againstCount } : null, wasShown)
}

/** Of a comment that was removed nothing is left to see; what comes back is counted anew. */
export async function countReactions(tx: Transaction, target: Target, isHidden: boolean): Promise<void> {
  if (isHidden) return tx.delete(reactionTallies, target.targetId)
  const given = await tx.list(
    defineQuery({
      table: reactions,
      index: ['targetId', 'part', 'value', 'at'],
      equals: [target.targetId],
      order: 'ascending',
      limit: maxCountedAnew,
    }),
  )
  for (const part of new Set(given.map((one) => one.part))) await countReaction(tx, target, part)
}

const maxCountedAnew = 10_000

const existing = ({ targetId }: Target, part: string, value: ReactionValue, limit: number = reactionFigures.names): Query<Reaction> =>
  defineQuery({ table: reactions, index: ['targetId', 'part', 'value', 'at'], equals: [targetId, part, value], order: 'ascending', limit })

async function entryOf(
  tx: Transaction,
  target: Target,
  part: string,
  forCount: number,
  againstCount: number,
): Promise<ReactionEntry | null> {
  const first = await tx.list(existing(target, part, 1))
  const [latest] = await tx.list({ ...existing(target, part, 1, 1), order: 'descending' })
  const against = againstCount === 0 ? [] : await tx.list(existing(target, part, -1))
  const [one] = first
  if (one === undefined || latest === undefined) return null
  return {
    part,
    reaction: one.reaction,
    quote: one.quote,
    for: forCount,
    against: againstCount,
    forIds: first.map(({ userId }) => userId),
    againstIds: against.map(({ userId }) => userId),
    at: latest.at,
  }
}

async function putTally(
  tx: Transaction,
  { targetKind, targetId, postId }: Target,
  before: ReactionTally | undefined,
  entries: readonly ReactionEntry[],
): Promise<void> {
  if (entries.length === 0) {
    if (before !== undefined) await tx.delete(reactionTallies, targetId)
    return
  }
  const sorted = entries.toSorted((a, b) => b.for - b.against - (a.for - a.against) || a.at - b.at || (a.part < b.part ? -1 : 1))
  const tally = { id: targetId, targetKind, postId, entries: sorted, reactedAt: Math.max(...entries.map(({ at }) => at)) }
  if (!isSameJson(tally, before)) await tx.put(reactionTallies, tally)
}

/** Marks what is counted, and says to those who took part, and to nobody else, how it stands. */
async function tell(tx: Transaction, target: Target, part: string, low: Reaction['low'], wasShown: boolean): Promise<void> {
  // While it is shown to all before and after, nobody needs to be told anything.
  if (low === null && wasShown) return
  for (const value of [1, -1] as const) {
    for (const one of await tx.list(existing(target, part, value, reactionFigures.told))) {
      if (!isSameJson(one.low, low)) await tx.put(reactions, { ...one, low })
    }
  }
}
