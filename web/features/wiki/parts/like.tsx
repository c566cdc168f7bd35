import { useMyVote } from '../../../data/votes.ts'
import { signed } from '../../../blocks/counts.ts'
import { useUnsentWord } from '../../../blocks/use-unsent-word.ts'
import { useTally } from '../../../blocks/votes/tallies.ts'
import type { TallyView } from '../../../blocks/votes/tally-view.ts'

interface LikeProps {
  readonly id: string
  readonly tally: TallyView
}

/**
 * A vote for a page; there is none against it. Must stand in a `VoteForm`; `VoteControls` hears it.
 */
export function Like({ id, tally }: LikeProps) {
  const { score } = useTally(id, tally)
  const unsent = useUnsentWord(`vote:${id}:approval`)
  const my = useMyVote(id, 'approval')
  return (
    <span className="vote" role="group" aria-label={`Likes ${signed(score)}`}>
      <button
        className="v v-up"
        name="vote"
        value={`post:${id}:approval:1`}
        aria-pressed={my > 0}
        aria-label={my === 2 ? 'Like, strongly' : 'Like'}
        data-strong={my === 2 || undefined}
      />
      <span className="n">{signed(score)}</span>
      {unsent === null ? null : <span className="vote-state">{unsent}</span>}
    </span>
  )
}
