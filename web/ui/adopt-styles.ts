/**
 * Styles that come with a late script, so that no reader waits for them: a sheet made by script, which the page's policy allows where it refuses
 * style elements. They stand in the layers of the one sheet (styles/index.css).
 */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
