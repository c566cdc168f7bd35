import { stored } from './stored.ts'

/** What a reader may do with a public page that only the app can answer. */
const controls = '#app :is(button, input, textarea, select, summary, label, [data-live], [contenteditable])'
const fields = '#app :is(input, textarea, select, [contenteditable])'
/** What a card is shown for (web/blocks/previews). */
const previewed = 'main a[href^="/posts/"], main a[href^="/users/"], main a[href^="/w/"], main a[href^="#"]:not(.fn), main .react'
/** What the app answers in place: links, and buttons that do nothing without a script. */
const answered = '.c-reply, .c-more, .c-edited, a[href^="/postTags"], a.btn[rel="nofollow"], #app button[type="button"], #app .react'
/**
 * What needs no app: folding, and what the light parts have put into the page or answer themselves
 * (web/app/light/reading.ts).
 */
const own = '.c-fold, .c-open, .front-fold *, .glossary > summary, #text :not(.react), .margin-choices *, [data-mark-read], [popovertarget]'
/** A mouse that goes by means nothing. */
const restMs = 300

/**
 * Calls `begin` at the first touch of a control, the first field that takes the focus or changes,
 * the first selected words, and when a mouse rests on a link. What was clicked is held and done by
 * the inline script.
 */
export function watchTouches(root: Document, begin: () => void): void {
  const heard = new AbortController()
  const once = () => {
    heard.abort()
    begin()
  }
  const { signal } = heard
  const found = ({ target }: Event, what: string) => (target instanceof Element ? target.closest(what) : null)
  root.addEventListener('pointerdown', (event) => found(event, controls)?.matches(own) === false && once(), { signal, passive: true })
  // Assistive technology may choose without a focus.
  for (const type of ['focusin', 'change'])
    root.addEventListener(type, (event) => found(event, fields)?.matches(own) === false && once(), { signal })
  root.addEventListener('selectionchange', () => isInText(root.getSelection()) && once(), { signal })
  let resting: ReturnType<typeof setTimeout> | undefined
  root.addEventListener(
    'pointerover',
    (event) => {
      clearTimeout(resting)
      if (event.pointerType === 'mouse' && found(event, previewed) !== null) resting = setTimeout(once, restMs)
    },
    { signal, passive: true },
  )
  signal.addEventListener('abort', () => clearTimeout(resting))
}

/**
 * Brings the app with the first key that could be a shortcut, and remembers it and those that
 * follow: the app does them once it hears keys.
 */
export function holdKeys(root: Document, late: NonNullable<typeof window.__late>): void {
  const keys: KeyboardEvent[] = []
  late.keys = keys
  const hear = (event: KeyboardEvent) => {
    if (late.keys !== keys) return root.removeEventListener('keydown', hear)
    if (!isShortcut(event)) return
    event.preventDefault()
    // The button of the glossary: its part of the page may come later than keys are heard, and a
    // held click waits for it.
    if (event.altKey) return root.querySelector<HTMLElement>('[aria-keyshortcuts="Alt+Shift+G"]')?.click()
    keys.push(event)
    late.begin()
  }
  root.addEventListener('keydown', hear)
}

/**
 * Until the app is there, holds the first click on what it answers in place, as the inline script
 * does with what says `data-live`.
 */
export function holdAnswered(root: Document, late: NonNullable<typeof window.__late>): void {
  const hold = (event: MouseEvent) => {
    const by = event.target instanceof Element ? event.target.closest<HTMLElement>(answered) : null
    if (late.ready) root.removeEventListener('click', hold, true)
    else if (
      by?.matches(own) === false &&
      late.mutation === null &&
      event.button === 0 &&
      !(event.ctrlKey || event.metaKey || event.shiftKey)
    ) {
      event.preventDefault()
      event.stopImmediatePropagation()
      late.mutation = { form: null, by }
      late.begin()
    }
  }
  root.addEventListener('click', hold, true)
}

/**
 * A letter or a sign alone, Ctrl+K, or Alt+Shift+G; the space bar scrolls. Not where one writes, or
 * where single keys are turned off.
 */
function isShortcut({ key, code, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  const isAlone = [...key].length === 1 && key !== ' ' && !altKey
  const isWanted = ctrlKey || metaKey ? key === 'k' && !shiftKey : isAlone ? areKeysOn() : altKey && shiftKey && code === 'KeyG'
  return isWanted && !(target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null)
}

const areKeysOn = (): boolean => stored((own) => own.getItem('keys'))?.includes('"isOn":false') !== true

const isInText = (selection: Selection | null): boolean =>
  selection !== null && !selection.isCollapsed && selection.anchorNode?.parentElement?.closest('main') !== null
