import { openFloat } from '../../../blocks/float.ts'
import type { Float } from '../../../blocks/float.ts'

/** Starts everything that follows a reader through an essay. Gives the way to stop it. */
export function enliven(main: HTMLElement): () => void {
  const stops = [markSection(main), openNotes(main), copyAnchors(main)]
  return () => stops.forEach((stop) => stop())
}

/** Marks the entry of the contents whose part is at the top of the window. */
function markSection(main: HTMLElement): () => void {
  const entries = new Map<string, HTMLElement[]>()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.toc a[href^="#"]')) {
    const id = decodeURIComponent(link.hash.slice(1))
    entries.set(id, [...(entries.get(id) ?? []), link])
  }
  const targets = [...entries.keys()].map((id) => document.getElementById(id)).filter((target) => target !== null)
  const order = (a: Element, b: Element) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1)
  const places = targets.toSorted(order)
  const passed = new Set<Element>()
  let current = ''
  const mark = () => {
    const id = places.findLast((place) => passed.has(place))?.id ?? main.id
    if (id === current) return
    for (const link of entries.get(current) ?? []) link.removeAttribute('aria-current')
    for (const link of entries.get(id) ?? []) {
      link.setAttribute('aria-current', 'true')
      keepInSight(link)
    }
    current = id
  }
  // Watched is everything above the lower two thirds of the window, however far up: a place is in it once it has been passed, also by a jump.
  const watcher = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        if (isIntersecting) passed.add(target)
        else passed.delete(target)
      }
      mark()
    },
    { rootMargin: '9999999px 0px -67% 0px' },
  )
  for (const place of places) watcher.observe(place)
  return () => watcher.disconnect()
}

/** Scrolls the list of contents itself, never the page. */
function keepInSight(link: HTMLElement): void {
  const list = link.closest<HTMLElement>('.rail')
  if (list === null || list.scrollHeight <= list.clientHeight) return
  const at = link.offsetTop - list.offsetTop
  if (at < list.scrollTop || at > list.scrollTop + list.clientHeight - 48) list.scrollTop = at - list.clientHeight / 3
}

/** A note opens in place where it does not stand in the margin: by click, tap or Enter. Hovering and focus show it as well. */
function openNotes(main: HTMLElement): () => void {
  let open: { readonly float: Float; readonly link: HTMLElement; readonly isPinned: boolean } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    clearTimeout(timer)
    open?.float.close()
    open = null
  }
  const show = (link: HTMLAnchorElement, isPinned: boolean) => {
    const note = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    if (note === null || isBeside(link)) return false
    close()
    const text = document.createElement('div')
    text.append(...[...note.childNodes].map((node) => node.cloneNode(true)))
    for (const back of text.querySelectorAll('a[aria-label="Back to the text"]')) back.remove()
    for (const named of text.querySelectorAll('[id]')) named.removeAttribute('id')
    const float = openFloat(link, text, { className: 'note-float essay-note', onClose: () => (open = null) })
    open = { float, link, isPinned }
    return true
  }
  const noteLink = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLAnchorElement>('a.fn') : null)
  const onClick = (event: MouseEvent) => {
    const link = noteLink(event.target)
    if (link === null || event.metaKey || event.ctrlKey) return
    if (open?.link === link && open.isPinned) {
      event.preventDefault()
      return close()
    }
    if (show(link, true)) event.preventDefault()
  }
  const onOver = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || open?.isPinned) return
    const link = noteLink(event.target)
    clearTimeout(timer)
    if (link !== null && open?.link !== link) timer = setTimeout(() => show(link, false), 300)
    else if (link === null && open !== null && !(event.target instanceof Node && open.float.box.contains(event.target)))
      timer = setTimeout(close, 250)
  }
  const onFocus = ({ target }: FocusEvent) => {
    const link = noteLink(target)
    if (link?.matches(':focus-visible')) show(link, false)
    else if (open !== null && !open.isPinned) close()
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

function isBeside(link: HTMLElement): boolean {
  const beside = link.nextElementSibling
  return beside !== null && beside.classList.contains('side') && getComputedStyle(beside).display !== 'none'
}

/** The sign beside a heading copies its address, and says so. */
function copyAnchors(main: HTMLElement): () => void {
  const onClick = async (event: MouseEvent) => {
    const anchor = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.anchor') : null
    if (anchor === null || event.metaKey || event.ctrlKey) return
    try {
      await navigator.clipboard.writeText(anchor.href)
    } catch {
      return // The browser forbids it; the click has put the address into its bar.
    }
    const word = document.createElement('p')
    word.textContent = 'Link copied'
    word.setAttribute('role', 'status')
    const float = openFloat(anchor, word, { className: 'word-float' })
    setTimeout(float.close, 1_500)
  }
  main.addEventListener('click', onClick)
  return () => main.removeEventListener('click', onClick)
}
