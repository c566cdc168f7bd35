/**
 * Signs that html2canvas would draw as filled squares, or not at all: masks of one colour, and
 * `<use>` of a drawing elsewhere in the page.
 */

/**
 * A mask over a colour becomes the picture itself in that colour. All masks of the product are
 * drawings in black, as data.
 */
export function mendMasks(clone: Document): void {
  const view = clone.defaultView
  if (view === null) return
  for (const element of clone.querySelectorAll<HTMLElement>('html2canvaspseudoelement, [class]')) {
    const style = view.getComputedStyle(element)
    const mask = style.maskImage
    if (!mask.startsWith('url("data:image/svg+xml')) continue
    const colour = style.backgroundColor
    element.style.setProperty('mask', 'none', 'important')
    element.style.setProperty('background', `${inColour(mask, colour)} center / contain no-repeat`, 'important')
  }
}

/** @param image `url("data:image/svg+xml,…")` */
export function inColour(image: string, colour: string): string {
  // html2canvas asks a picture how large it is, and one that does not say so has no size.
  return image.replaceAll('%23000', encodeURIComponent(colour)).replace('%3Csvg ', "%3Csvg width='72' height='72' ")
}

/**
 * Puts the drawing where it is used: an image of this `<svg>` alone knows nothing of the page
 * around it.
 */
export function mendSigns(page: Document, clone: Document): void {
  for (const use of clone.querySelectorAll<SVGUseElement>('svg use')) {
    const id = use.getAttribute('href')?.replace(/^#/u, '') ?? ''
    const drawing = id === '' ? null : page.getElementById(id)
    const svg = use.closest('svg')
    if (drawing === null || svg === null) continue
    const box = drawing.getAttribute('viewBox')
    if (box !== null && !svg.hasAttribute('viewBox')) svg.setAttribute('viewBox', box)
    const group = clone.createElementNS('http://www.w3.org/2000/svg', 'g')
    group.append(...[...drawing.children].map((part) => clone.importNode(part, true)))
    use.replaceWith(group)
  }
}

/**
 * Formulas in a line: html2canvas takes their `display` for none. A row around its parts keeps them
 * in order in any other.
 */
export function mendFormulas(clone: Document): void {
  for (const formula of clone.querySelectorAll<MathMLElement>('math:not([display="block"])')) {
    const row = clone.createElementNS('http://www.w3.org/1998/Math/MathML', 'mrow')
    row.append(...formula.childNodes)
    formula.append(row)
    formula.style.setProperty('display', 'inline-block', 'important')
  }
}

/** Marks between words that a clip hides where a line begins: html2canvas knows no clips. */
export function mendClips(clone: Document): void {
  const view = clone.defaultView
  if (view === null) return
  for (const mark of clone.querySelectorAll<HTMLElement>('html2canvaspseudoelement')) {
    const around = mark.parentElement?.parentElement ?? null
    if (around === null || !view.getComputedStyle(around).clipPath.startsWith('inset(')) continue
    const own = mark.getBoundingClientRect()
    const { left, right } = around.getBoundingClientRect()
    const middle = (own.left + own.right) / 2
    if (middle < left || middle > right) mark.style.setProperty('visibility', 'hidden', 'important')
  }
}
