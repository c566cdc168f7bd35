import { useCallback, useEffect, useMemo } from 'react'
import { links } from '#shared/links.ts'
import type { VoteKind } from '#shared/votes/schema.ts'
import type { CommentLineView } from '../../../blocks/posts/comment-line-view.ts'
import { signed } from '../../../blocks/counts.ts'
import type { VoteTarget } from '../../../blocks/votes/cast-vote.ts'
import { noTally, useTally } from '../../../blocks/votes/tallies.ts'
import type { TallyView } from '../../../blocks/votes/tally-view.ts'
import { VoteControls } from '../../../blocks/votes/vote-controls.tsx'
import { VoteForm } from '../../../blocks/votes/vote-form.tsx'
import { askVotesSince, useMe } from '../../../data/viewer.ts'
import { useMyVote } from '../../../data/votes.ts'

/** A line says nothing of agreement. */
const tallyOf = ({ score }: CommentLineView): TallyView => (score === null ? { ...noTally, hasHiddenScore: true } : { ...noTally, score })

/** Approval alone, and the way to the place for an answer. `LineVotes` hears the buttons. */
export function LineActs({ said }: { readonly said: CommentLineView }) {
  const { score, hasHiddenScore: isHidden } = useTally(said.id, tallyOf(said))
  const my = useMyVote(said.id, 'approval')
  const button = (sign: 'up' | 'down', word: string, direction: 1 | -1) => {
    const isOn = Math.sign(my) === direction
    const isStrong = isOn && Math.abs(my) === 2
    return (
      <button
        className={`v v-${sign}`}
        name="vote"
        value={`comment:${said.id}:approval:${direction}`}
        aria-pressed={isOn}
        aria-label={isStrong ? `${word}, strong` : word}
        data-strong={isStrong || undefined}
      />
    )
  }
  return (
    <VoteForm className="c-votes" from={links.front()}>
      <span className="vote" role="group" aria-label={isHidden ? 'Approval' : `Approval ${signed(score)}`}>
        {button('up', 'Vote up', 1)}
        {isHidden ? null : <span className="n">{signed(score)}</span>}
        {button('down', 'Vote down', -1)}
      </span>
      <a className="meta soft" href={links.reply(said.post, said.id)}>
        Reply<span className="sr"> to {said.by.name}</span>
      </a>
    </VoteForm>
  )
}

/** Hears the votes of all lines, and asks which are one’s own already. */
export function LineVotes({ lines }: { readonly lines: readonly CommentLineView[] }) {
  const { viewer, slug } = useMe()
  const targets = useMemo(() => new Map(lines.map((said) => [said.id, said])), [lines])
  const oldest = lines.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (Number.isFinite(oldest)) askVotesSince(oldest).catch(reportError)
  }, [oldest])
  const find = useCallback(
    (kind: VoteKind, id: string): VoteTarget | undefined => {
      const said = targets.get(id)
      const authorIds = viewer.kind === 'member' && slug === said?.by.slug ? [viewer.userId] : []
      return said && { kind, id, said: tallyOf(said), authorIds }
    },
    [targets, viewer, slug],
  )
  return <VoteControls find={find} />
}
