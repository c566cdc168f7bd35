/**
 * Reads a text aloud with the browser's own voice, the sentence that is said marked, in a bar at
 * the foot of the window. Begins with what is at the top of the window. Nothing leaves the device
 * but what the browser's voice itself may send, which is why a voice of this device is taken first.
 */
import '../reading/comfort-styles.ts'
import { openFloat } from '../float.ts'
import { readingLine } from '../progress/text-blocks.ts'
import type { VoiceState } from './reader-voice.ts'
import { readerVoice } from './reader-voice.ts'
import { spokenText } from './spoken-text.ts'

const rates = ['0.75', '1', '1.25', '1.5', '2'] as const
const highlightName = 'spoken'

/** Shows the bar and begins; pressed again, it pauses or goes on. */
export function listen(essay: HTMLElement): void {
  const open = document.querySelector<HTMLElement>('.listen-toggle')
  if (open !== null) return open.click()
  const sentences = 'speechSynthesis' in window ? spokenText(essay) : []
  if (sentences.length === 0) return say('speechSynthesis' in window ? 'Nothing here to read aloud.' : 'Your browser can’t read aloud.')
  const bar = document.createElement('section')
  bar.className = 'listen'
  bar.setAttribute('aria-label', 'Listening')
  const said = Object.assign(document.createElement('p'), { className: 'meta' })
  said.setAttribute('role', 'status')
  const button = (words: string, run: () => void, className = 'btn quiet') => {
    const made = Object.assign(document.createElement('button'), { type: 'button', className, textContent: words })
    made.addEventListener('click', run)
    return made
  }
  let state: VoiceState = { at: firstInSight(sentences.map(({ range }) => range)), isSpeaking: false, trouble: null }
  const voice = readerVoice({
    speech: speechSynthesis,
    sentences,
    utter: (words) => new SpeechSynthesisUtterance(words),
    onChange(next) {
      const moved = next.at !== state.at
      state = next
      toggle.textContent = next.isSpeaking ? 'Pause' : 'Resume'
      said.textContent = next.trouble === null ? '' : 'This device has no voice for this language.'
      // At its end, from which it begins anew, nothing is being said.
      mark(next.isSpeaking || next.at > 0 ? (sentences[next.at]?.range ?? null) : null, next.isSpeaking && moved)
    },
  })
  const toggle = button('Pause', () => (state.isSpeaking ? voice.pause() : voice.play(state.at)), 'btn listen-toggle')
  const rate = document.createElement('select')
  rate.className = 'input'
  rate.setAttribute('aria-label', 'Speed')
  for (const value of rates) rate.append(new Option(`${value} ×`, value, value === '1', value === '1'))
  rate.addEventListener('change', () => voice.setRate(Number(rate.value)))
  const end = () => {
    voice.stop()
    mark(null, false)
    bar.remove()
    document.removeEventListener('keydown', onKey)
    removeEventListener('pagehide', end)
    watcher.disconnect()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && bar.contains(document.activeElement)) end()
  }
  const back = button('Back', () => voice.play(state.at - 1))
  const on = button('Forward', () => voice.play(state.at + 1))
  for (const one of [back, on]) one.append(Object.assign(document.createElement('span'), { className: 'sr', textContent: ' one sentence' }))
  bar.append(toggle, back, on, rate, button('Stop', end), said)
  document.body.append(bar)
  document.addEventListener('keydown', onKey)
  addEventListener('pagehide', end)
  // The text is gone: another page is shown.
  const watcher = new MutationObserver(() => {
    if (!essay.isConnected) end()
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  voice.play(state.at)
}

function say(words: string): void {
  const word = document.querySelector<HTMLElement>('.menu:has(.listen-word) > summary, .listen-word')
  if (word === null) return
  const said = Object.assign(document.createElement('p'), { textContent: words })
  said.setAttribute('role', 'status')
  setTimeout(openFloat(word, said, { className: 'word-float' }).close, 3_000)
}

/** Where the browser can mark without touching the text; elsewhere the voice alone leads. */
function mark(range: Range | null, follows: boolean): void {
  if (!('highlights' in CSS)) return
  if (range === null) {
    CSS.highlights.delete(highlightName)
    return
  }
  CSS.highlights.set(highlightName, new Highlight(range))
  const { top, bottom } = range.getBoundingClientRect()
  if (follows && (bottom > innerHeight - 120 || top < 0)) scrollTo({ top: scrollY + top - innerHeight / 3, behavior: 'instant' })
}

function firstInSight(ranges: readonly Range[]): number {
  const at = ranges.findIndex((range) => range.getBoundingClientRect().top >= readingLine - 8)
  return Math.max(0, at)
}
