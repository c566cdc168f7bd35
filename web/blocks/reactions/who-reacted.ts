/**
 * Who reacted: a card by each reaction, by hovering, focus or a long press; ArrowDown leads into
 * it. In it one may join, stand against it, or take back. Names come from the device where it has
 * them, and from the page of reactions otherwise.
 */
import { members } from '#shared/accounts/schema.ts'
import { links } from '#shared/links.ts'
import type { ReactionEntry, ReactionValue } from '#shared/reactions/schema.ts'
import { reactionTallies } from '#shared/reactions/schema.ts'
import { quoteWords } from '#shared/reactions/quote-words.ts'
import { namesWords } from '#shared/reactions/shown.ts'
import { ask } from '../../data/connection.ts'
import { currentDevice } from '../../data/device/current.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'
import type { Float } from '../float.ts'
import { openFloat } from '../float.ts'
import type { Pressed } from './react-press.ts'
import { parsePart, pressed } from './react-press.ts'
import { knownRows } from './reaction-rows.ts'
import { localReactions } from './local-reactions.ts'
import { addTypos } from './typo-card.ts'

const restMs = 300
const leaveMs = 250
const longPressMs = 500

export function hearCards(say: (word: string | null) => void): () => void {
  let open: { readonly float: Float; readonly button: HTMLElement } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Of a finger: a mouse that lies on the page does not end it. */
  let pressTimer: ReturnType<typeof setTimeout> | undefined
  let isLongPress = false
  const close = () => {
    clearTimeout(timer)
    open?.float.close()
    open = null
  }
  const show = (button: HTMLButtonElement, takesFocus = false) => {
    const target = parsePart(button.value)
    if (target === null) return
    // A mouse that has just left must not close what is opened now.
    clearTimeout(timer)
    if (open?.button !== button) {
      close()
      const float = openFloat(button, card(target, say, close), { className: 'card react-card', onClose: () => (open = null) })
      open = { float, button }
    }
    if (takesFocus) open.float.box.querySelector('button')?.focus()
  }
  // What the card says is what stands.
  const redraw = () => {
    const target = open === null || !(open.button instanceof HTMLButtonElement) ? null : parsePart(open.button.value)
    if (open === null || target === null || open.float.box.contains(document.activeElement)) return
    if (!open.button.isConnected) return close()
    open.float.box.replaceChildren(card(target, say, close))
  }
  const reactOf = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLButtonElement>('button.react') : null)
  const isInside = (target: EventTarget | null) => open !== null && target instanceof Node && open.float.box.contains(target)
  const later = (run: () => void, ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  // A page that scrolls under a resting mouse must not take a card from the keyboard.
  const isHeld = () => open !== null && (open.button.matches(':focus-visible') || open.float.box.contains(document.activeElement))
  const onOver = ({ target, pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse' || isHeld()) return
    const button = reactOf(target)
    if (button !== null && open?.button !== button) later(() => show(button), restMs)
    else if (button === null && open !== null && !isInside(target)) later(close, leaveMs)
    else clearTimeout(timer)
  }
  const onFocus = ({ target }: FocusEvent) => {
    const button = reactOf(target)
    if (button?.matches(':focus-visible')) show(button)
    else if (button === null && !isInside(target)) close()
  }
  const onKey = (event: KeyboardEvent) => {
    const button = reactOf(event.target)
    if (button !== null && event.key === 'ArrowDown') {
      event.preventDefault()
      show(button, true)
    } else if (isInside(event.target) && event.key === 'Escape') open?.button.focus()
  }
  const onDown = ({ target, pointerType }: PointerEvent) => {
    const button = reactOf(target)
    isLongPress = false
    if (button === null || pointerType !== 'touch') return
    clearTimeout(pressTimer)
    pressTimer = setTimeout(() => {
      isLongPress = true
      show(button)
    }, longPressMs)
  }
  const onUp = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'touch') clearTimeout(pressTimer)
  }
  // The click that ends a long press is none.
  const onClick = (event: MouseEvent) => {
    if (!isLongPress || reactOf(event.target) === null) return
    isLongPress = false
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const heard = [
    ['pointerover', onOver],
    ['focusin', onFocus],
    ['keydown', onKey],
    ['pointerdown', onDown],
    ['pointerup', onUp],
    ['pointercancel', onUp],
  ] as const
  for (const [name, listener] of heard) document.addEventListener(name, listener as EventListener) // each is named with what its event is
  document.addEventListener('click', onClick, true)
  const leave = localReactions.subscribe(redraw)
  return () => {
    leave()
    clearTimeout(pressTimer)
    close()
    for (const [name, listener] of heard) document.removeEventListener(name, listener as EventListener) // as above
    document.removeEventListener('click', onClick, true)
  }
}

function card(target: Pressed, say: (word: string | null) => void, close: () => void): HTMLElement {
  const view = knownRows(target.id).find(({ part }) => part === target.part)
  const box = document.createElement('div')
  const add = (className: string, words: string): HTMLElement => {
    const line = document.createElement('p')
    line.className = className
    line.textContent = words
    box.append(line)
    return line
  }
  add('react-title', view === undefined ? '' : `${view.sign} ${view.label}`)
  if (view?.quote !== undefined) add('react-quote', quoteWords(view))
  const names = add('react-names soft', '…')
  namesOf(target).then(
    (words) => (names.textContent = words),
    () => (names.textContent = 'The names aren’t on this device.'),
  )
  const acts = document.createElement('p')
  acts.className = 'react-acts'
  const act = (word: string, value: ReactionValue) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'btn quiet', textContent: word })
    button.addEventListener('click', () => {
      close()
      pressed(target, value).then(say, reportUnlessClosed)
    })
    acts.append(button)
  }
  if (view?.mine !== 1) act('Join', 1)
  if (view?.mine !== -1) act('Disagree', -1)
  if (view?.mine !== undefined) act('Remove mine', 0)
  box.append(acts)
  // Without a connection there is nothing to decide here, and the card says what it can.
  addTypos(box, target).catch(() => undefined)
  return box
}

async function namesOf({ id, part }: Pressed): Promise<string> {
  const device = currentDevice.get()
  const entry = (await device?.read.get(reactionTallies, id))?.entries.find((one) => one.part === part)
  if (device !== null && entry !== undefined) {
    const cards = await device.read.getMany(members, [...entry.forIds, ...entry.againstIds])
    const name = (userId: string) => cards.find((one) => one.id === userId)?.displayName ?? 'somebody'
    return namesWords(entry, entry.forIds.map(name), entry.againstIds.map(name))
  }
  const response = await ask(links.pageData(links.react(id)), { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`names: ${response.status}`)
  // The page's own answer, of this build's type.
  const answer = (await response.json()) as { readonly page?: { readonly entries?: readonly NamedEntry[] } }
  const found = answer.page?.entries?.find((one) => one.part === part)
  return found === undefined ? 'Visible only to participants.' : namesWords(found, found.forNames, found.againstNames)
}

interface NamedEntry extends Pick<ReactionEntry, 'part' | 'for' | 'against'> {
  readonly forNames: readonly string[]
  readonly againstNames: readonly string[]
}
