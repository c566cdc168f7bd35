import katex from 'katex'
import { escapeHtml } from './escape.ts'
import { attempt, rememberLast } from './remember-last.ts'
import type { RenderOptions } from './render.ts'

const maxTex = 5000

/** Turns TeX into HTML for the renderer. What cannot be set comes back as the plain text it is; nothing throws. */
export function mathSetter(): RenderOptions['math'] {
  const set = rememberLast((tex, kind) => setMath(tex, kind === 'display'))
  return (tex, display) => set(tex, display ? 'display' : 'inline')
}

/**
 * MathML alone: KaTeX's own HTML places every sign by `style` attributes, which our policy (`style-src-attr 'none'`) forbids,
 * and needs its style sheet and fonts. MathML needs neither and is read aloud; the TeX stays in its `annotation`.
 */
function setMath(tex: string, displayMode: boolean): string {
  const plain = `<code>${escapeHtml(tex)}</code>`
  if (tex.length > maxTex) return plain
  const html = attempt(() =>
    katex.renderToString(tex, {
      displayMode,
      output: 'mathml',
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 1000,
      maxSize: 20,
    }),
  )
  // A few commands write a style all the same. Quotation marks in text are escaped, so this finds attributes only.
  return html?.replace(/ style="[^"]*"/g, '') ?? plain
}
