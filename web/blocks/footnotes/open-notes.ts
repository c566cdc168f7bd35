/**
 * Notes of a text where they are called: by pointing, by the keyboard's focus and, to stay, by a
 * click, a tap or Enter. What opens is the whole note of the list at the end, with everything in
 * it; opened to stay it takes the focus, and Escape gives that back. Where the note stands in the
 * margin already, it is marked there instead. Works from the page alone, so without a network too.
 */
import type { Float } from '../float.ts'
import { openFloat } from '../float.ts'

const openAfterMs = 300
const closeAfterMs = 250
const markedForMs = 2_000

interface Open {
  readonly float: Float
  readonly link: HTMLElement
  readonly isPinned: boolean
}

/** Gives the way to stop it. */
export function openNotes(main: HTMLElement): () => void {
  let open: Open | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReturning = false
  /** Without its note opening again. */
  const returnFocus = (link: HTMLElement) => {
    isReturning = true
    link.focus({ preventScroll: true })
    isReturning = false
  }
  const close = () => {
    clearTimeout(timer)
    open?.float.close()
    open = null
  }
  const show = (link: HTMLAnchorElement, isPinned: boolean): boolean => {
    const note = noteOf(link)
    if (note === null) return false
    const beside = besideOf(link)
    if (beside !== null) {
      close()
      if (isPinned) markBeside(beside)
      return true
    }
    close()
    const float = openFloat(link, drawn(note, link), {
      className: 'note-float essay-note',
      onClose: () => {
        open = null
        // Who was reading the note goes on where it was called; with the note its focus has gone
        // into nothing.
        if (isPinned && document.activeElement === document.body) returnFocus(link)
      },
    })
    open = { float, link, isPinned }
    if (isPinned) {
      float.box.tabIndex = -1
      float.box.setAttribute('role', 'note')
      float.box.setAttribute('aria-label', link.getAttribute('aria-label') ?? 'Note')
      float.box.focus({ preventScroll: true })
    }
    return true
  }
  const onClick = (event: MouseEvent) => {
    const link = noteLink(event.target)
    if (link === null || event.metaKey || event.ctrlKey) return
    if (open?.link === link && open.isPinned) {
      event.preventDefault()
      close()
      returnFocus(link)
      return
    }
    if (show(link, true)) event.preventDefault()
  }
  const onOver = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || open?.isPinned) return
    const link = noteLink(event.target)
    clearTimeout(timer)
    if (link !== null && open?.link !== link) timer = setTimeout(() => show(link, false), openAfterMs)
    else if (link === null && open !== null && !(event.target instanceof Node && open.float.box.contains(event.target)))
      timer = setTimeout(close, closeAfterMs)
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (isReturning) return
    if (target instanceof Node && open?.float.box.contains(target)) return
    const link = noteLink(target)
    if (link !== null && open?.link === link) return
    if (link?.matches(':focus-visible')) show(link, false)
    else if (open !== null) close()
  }
  main.addEventListener('click', onClick)
  document.addEventListener('pointerover', onOver)
  document.addEventListener('focusin', onFocus)
  return () => {
    close()
    main.removeEventListener('click', onClick)
    document.removeEventListener('pointerover', onOver)
    document.removeEventListener('focusin', onFocus)
  }
}

const noteLink = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLAnchorElement>('a.fn') : null)

const noteOf = (link: HTMLAnchorElement) => document.getElementById(decodeURIComponent(link.hash.slice(1)))

/** The note in the margin, where there is one in sight. */
function besideOf(link: HTMLElement): HTMLElement | null {
  const beside = link.nextElementSibling
  return beside instanceof HTMLElement && beside.classList.contains('side') && getComputedStyle(beside).display !== 'none' ? beside : null
}

function markBeside(beside: HTMLElement): void {
  beside.classList.add('called')
  beside.tabIndex = -1
  beside.focus({ preventScroll: true })
  beside.scrollIntoView({ block: 'nearest' })
  setTimeout(() => beside.classList.remove('called'), markedForMs)
}

function drawn(note: HTMLElement, link: HTMLElement): HTMLElement {
  const text = document.createElement('div')
  const essay = link.closest<HTMLElement>('.essay')
  if (essay !== null) text.lang = essay.lang
  text.dir = note.dir || essay?.dir || 'auto'
  text.append(...[...note.childNodes].map((node) => node.cloneNode(true)))
  for (const back of text.querySelectorAll('a[aria-label="Back to the text"]')) back.remove()
  for (const named of text.querySelectorAll('[id]')) named.removeAttribute('id')
  return text
}
