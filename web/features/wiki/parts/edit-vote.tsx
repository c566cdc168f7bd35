import { useLocation } from '../../../data/navigation.ts'
import { useMyVote } from '../../../data/votes.ts'
import { signed } from '../../../blocks/counts.ts'
import { useUnsentWord } from '../../../blocks/use-unsent-word.ts'
import { useTally } from '../../../blocks/votes/tallies.ts'
import type { TallyView } from '../../../blocks/votes/tally-view.ts'
import { VoteForm } from '../../../blocks/votes/vote-form.tsx'

interface EditVoteProps {
  /** Of the version. */
  readonly id: string
  /** Name of its writer. */
  readonly by: string
  readonly tally: TallyView
}

/**
 * A vote on an edit, which is its writer's karma. Each has a form of its own: keepers have one
 * beside it. `VoteControls` hears it.
 */
export function EditVote({ id, by, tally }: EditVoteProps) {
  const { pathname, search } = useLocation()
  const { score } = useTally(id, tally)
  const my = useMyVote(id, 'approval')
  const unsent = useUnsentWord(`vote:${id}:approval`)
  const button = (sign: 'up' | 'down', direction: 1 | -1) => {
    const isOn = Math.sign(my) === direction
    const isStrong = isOn && Math.abs(my) === 2
    return (
      <button
        className={`v v-${sign}`}
        name="vote"
        value={`revision:${id}:approval:${direction}`}
        aria-pressed={isOn}
        aria-label={isStrong ? `Vote ${sign}, strong` : `Vote ${sign}`}
        data-strong={isStrong || undefined}
      />
    )
  }
  return (
    <VoteForm from={`${pathname}${search}`}>
      <span className="vote" role="group" aria-label={`Votes on this edit by ${by}: ${signed(score)}`}>
        {button('up', 1)}
        <span className="n">{signed(score)}</span>
        {button('down', -1)}
      </span>
      {unsent === null ? null : <span className="vote-state">{unsent}</span>}
    </VoteForm>
  )
}
