/**
 * Styles that come with a late script, so that no reader waits for them: a sheet made by script,
 * which the page's policy allows where it refuses style elements. They stand in the layers of the
 * sheets (styles/index.css). A page may import its styles too: they come with its script, before
 * it is drawn here, and the server, which draws it without them, has nothing to adopt.
 */
export function adoptStyles(css: string): void {
  if (typeof CSSStyleSheet === 'undefined') return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
