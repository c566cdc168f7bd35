/** What a reader may do with a public page that only the app can answer. */
const controls = 'button, input, textarea, select, summary, label, [data-live], [contenteditable]'
const fields = 'input, textarea, select, [contenteditable]'
/** What a card is shown for (web/blocks/previews). */
const previewed = 'main a[href^="/posts/"], main a[href^="/users/"], main a[href^="/w/"], main a[href^="#"]'
/** Links that the app answers in place. */
const answered = '.c-reply, .c-more, .c-edited, a[href^="/postTags"], a.btn[rel="nofollow"]'
/** Folding needs no app. */
const own = '.c-fold, .c-open'
/** A mouse that goes by means nothing. */
const restMs = 300

/**
 * Calls `begin` at the first touch of a control, the first field that takes the focus, the first
 * key that could be a shortcut, the first selected words, and when a mouse rests on a link. What
 * was clicked is held and done by the inline script; a key only begins.
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
  root.addEventListener('focusin', (event) => found(event, fields) !== null && once(), { signal })
  root.addEventListener('keydown', (event) => isShortcut(event) && once(), { signal })
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
 * Until the app is there, holds the first click on a link that it answers in place, as the inline
 * script does with what says `data-live`.
 */
export function holdAnswered(root: Document, late: NonNullable<typeof window.__late>): void {
  const hold = (event: MouseEvent) => {
    const by = event.target instanceof Element ? event.target.closest<HTMLElement>(answered) : null
    if (late.ready) root.removeEventListener('click', hold, true)
    else if (by !== null && late.mutation === null && event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      late.mutation = { form: null, by }
      late.begin()
    }
  }
  root.addEventListener('click', hold, true)
}

/**
 * A letter or a sign alone; the space bar scrolls. Inside a control the browser has its own use for
 * it.
 */
const isShortcut = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

const isInText = (selection: Selection | null): boolean =>
  selection !== null && !selection.isCollapsed && selection.anchorNode?.parentElement?.closest('main') !== null
