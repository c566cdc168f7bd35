/**
 * Makes the reactions of a page work: shows my own, handles presses, opens the palette and the
 * cards of who reacted, underlines quoted words, and draws the margin. One for a page, from when
 * the page is idle until it is left. It relies on the page's own HTML and changes only what it adds
 * itself.
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
  const status = statusLine()
  const stops = [announceRefused(status.say), hearCards(status.say), followSelection(() => page, status.say)]
  let rows = { update: (_page: ReactedPage): void => {}, stop: () => {} }
  let device: Device | null = null
  let drawing = 0
  const draw = () => {
    cancelAnimationFrame(drawing)
    drawing = requestAnimationFrame(() => drawMargin(page, { ids: () => localReactions.get().keys(), of: knownRows }))
  }
  const followDevice = () => {
    const next = currentDevice.get()
    if (next === device) return
    rows.stop()
    device = next
    rows = next === null ? { update: () => {}, stop: () => {} } : followRows(next, page)
  }
  stops.push(currentDevice.subscribe(followDevice), localReactions.subscribe(draw))
  followDevice()
  draw()
  return {
    update(next) {
      page = next
      rememberServerReactions(next.said)
      rows.update(next)
      draw()
    },
    press(control) {
      if (control instanceof HTMLAnchorElement) return openPalette(control, status.say)
      if (!(control instanceof HTMLButtonElement)) return
      const target = parsePart(control.value)
      if (target !== null) pressed(target, null).then(status.say, reportUnlessClosed)
    },
    stop() {
      cancelAnimationFrame(drawing)
      rows.stop()
      for (const stop of stops) stop()
      localReactions.set(new Map())
      status.remove()
    },
  }
}

/** A live region for messages; it must be in the page before it has one. */
function statusLine() {
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

/** A reaction that the server refuses later disappears; this says why, once. */
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
