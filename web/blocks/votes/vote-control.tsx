import { useMyVote } from '../../data/votes.ts'
import { counted, signed } from '../counts.ts'
import { useUnsentWord } from '../use-unsent-word.ts'
import { useTally } from './tallies.ts'
import type { TallyView } from './tally-view.ts'

interface VoteControlProps {
  readonly kind: 'post' | 'comment'
  readonly id: string
  readonly tally: TallyView
  /** The large one at a post's end, with a word under each axis. */
  readonly isBig?: boolean
}

/**
 * Both axes of a vote: toggles with name, state and score. Must stand in a `VoteForm`, whose
 * buttons they are without a script. Nothing listens here: `VoteControls` hears all of a page's
 * buttons, so that a thousand of these stay cheap.
 */
export function VoteControl({ kind, id, tally, isBig = false }: VoteControlProps) {
  const { score, voteCount, agreement, agreementCount, hasHiddenScore: isHidden = false } = useTally(id, tally)
  const approval = {
    target: `${kind}:${id}:approval`,
    my: useMyVote(id, 'approval'),
    sum: score,
    count: voteCount,
    unsent: useUnsentWord(`vote:${id}:approval`),
    isBig,
    isHidden,
  }
  const assent = {
    target: `${kind}:${id}:agreement`,
    my: useMyVote(id, 'agreement'),
    sum: agreement,
    count: agreementCount,
    unsent: useUnsentWord(`vote:${id}:agreement`),
    isBig,
    isHidden,
  }
  const unsent = approval.unsent ?? assent.unsent
  return (
    <div className={isBig ? 'big-votes' : 'c-votes'}>
      {axis('Approval', 'up', 'Vote up', 'down', 'Vote down', approval)}
      {axis('Agreement', 'yes', 'Agree', 'no', 'Disagree', assent)}
      {isBig || unsent === null ? null : <span className="vote-state">{unsent}</span>}
    </div>
  )
}

interface AxisFacts {
  readonly target: string
  readonly my: number
  readonly sum: number
  readonly count: number
  /** How far a vote that has not been sent is. */
  readonly unsent: string | null
  readonly isBig: boolean
  readonly isHidden: boolean
}

// Functions rather than components: React would keep five more fibres for each comment.
function axis(name: string, upSign: string, upWord: string, downSign: string, downWord: string, facts: AxisFacts) {
  const control = (
    <span className={facts.isBig ? 'vote big' : 'vote'} role="group" aria-label={facts.isHidden ? name : `${name} ${signed(facts.sum)}`}>
      {button(upSign, upWord, 1, facts)}
      {facts.isHidden ? null : (
        <span className="n" title={`${counted(facts.count, 'vote')}. Strong votes count more with more karma.`}>
          {signed(facts.sum)}
        </span>
      )}
      {button(downSign, downWord, -1, facts)}
    </span>
  )
  if (!facts.isBig) return control
  return (
    <div>
      {control}
      <p className={facts.unsent === null ? 'meta soft' : 'meta state-word'}>{facts.unsent ?? name}</p>
    </div>
  )
}

function button(sign: string, word: string, direction: 1 | -1, { target, my }: AxisFacts) {
  const isOn = Math.sign(my) === direction
  const isStrong = isOn && Math.abs(my) === 2
  return (
    <button
      className={`v v-${sign}`}
      name="vote"
      value={`${target}:${direction}`}
      aria-pressed={isOn}
      aria-label={isStrong ? `${word}, strong` : word}
      data-strong={isStrong || undefined}
    />
  )
}
