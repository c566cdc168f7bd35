/**
 * Underlines the words of a glossary in a text and opens a card for each: by pointing, by a tap,
 * and by the keyboard at a stop that stands at the end of the paragraph where a word comes first.
 * The lines are the browser's highlights; the text's own elements are not touched. A browser
 * without them has the stops, and the list below the text.
 */
import { termFinder } from '#shared/glossary/find.ts'
import type { Float } from '../float.ts'
import { openFloat } from '../float.ts'
import type { TermPlace } from './term-ranges.ts'
import { termPlaces } from './term-ranges.ts'
import './glossary-styles.ts'

interface UnderlinedTerm {
  readonly id: string
  readonly term: string
  readonly altTerms: readonly string[]
  readonly isApproved: boolean
}

const openAfterMs = 300
const closeAfterMs = 250
const live = 'a, button, input, select, textarea, summary, label'

/**
 * @param cardOf what a card says, made anew each time; `null`: nothing. @returns the way to end it.
 */
export function underlineTerms(root: HTMLElement, terms: readonly UnderlinedTerm[], cardOf: (id: string) => Node | null): () => void {
  const termsById = new Map(terms.map((term) => [term.id, term]))
  const places = termPlaces(root, termFinder(terms.map(({ id, term, altTerms }) => ({ id, names: [term, ...altTerms] }))))
  const isApproved = ({ id }: TermPlace): boolean => termsById.get(id)?.isApproved === true
  underline('term', places.filter(isApproved))
  underline(
    'term-suggested',
    places.filter((place) => !isApproved(place)),
  )
  let open: { readonly at: TermPlace | null; readonly float: Float; readonly isHeld: boolean } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let aimedAt: TermPlace | null = null
  /** On the way from a word to somewhere else, perhaps to its card. */
  let isLeaving = false
  let frame = 0
  const close = () => {
    clearTimeout(timer)
    aimedAt = null
    isLeaving = false
    open?.float.close()
    open = null
  }
  const show = (
    id: string,
    anchor: HTMLElement,
    { at = null, isHeld = true }: { at?: TermPlace | null; isHeld?: boolean },
    onClose = () => {},
  ) => {
    close()
    const content = cardOf(id)
    if (content === null) return onClose()
    const float = openFloat(anchor, content, {
      className: 'card term-card',
      onClose: () => {
        open = null
        onClose()
      },
    })
    open = { at, float, isHeld }
  }
  const showAt = (at: TermPlace, isHeld: boolean) => {
    const anchor = anchorOver(at.range)
    show(at.id, anchor, { at, isHeld }, () => anchor.remove())
  }
  const later = (run: () => void, ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  const onMove = ({ clientX, clientY, target, pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      const place = placeAt(places, clientX, clientY, target)
      root.classList.toggle('on-term', place !== null)
      const isInCard = target instanceof Node && open?.float.box.contains(target) === true
      if (place !== null || isInCard) isLeaving = false
      if (place !== null) {
        if (place === aimedAt) return
        aimedAt = place
        if (open?.at === place) clearTimeout(timer)
        else later(() => showAt(place, false), openAfterMs)
        return
      }
      aimedAt = null
      if (isLeaving) return
      isLeaving = open !== null && !open.isHeld && !isInCard
      if (isLeaving) later(close, closeAfterMs)
      else clearTimeout(timer)
    })
  }
  const onClick = ({ target, clientX, clientY }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest(live) !== null || getSelection()?.isCollapsed === false) return
    const place = placeAt(places, clientX, clientY, target)
    if (place !== null) showAt(place, true)
  }
  const stops = stopsFor(places, termsById, (id, stop) => show(id, stop, {}))
  const onLeave = ({ target, relatedTarget }: FocusEvent) => {
    if (!stops.some((stop) => stop === target)) return
    if (!(relatedTarget instanceof Node && open?.float.box.contains(relatedTarget) === true)) close()
  }
  document.addEventListener('pointermove', onMove, { passive: true })
  root.addEventListener('click', onClick)
  root.addEventListener('focusout', onLeave)
  return () => {
    cancelAnimationFrame(frame)
    close()
    document.removeEventListener('pointermove', onMove)
    root.removeEventListener('click', onClick)
    root.removeEventListener('focusout', onLeave)
    root.classList.remove('on-term')
    for (const stop of stops) stop.remove()
    underline('term', [])
    underline('term-suggested', [])
  }
}

function underline(name: 'term' | 'term-suggested', places: readonly TermPlace[]): void {
  if (typeof Highlight !== 'function' || !('highlights' in CSS)) return
  if (places.length === 0) CSS.highlights.delete(name)
  else CSS.highlights.set(name, new Highlight(...places.map(({ range }) => range)))
}

/**
 * The term under a point of the window: what the caret would stand in, where the word itself is
 * drawn.
 */
function placeAt(places: readonly TermPlace[], x: number, y: number, target: EventTarget | null): TermPlace | null {
  if (!(target instanceof Node)) return null
  const near = places.filter(({ block }) => block.contains(target))
  if (near.length === 0) return null
  const found = near.find(({ range }) =>
    [...range.getClientRects()].some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom),
  )
  return found ?? null
}

/** A float needs an element to stand by: one that lies over the word and takes no press. */
function anchorOver(range: Range): HTMLElement {
  const anchor = document.createElement('span')
  anchor.className = 'term-anchor'
  const { left, top, width, height } = range.getClientRects()[0] ?? range.getBoundingClientRect()
  Object.assign(anchor.style, {
    left: `${left + scrollX}px`,
    top: `${top + scrollY}px`,
    width: `${width}px`,
    height: `${height}px`,
  })
  document.body.append(anchor)
  return anchor
}

/**
 * One for each term, where it comes first in what is unfolded. Its words are drawn by the style
 * sheet: the text keeps its own.
 */
function stopsFor(
  places: readonly TermPlace[],
  termsById: ReadonlyMap<string, UnderlinedTerm>,
  show: (id: string, stop: HTMLElement) => void,
): readonly HTMLElement[] {
  const firstById = new Map<string, TermPlace>()
  for (const place of places) {
    const known = firstById.get(place.id)
    if (known === undefined || (isFolded(known) && !isFolded(place))) firstById.set(place.id, place)
  }
  return [...firstById.values()].map(({ id, block }) => {
    const stop = Object.assign(document.createElement('button'), { type: 'button', className: 'term-stop' })
    const word = termsById.get(id)?.term ?? ''
    stop.dataset['word'] = word
    stop.setAttribute('aria-label', `What “${word}” means`)
    stop.addEventListener('focus', () => show(id, stop))
    stop.addEventListener('click', () => show(id, stop))
    block.append(stop)
    return stop
  })
}

const isFolded = ({ block }: TermPlace): boolean => block.closest('details:not([open])') !== null
