/**
 * What of a page need not be copied, and how the rest of the copy gets to where it is in the
 * window.
 */
import type { View } from './view.ts'

const markName = 'data-capture-mark'
/**
 * Beyond the window by so many CSS pixels: shadows and sticky heads reach a little further than
 * their boxes.
 */
const marginPx = 120
/**
 * Blocks of text and lists: without those that cannot be seen the others stand where they stood,
 * but for one common shift.
 */
const blocks = 'main li, main p, main pre, main blockquote, main figure, main table, main article, main h2, main h3, main h4'

/** Blocks above and below the window. On a page of a thousand comments all but a dozen. */
export function farElements(page: Document, { height }: Pick<View, 'height'>): ReadonlySet<Element> {
  const far = new Set<Element>()
  for (const element of page.querySelectorAll(blocks)) {
    if (element.parentElement !== null && far.has(element.parentElement)) {
      far.add(element)
      continue
    }
    const { top, bottom, height: own } = element.getBoundingClientRect()
    if (own > 0 && (bottom < -marginPx || top > height + marginPx)) far.add(element)
  }
  // What is fixed to the window is in it, wherever it stands in the document.
  for (const element of page.querySelectorAll('main *')) {
    if (getComputedStyle(element).position !== 'fixed') continue
    for (let around: Element | null = element; around !== null; around = around.parentElement) far.delete(around)
  }
  return far
}

interface Landmark {
  /** Tells where the marked element is in the copy, and where it was in the page. */
  readonly findIn: (clone: Document, found: (clone: Document, element: Element, top: number) => void) => void
  readonly remove: () => void
}

/**
 * Marks one element in the window by an attribute, which the copy gets too. Best is one that is in
 * it as a whole; in a text or picture taller than the window none may be, and then one that reaches
 * into it, if nothing within it is left out of the copy: its top stays where it was.
 */
export function landmark(page: Document, { height }: Pick<View, 'height'>, far: ReadonlySet<Element>): Landmark {
  const shortened = aroundAll(far)
  const reaching = (from: string) =>
    [...page.querySelectorAll(from)].filter((element) => {
      if (far.has(element) || shortened.has(element)) return false
      const { top, bottom } = element.getBoundingClientRect()
      if (top >= height || bottom <= Math.max(top, 0) || element.closest('.rail, details:not([open])') !== null) return false
      return !['fixed', 'sticky', 'absolute'].includes(getComputedStyle(element).position)
    })
  const isWhole = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom < height
  }
  const inMain = reaching('main *')
  // The last one is the innermost.
  const seen = inMain.find(isWhole) ?? inMain.at(-1) ?? reaching('body *').find(isWhole)
  const top = seen?.getBoundingClientRect().top ?? 0
  seen?.setAttribute(markName, '')
  return {
    findIn: (clone, found) => {
      const element = clone.querySelector(`[${markName}]`)
      if (element !== null) found(clone, element, top)
    },
    remove: () => seen?.removeAttribute(markName),
  }
}

/** Everything that one of these stands in. */
function aroundAll(elements: ReadonlySet<Element>): ReadonlySet<Element> {
  const around = new Set<Element>()
  for (const element of elements) {
    for (let next = element.parentElement; next !== null && !around.has(next); next = next.parentElement) around.add(next)
  }
  return around
}

/**
 * Scrolls the copy until the element is at `top`; where there is too little to scroll, room is
 * made.
 */
export function placeLike(clone: Document, element: Element, top: number): void {
  const view = clone.defaultView
  if (view === null) return
  clone.body.style.setProperty('padding-block-end', '200vh')
  view.scrollBy(0, element.getBoundingClientRect().top - top)
  const missing = top - element.getBoundingClientRect().top
  if (missing > 0.5) clone.body.style.setProperty('padding-block-start', `${missing}px`)
}
