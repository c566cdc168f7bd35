import type { MouseEvent, ReactNode } from 'react'
import { useRef } from 'react'
import { links } from '#shared/links.ts'
import type { VoteValue } from '#shared/votes/schema.ts'
import { signed, counted } from '../counts.ts'
import { voteAfter } from '../votes/vote-press.ts'
import type { TagLine } from './post-tags-view.ts'

interface TagFormProps {
  readonly postId: string
  /** Path of the page it stands on, where a refused form comes back to. */
  readonly from: string
  readonly mineOf: (tagId: string) => VoteValue
  /** `null`: the form is sent as it is. */
  readonly onVote: ((tagId: string, value: VoteValue) => void) | null
  readonly children: ReactNode
}

/**
 * The plain form of all buttons about tags inside it; with a script their presses are votes like
 * others: again takes it back, twice or with Shift is strong.
 */
export function TagForm({ postId, from, mineOf, onVote, children }: TagFormProps) {
  const first = useRef<{ readonly button: Element; readonly before: VoteValue } | null>(null)
  const press = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[name="tagVote"]') : null
    if (button === null || onVote === null) return
    event.preventDefault()
    const tagId = button.value.split(':')[0] ?? ''
    const direction = Number(button.dataset['direction'])
    if (direction !== 1 && direction !== -1) return onVote(tagId, button.value.endsWith(':0') ? 0 : 1)
    const isAgain = event.detail === 2 && first.current?.button === button
    const before = isAgain && first.current !== null ? first.current.before : mineOf(tagId)
    first.current = { button, before }
    const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch'
    onVote(tagId, voteAfter({ direction, before, isStrong: isAgain || event.shiftKey, isTouch }))
  }
  return (
    // The buttons in it are reached by keys; their presses bubble here.
    <form method="post" action={links.form('wiki.voteOnTag')} onClick={press}>
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="postId" value={postId} />
      {children}
    </form>
  )
}

/** How relevant a tag is to the post, and what one thinks of that oneself. In a `TagForm`. */
export function TagArrows({ line }: { readonly line: TagLine }) {
  const { id, name, relevance, voteCount, mine, refused } = line
  const arrow = (direction: 1 | -1, words: string) => {
    const isOn = Math.sign(mine) === direction
    return (
      <button
        className={direction === 1 ? 'v v-up' : 'v v-down'}
        name="tagVote"
        // Without a script one button goes round, as by touch: weak, strong, none.
        value={`${id}:${voteAfter({ direction, before: mine, isStrong: false, isTouch: true })}`}
        data-direction={direction}
        data-strong={(isOn && Math.abs(mine) === 2) || undefined}
        aria-pressed={isOn}
        aria-label={isOn && Math.abs(mine) === 2 ? `${words}, strong: ${name}` : `${words}: ${name}`}
        disabled={refused !== null}
      />
    )
  }
  return (
    <span className="vote" role="group" aria-label={`Relevance of ${name}: ${signed(relevance)}`}>
      {arrow(1, 'More relevant')}
      <span className="n" title={`Relevance ${signed(relevance)} from ${counted(voteCount, 'vote')}`}>
        {signed(relevance)}
      </span>
      {arrow(-1, 'Less relevant')}
    </span>
  )
}

/** One's own vote goes. */
export function TakeBack({ line: { id, name, mine } }: { readonly line: TagLine }) {
  return mine === 0 ? null : (
    <button className="linkish" name="tagVote" value={`${id}:0`}>
      Remove my vote<span className="sr">: {name}</span>
    </button>
  )
}
