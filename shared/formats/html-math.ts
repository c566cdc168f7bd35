import { attr, elementsIn, hasClass, isElement, isText, textIn, type Element } from './html-tree.ts'

export interface Formula {
  readonly tex: string
  readonly isDisplay: boolean
}

/**
 * The TeX of a formula as web pages carry it: our own `data-tex`, KaTeX and MathML with an
 * annotation, MathJax's scripts and containers, WordPress's and Google's pictures of formulas.
 * `null`: it is none. `tex` is empty where a formula stands without its source.
 */
export function formulaOf(element: Element): Formula | null {
  const { tagName } = element
  const own = attr(element, 'data-tex')
  if (own !== null) return { tex: own.trim(), isDisplay: tagName === 'div' }
  if (hasClass(element, 'katex-display')) return { tex: annotated(element), isDisplay: true }
  if (hasClass(element, 'katex')) return { tex: annotated(element), isDisplay: false }
  if (tagName === 'math')
    return { tex: annotated(element) || (attr(element, 'alttext') ?? '').trim(), isDisplay: attr(element, 'display') === 'block' }
  if (tagName === 'mjx-container') return { tex: annotated(element), isDisplay: attr(element, 'display') === 'true' }
  if (tagName === 'script') return ofScript(element)
  if (hasClass(element, 'math-tex')) return delimited(textIn(element))
  if (tagName === 'span' && hasClass(element, 'math') && (hasClass(element, 'inline') || hasClass(element, 'display')))
    return delimited(textIn(element), hasClass(element, 'display'))
  if (tagName === 'div' && attr(element, 'class') === 'latex-rendered') return delimited(attr(element, 'data-latex') ?? '', true)
  if (tagName === 'img') return ofPicture(element)
  return null
}

/** MathJax draws a formula beside the script that holds it; its drawing is passed over. */
export function isDrawnFormula(element: Element): boolean {
  const classes = attr(element, 'class') ?? ''
  return /(?:^|\s)(?:MathJax(?:_\w+)?|MJX\w*|katex-html|mjx-chtml|mjpage)(?:\s|$)/u.test(classes) && element.tagName !== 'script'
}

function annotated(element: Element): string {
  for (const inner of elementsIn(element)) {
    if (inner.tagName === 'annotation' && /(?:^|\/)(?:x-)?tex$/iu.test(attr(inner, 'encoding') ?? '')) return textIn(inner).trim()
    const source = attr(inner, 'data-latex') ?? (inner.tagName === 'math' ? attr(inner, 'alttext') : null)
    if (source !== null && source.trim() !== '') return source.trim()
  }
  return ''
}

function ofScript(script: Element): Formula | null {
  const type = attr(script, 'type') ?? ''
  if (!/^math\/(?:tex|asciimath|mml)/iu.test(type)) return null
  if (!/^math\/tex/iu.test(type)) return { tex: '', isDisplay: false }
  const tex = script.childNodes.map((child) => (isText(child) ? child.value : isElement(child) ? textIn(child) : '')).join('')
  return { tex: tex.replace(/^%?\s*<!\[CDATA\[|%?\s*\]\]>\s*$/gu, '').trim(), isDisplay: /mode\s*=\s*display/iu.test(type) }
}

/** `\(…\)`, `\[…\]`, `$…$`, or without any sign around it. */
function delimited(text: string, isDisplay = false): Formula {
  const tex = text.trim()
  for (const [from, to, display] of [
    ['\\[', '\\]', true],
    ['\\(', '\\)', false],
    ['$$', '$$', true],
    ['$', '$', false],
  ] as const) {
    if (tex.length >= from.length + to.length && tex.startsWith(from) && tex.endsWith(to))
      return { tex: tex.slice(from.length, -to.length).trim(), isDisplay: isDisplay || display }
  }
  return { tex, isDisplay }
}

function ofPicture(image: Element): Formula | null {
  const src = attr(image, 'src') ?? ''
  if (hasClass(image, 'latex')) return { tex: (attr(image, 'alt') ?? '').replace(/^\$(?:latex)?|\$$/gu, '').trim(), isDisplay: false }
  const source = /^https?:\/\/(?:chart\.googleapis\.com|www\.google\.com)\/chart\?[^#]*?\bchl=([^&#]*)/u.exec(src)?.[1]
  if (source === undefined) return null
  try {
    return { tex: decodeURIComponent(source.replaceAll('+', ' ')).trim(), isDisplay: false }
  } catch {
    return { tex: '', isDisplay: false }
  }
}
