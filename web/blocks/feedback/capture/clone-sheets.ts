/**
 * html2canvas puts elements in the place of `::before` and `::after`; without these rules both
 * would take room (its 1.4.1, `createPseudoHideStyles`).
 */
const withoutDoubles = ['before', 'after']
  .map((place) => `.___html2canvas___pseudoelement_${place}::${place} { content: "" !important; display: none !important; }`)
  .join('\n')
/**
 * The copy stands outside the window, where the browser would leave parts of it out, and guess
 * their heights.
 */
const nothingPutOff = '* { content-visibility: visible !important; }'

/**
 * Gives the copy the sheets that a script has adopted, and those that it could not fetch itself.
 */
export function adoptSheets(page: Document, clone: Document): void {
  const Sheet = clone.defaultView?.CSSStyleSheet
  if (Sheet === undefined) return
  const make = (css: string): CSSStyleSheet => {
    const sheet = new Sheet()
    sheet.replaceSync(css)
    return sheet
  }
  const came = new Set([...clone.styleSheets].map(({ href }) => href))
  const missing = [...page.styleSheets].filter(({ href }) => href !== null && !came.has(href))
  clone.adoptedStyleSheets = [...missing, ...page.adoptedStyleSheets]
    .map((sheet) => make(textOf(sheet)))
    .concat(make(withoutDoubles + nothingPutOff))
}

/** Empty when the sheet is of another origin. */
function textOf(sheet: CSSStyleSheet): string {
  try {
    return [...sheet.cssRules].map(({ cssText }) => cssText).join('\n')
  } catch {
    return ''
  }
}
