/**
 * html2canvas draws word by word, or letter by letter where letters are spaced, each where the
 * browser has it. Figures of one width do not exist for it, so they are drawn one by one; Arabic
 * letters join, so they never are.
 */
export function mendLetters(clone: Document): void {
  const view = clone.defaultView
  if (view === null) return
  for (const element of clone.body.querySelectorAll<HTMLElement>('*')) {
    const { fontVariantNumeric, direction, letterSpacing } = view.getComputedStyle(element)
    if (direction === 'rtl') {
      if (letterSpacing !== 'normal') element.style.setProperty('letter-spacing', 'normal', 'important')
    } else if (fontVariantNumeric.includes('tabular-nums') && letterSpacing === 'normal') {
      element.style.setProperty('letter-spacing', '0.01px', 'important')
    }
  }
}
