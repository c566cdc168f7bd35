import { highlighter } from '#shared/text/highlight.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import type { RenderOptions } from '#shared/text/render.ts'
import { mathSetter } from '#shared/text/set-math.ts'

/**
 * Turns TeX and code into HTML for the renderer: classes and MathML only, never a `style`
 * attribute. Devices load the two apart.
 */
export function typeset(): Pick<RenderOptions, 'math' | 'highlight'> {
  return { math: mathSetter(), highlight: highlighter() }
}

/**
 * In characters of one text: setting and colouring take some microseconds each, and others wait
 * meanwhile.
 */
const maxOfText = { tex: 80_000, code: 30_000 } as const

/**
 * For one text: what is beyond the bound of a text is shown as it was typed, still as a formula's
 * or a program's.
 */
export function withinText({ math, highlight }: ReturnType<typeof typeset>): ReturnType<typeof typeset> {
  let [tex, code]: [number, number] = [maxOfText.tex, maxOfText.code]
  return {
    math: (text, display) => ((tex -= text.length) < 0 ? `<code>${escapeHtml(text)}</code>` : math(text, display)),
    highlight: (text, language) => (language !== '' && (code -= text.length) < 0 ? escapeHtml(text) : highlight(text, language)),
  }
}
