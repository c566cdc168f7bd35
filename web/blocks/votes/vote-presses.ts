import type { VoteKind, VoteValue } from '#shared/votes/schema.ts'
import { deviceSoon } from '../../data/device/bring.ts'
import { outbox } from '../../data/outbox.ts'
import { askWhoIsSignedIn, currentMe } from '../../data/viewer.ts'
import { wordsFor } from '../wording.ts'
import { castVote } from './cast-vote.ts'
import type { VoteTarget } from './cast-vote.ts'
import { parseVoteButton, voteAfter, voteButton } from './vote-press.ts'

/**
 * How long a vote is held to be strong (content.md 2.3); the fill that shows it takes as long, in
 * the style sheet.
 */
const holdMs = 1_000
const hint = 'Hold, double-click or press Shift+Enter for a strong vote'

export type FindTarget = (kind: VoteKind, id: string) => VoteTarget | undefined

/**
 * Hears all vote buttons of a page; `tell` gets what the reader has to be told, or `''`. Gives the
 * way to stop it.
 */
export function hearVotes(find: FindTarget, tell: (word: string) => void): () => void {
  const hold = new Hold()
  const press = async (button: HTMLButtonElement, event: { isStrong: boolean; isTouch: boolean; isRepeat: boolean }) => {
    const parsed = parseVoteButton(button.value)
    const target = parsed && find(parsed.kind, parsed.targetId)
    if (!parsed || !target) return
    if (!currentMe().isKnown) await askWhoIsSignedIn()
    // Nobody can be asked: the device knows who was here last.
    const viewer = currentMe().isKnown ? currentMe().viewer : ((await deviceSoon())?.viewer ?? currentMe().viewer)
    if (viewer.kind === 'visitor') return button.form?.requestSubmit(button)
    const now = shownVote(button)
    // The first of two clicks has voted already: what it found is what the second one goes by.
    const before = event.isRepeat ? hold.beforeFirst(button, now) : now
    const after = voteAfter({ direction: parsed.direction, before, isStrong: event.isStrong, isTouch: event.isTouch })
    hold.remember(button, before)
    const said = await castVote(viewer, target, { axis: parsed.axis, before: now, after })
    tell(said ?? '')
  }
  const onClick = (event: MouseEvent) => {
    const button = voteButton(event.target)
    if (button === null || event.defaultPrevented) return
    event.preventDefault()
    if (hold.wasSpent()) return
    void press(button, {
      isStrong: event.shiftKey || event.detail === 2,
      isTouch: hold.isTouch && event.detail > 0,
      isRepeat: event.detail === 2,
    })
  }
  const onDown = (event: PointerEvent) => {
    const button = voteButton(event.target)
    if (button === null) return hold.release()
    hold.isTouch = event.pointerType === 'touch'
    if (hold.isTouch || event.button !== 0) return
    hold.begin(button, () => void press(button, { isStrong: true, isTouch: false, isRepeat: false }))
  }
  const stopAnnouncing = announceRefused(tell)
  const onUp = () => hold.release()
  const onOver = (event: PointerEvent) => {
    const button = voteButton(event.target)
    if (button !== null && button.title === '') button.title = hint
  }
  document.addEventListener('click', onClick)
  document.addEventListener('pointerdown', onDown)
  document.addEventListener('pointerup', onUp)
  document.addEventListener('pointercancel', onUp)
  document.addEventListener('pointerover', onOver)
  return () => {
    hold.release()
    stopAnnouncing()
    document.removeEventListener('click', onClick)
    document.removeEventListener('pointerdown', onDown)
    document.removeEventListener('pointerup', onUp)
    document.removeEventListener('pointercancel', onUp)
    document.removeEventListener('pointerover', onOver)
  }
}

/** Votes that the server refuses later are taken back by then; why is said once. */
function announceRefused(tell: (word: string) => void): () => void {
  const refusedVotes = () => outbox.get().refused.filter(({ name }) => name === 'votes.set')
  const told = new Set(refusedVotes().map(({ n }) => n))
  return outbox.subscribe(() => {
    for (const { n, error } of refusedVotes()) {
      if (told.has(n)) continue
      told.add(n)
      tell(`Your vote was not counted. ${error === null ? '' : wordsFor(error)}`)
    }
  })
}

/** My vote as the control shows it: what a press goes by is what the reader sees. */
function shownVote(button: HTMLButtonElement): VoteValue {
  const pressed = button.parentElement?.querySelector<HTMLButtonElement>('[aria-pressed="true"]')
  const direction = parseVoteButton(pressed?.value ?? '')?.direction
  if (!pressed || direction === undefined) return 0
  if (pressed.dataset['strong'] === undefined) return direction
  return direction === 1 ? 2 : -2
}

/** A button that is being held, and what the last press began from. */
class Hold {
  isTouch = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #button: HTMLButtonElement | undefined
  #isSpent = false
  #last: { readonly button: HTMLButtonElement; readonly before: VoteValue } | undefined

  begin(button: HTMLButtonElement, onHeld: () => void): void {
    this.release()
    this.#isSpent = false
    this.#button = button
    button.classList.add('held')
    this.#timer = setTimeout(() => {
      this.#isSpent = true
      this.release()
      onHeld()
    }, holdMs)
  }

  release(): void {
    clearTimeout(this.#timer)
    this.#button?.classList.remove('held')
    this.#button = undefined
  }

  /** Whether the click that ends a hold has been answered by the hold. */
  wasSpent(): boolean {
    const wasSpent = this.#isSpent
    this.#isSpent = false
    return wasSpent
  }

  remember(button: HTMLButtonElement, before: VoteValue): void {
    this.#last = { button, before }
  }

  beforeFirst(button: HTMLButtonElement, otherwise: VoteValue): VoteValue {
    return this.#last?.button === button ? this.#last.before : otherwise
  }
}
