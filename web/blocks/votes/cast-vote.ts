import { isSelf } from '#shared/kernel/viewer.ts'
import type { MemberViewer } from '#shared/kernel/viewer.ts'
import { canVote, votePower } from '#shared/votes/rules.ts'
import type { Tally, VoteValue } from '#shared/votes/schema.ts'
import { sendDeed } from '../../data/deed.ts'
import { showVote } from '../../data/votes.ts'
import { reasonWords, waitWords, wordsFor } from '../wording.ts'
import type { TallyView } from './tally-view.ts'
import { tallyView } from './tally-view.ts'
import { moveTally, tallyNow } from './tallies.ts'

export interface VoteTarget {
  readonly kind: 'post' | 'comment'
  readonly id: string
  /** What the page says; see `useTally`. */
  readonly said: TallyView
  readonly authorIds: readonly string[]
}

export interface Vote {
  readonly axis: 'approval' | 'agreement'
  readonly before: VoteValue
  readonly after: VoteValue
}

/**
 * Shows a vote at once and sends it; the server's sums stand, and a refused vote is taken back.
 * @returns what the reader has to be told, or `null`.
 */
export async function castVote(viewer: MemberViewer, target: VoteTarget, vote: Vote): Promise<string | null> {
  const isOwn = target.authorIds.some((id) => isSelf(viewer, id))
  const verdict = canVote(viewer, { kind: target.kind, isOwn }, vote.axis, vote.after)
  if (!verdict.allowed) return reasonWords[verdict.reason]
  const takeBack = showVote(target.id, vote.axis, vote.after)
  const before = tallyNow(target.id, target.said)
  moveTally(target.id, target.said, tallyAfter(before, viewer.karma, vote))
  const answer = await sendDeed<Tally>('votes.set', { targetKind: target.kind, targetId: target.id, axis: vote.axis, value: vote.after })
  if (answer.outcome === 'applied') {
    if (answer.tally !== undefined) moveTally(target.id, target.said, tallyView(answer.tally))
    return null
  }
  takeBack()
  moveTally(target.id, target.said, 'tally' in answer && answer.tally !== undefined ? tallyView(answer.tally) : before)
  if (answer.outcome === 'offline') return 'The vote was not sent: there is no connection.'
  return answer.outcome === 'later' ? `That was a lot of votes. You can go on ${waitWords(answer.retryAfterMs)}.` : wordsFor(answer.error)
}

/** The sums a vote should lead to, until the server has said. */
export function tallyAfter(tally: TallyView, karma: number, { axis, before, after }: Vote): TallyView {
  const sum = votePower(karma, after) - votePower(karma, before)
  const count = Number(after !== 0) - Number(before !== 0)
  return axis === 'approval'
    ? { ...tally, score: tally.score + sum, voteCount: tally.voteCount + count }
    : { ...tally, agreement: tally.agreement + sum, agreementCount: tally.agreementCount + count }
}
