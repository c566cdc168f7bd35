/**
 * The `@font-face` rules of the fonts that the page has loaded, with the fonts in them: a picture
 * can fetch nothing.
 */
export async function fontsInUse(page: Document): Promise<string> {
  const loaded = new Set([...page.fonts].filter(({ status }) => status === 'loaded').map(faceKey))
  const rules = [...page.styleSheets].flatMap((sheet) =>
    fontFaces(sheet).flatMap((rule) => {
      const style = (name: string) => rule.style.getPropertyValue(name)
      const face = {
        family: style('font-family'),
        style: style('font-style'),
        weight: style('font-weight'),
        unicodeRange: style('unicode-range'),
      }
      return loaded.has(faceKey(face)) ? [inlined(rule, sheet.href ?? page.baseURI)] : []
    }),
  )
  return (await Promise.all(rules)).join('\n')
}

function fontFaces(sheet: CSSStyleSheet): readonly CSSFontFaceRule[] {
  try {
    return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule)
  } catch {
    return [] // of another origin
  }
}

type Face = Pick<FontFace, 'family' | 'style' | 'weight' | 'unicodeRange'>

/** A face and its rule write the same things with more or fewer spaces, quotes and defaults. */
const faceKey = ({ family, style, weight, unicodeRange }: Face): string =>
  [family, style || 'normal', weight || 'normal', unicodeRange || 'U+0-10FFFF']
    .join('|')
    .replaceAll(/["'\s]/gu, '')
    .toLowerCase()

/** Without its font where that cannot be had: then the stand-in is drawn. */
async function inlined({ cssText }: CSSFontFaceRule, base: string): Promise<string> {
  const address = /url\(["']?([^"')]+)/u.exec(cssText)?.[1]
  if (address === undefined) return ''
  try {
    const answer = await fetch(new URL(address, base))
    const bytes = new Uint8Array(await answer.arrayBuffer())
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return cssText.replace(address, `data:font/woff2;base64,${btoa(text)}`)
  } catch {
    return ''
  }
}
