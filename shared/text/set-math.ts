import katex from 'katex'
import { escapeHtml } from './escape.ts'
import { rememberLast } from './remember-last.ts'
import type { RenderOptions } from './render.ts'

const maxTex = 5000

/**
 * Turns TeX into HTML for the renderer. What cannot be set comes back as the plain text it is;
 * nothing throws.
 */
export function mathSetter(): RenderOptions['math'] {
  const set = rememberLast((tex, kind) => setMath(tex, kind === 'display'))
  return (tex, display) => set(tex, display ? 'display' : 'inline')
}

function setMath(tex: string, displayMode: boolean): string {
  return setOrFault(tex, displayMode).html
}

/**
 * MathML alone: KaTeX's own HTML places every sign by `style` attributes, which our policy
 * (`style-src-attr 'none'`) forbids, and needs its style sheet and fonts. MathML needs neither and
 * is read aloud; the TeX stays in its `annotation`. `fault`: in words, why it cannot be set; then
 * `html` is the TeX itself.
 */
export function setOrFault(tex: string, displayMode: boolean): { readonly html: string; readonly fault: string | null } {
  const plain = `<code>${escapeHtml(tex)}</code>`
  if (tex.length > maxTex) return { html: plain, fault: `The formula is longer than ${maxTex} characters.` }
  try {
    const html = katex.renderToString(tex, {
      displayMode,
      output: 'mathml',
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 1000,
      maxSize: 20,
    })
    // A few commands write a style all the same. Quotation marks in text are escaped, so this finds
    // attributes only.
    return { html: html.replace(/ style="[^"]*"/g, ''), fault: null }
  } catch (error) {
    // It throws on what it cannot read, by a stack overflow too; the text is shown instead.
    return { html: plain, fault: faultWords(error) }
  }
}

function faultWords(error: unknown): string {
  if (!(error instanceof katex.ParseError)) return 'The formula can’t be displayed.'
  const why = error.rawMessage.replace(/\s+/g, ' ').trim()
  const place = error.position === undefined ? '' : ` (at character ${error.position + 1})`
  return `The formula can’t be displayed: ${why.charAt(0).toLowerCase()}${why.slice(1)}${place}.`
}
