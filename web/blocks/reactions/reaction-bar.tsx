import { links } from '#shared/links.ts'
import { quoteWords } from '#shared/reactions/quote-words.ts'
import type { LocalReaction } from './local-reactions.ts'
import { useReactions } from './local-reactions.ts'

interface ReactionBarProps {
  readonly kind: 'post' | 'comment'
  readonly id: string
}

export function ReactionBar({ kind, id }: ReactionBarProps) {
  return reactionBar(kind, id, useReactions(id))
}

/**
 * How a thing was reacted to, the most agreed with first; nothing where nobody has. Must stand in a
 * `VoteForm`: without a script its buttons send themselves. It listens to nothing:
 * `ReactionsOnPage` hears the buttons of the whole page. A function, so that a thousand comments
 * keep no more of React's for it.
 */
export function reactionBar(kind: 'post' | 'comment', id: string, shown: readonly LocalReaction[]) {
  if (shown.length === 0) return null
  const state = shown.find((one) => one.state !== undefined)?.state
  return (
    <div className="reacts" role="group" aria-label="Reactions">
      {shown.map((one) => (
        <button
          key={one.part}
          className={one.quote === undefined ? 'react' : 'react on-words'}
          formAction={links.form('reactions.set')}
          name="react"
          value={`${kind}:${id}:${one.part}:1`}
          aria-pressed={one.mine === 1}
          data-against={one.mine === -1 || undefined}
          aria-label={nameOf(one)}
        >
          <span aria-hidden="true">{one.sign}</span>
          <b className="nums">{one.net}</b>
        </button>
      ))}
      {state === undefined ? null : <span className="vote-state">{state}</span>}
    </div>
  )
}

function nameOf(view: LocalReaction): string {
  const { label, net, mine } = view
  const words = quoteWords(view)
  return `${label}${words === '' ? '' : ` on ${words}`}: ${net}${mine === -1 ? ', you disagree with it' : ''}`
}
