import { isSelf } from '#shared/kernel/viewer.ts'
import type { MemberViewer } from '#shared/kernel/viewer.ts'
import { setVote } from '#shared/votes/mutations.ts'
import { canVote, votePower } from '#shared/votes/rules.ts'
import type { Tally, VoteKind, VoteValue } from '#shared/votes/schema.ts'
import { sendMutation } from '../../data/mutation.ts'
import { deviceSoon } from '../../data/device/bring.ts'
import { currentDevice } from '../../data/device/current.ts'
import type { Device } from '../../data/device/device-api.ts'
import { showVote } from '../../data/votes.ts'
import { hintTarget } from '../hints.ts'
import { isRefusal, refusalOf } from '../refusal-of.ts'
import { reasonWords, waitWords, wordsFor } from '../wording.ts'
import type { TallyView } from './tally-view.ts'
import { tallyView } from './tally-view.ts'
import { followVotes, touchTally } from './vote-rows.ts'
import { aheadOf, noTally, setAhead, setBase, sum } from './tallies.ts'

export interface VoteTarget {
  readonly kind: VoteKind
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
 * Shows a vote at once and does it: on the device, which sends it when it can, or straight on the
 * server until there is one. The server's sums stand, and a refused vote is taken back.
 * @returns what the reader has to be told, or `null`.
 */
export async function castVote(viewer: MemberViewer, target: VoteTarget, vote: Vote): Promise<string | null> {
  const isOwn = target.authorIds.some((id) => isSelf(viewer, id))
  const verdict = canVote(viewer, { kind: target.kind, isOwn }, vote.axis, vote.after)
  if (!verdict.allowed) return reasonWords[verdict.reason]
  const takeBack = showVote(target.id, vote.axis, vote.after)
  const aheadBefore = aheadOf(target.id)
  setAhead(target.id, sum(aheadBefore, stepOf(viewer.karma, vote)))
  const revert = () => {
    takeBack()
    setAhead(target.id, aheadBefore)
  }
  const args = argsOf(target, vote)
  const here = currentDevice.get()
  const done = here === null ? null : await onDevice(here, viewer, target, vote)
  if (done !== null) {
    if (done.refused !== null) revert()
    return done.refused
  }
  const answer = await sendMutation<Tally>('votes.set', args)
  if ('tally' in answer && answer.tally !== undefined) setBase(target.id, target.said, tallyView(answer.tally))
  if (answer.outcome === 'applied') {
    setAhead(target.id, aheadBefore)
    return null
  }
  // It was pressed before the device was there, and nobody else can take it.
  const late = answer.outcome === 'offline' && here === null ? await deviceSoon() : null
  const doneLate = late === null ? null : await onDevice(late, viewer, target, vote)
  if (doneLate?.refused === null) return null
  revert()
  if (doneLate !== null) return doneLate.refused
  if (answer.outcome === 'offline') return 'You’re offline, so your vote wasn’t sent.'
  return answer.outcome === 'later' ? `You’re voting too fast. Try again ${waitWords(answer.retryAfterMs)}.` : wordsFor(answer.error)
}

const argsOf = (target: VoteTarget, vote: Vote) =>
  ({ targetKind: target.kind, targetId: target.id, axis: vote.axis, value: vote.after }) as const

/** `null`: the device cannot, or knows too little of the thing; the server can be asked. */
async function onDevice(
  device: Device,
  viewer: MemberViewer,
  target: VoteTarget,
  vote: Vote,
): Promise<{ readonly refused: string | null } | null> {
  if (device.account !== viewer.userId) return null
  try {
    hintTarget(device, target.id)
    touchTally(target.id, target.said, vote.axis, vote.after)
    followVotes(device)
    await device.commit(setVote, argsOf(target, vote))
    return { refused: null }
  } catch (error) {
    return isRefusal(error) && error.code !== 'not-found' ? { refused: wordsFor(refusalOf(error)) } : null
  }
}

/** What a vote adds to the sums, until the server has said. */
export function stepOf(karma: number, { axis, before, after }: Vote): TallyView {
  const power = votePower(karma, after) - votePower(karma, before)
  const count = Number(after !== 0) - Number(before !== 0)
  return axis === 'approval' ? { ...noTally, score: power, voteCount: count } : { ...noTally, agreement: power, agreementCount: count }
}
