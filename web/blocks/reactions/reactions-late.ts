/**
 * Reactions come alive: what is mine is shown, presses are done, the palette and the cards of who
 * reacted open, quoted words are underlined, and what stands beside the text is drawn. One for a
 * page, from its rest until it is left; it relies on the page's own HTML and changes none of it but
 * the places it adds.
 */
import type { Device } from '../../data/device/device-api.ts'
import { currentDevice } from '../../data/device/current.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'
import { outbox } from '../../data/outbox.ts'
import { followSelection } from '../selection/selection-menu.ts'
import { drawMargin } from '../side-comments/margin.ts'
import { wordsFor } from '../wording.ts'
import { hearCards } from './who-reacted.ts'
import { openPalette } from './palette-box.ts'
import { followRows, knownRows, rememberServerReactions } from './reaction-rows.ts'
import type { ReactedPage } from './local-reactions.ts'
import { localReactions } from './local-reactions.ts'
import { parsePart, pressed } from './react-press.ts'
import './reactions-styles.ts'

export interface LateReactions {
  readonly update: (page: ReactedPage) => void
  readonly press: (control: HTMLElement) => void
  readonly stop: () => void
}

export function startReactions(first: ReactedPage): LateReactions {
  let page = first
  rememberServerReactions(first.said)
  const word = sayer()
  const stops = [announceRefused(word.say), hearCards(word.say), followSelection(() => page, word.say)]
  let rows = { update: (_page: ReactedPage): void => {}, stop: () => {} }
  let device: Device | null = null
  let drawing = 0
  const draw = () => {
    cancelAnimationFrame(drawing)
    drawing = requestAnimationFrame(() => drawMargin(page, { ids: () => localReactions.get().keys(), of: knownRows }))
  }
  const meet = () => {
    const next = currentDevice.get()
    if (next === device) return
    rows.stop()
    device = next
    rows = next === null ? { update: () => {}, stop: () => {} } : followRows(next, page)
  }
  stops.push(currentDevice.subscribe(meet), localReactions.subscribe(draw))
  meet()
  draw()
  return {
    update(next) {
      page = next
      rememberServerReactions(next.said)
      rows.update(next)
      draw()
    },
    press(control) {
      if (control instanceof HTMLAnchorElement) return openPalette(control, word.say)
      if (!(control instanceof HTMLButtonElement)) return
      const target = parsePart(control.value)
      if (target !== null) pressed(target, null).then(word.say, reportUnlessClosed)
    },
    stop() {
      cancelAnimationFrame(drawing)
      rows.stop()
      for (const stop of stops) stop()
      localReactions.set(new Map())
      word.remove()
    },
  }
}

/** One line for what has to be said; a live region that is there before it speaks. */
function sayer() {
  const line = document.createElement('p')
  line.className = 'vote-word'
  line.setAttribute('role', 'status')
  document.body.append(line)
  const say = (word: string | null) => {
    line.classList.toggle('on', word !== null)
    if (word === null) return line.replaceChildren()
    const close = Object.assign(document.createElement('button'), { type: 'button', className: 'linkish', textContent: 'Close' })
    close.addEventListener('click', () => say(null))
    line.replaceChildren(word, close)
  }
  return { say, remove: () => line.remove() }
}

/** What the server refuses later is taken back by then; why is said once. */
function announceRefused(say: (word: string) => void): () => void {
  const refused = () => outbox.get().refused.filter(({ name }) => name === 'reactions.set')
  const told = new Set(refused().map(({ n }) => n))
  return outbox.subscribe(() => {
    for (const { n, error } of refused()) {
      if (told.has(n)) continue
      told.add(n)
      say(`Your reaction was not counted. ${error === null ? '' : wordsFor(error)}`)
    }
  })
}
