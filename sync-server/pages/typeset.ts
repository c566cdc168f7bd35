import { highlighter } from '#shared/text/highlight.ts'
import type { RenderOptions } from '#shared/text/render.ts'
import { mathSetter } from '#shared/text/set-math.ts'

/** Turns TeX and code into HTML for the renderer: classes and MathML only, never a `style` attribute. Devices load the two apart. */
export function typeset(): Pick<RenderOptions, 'math' | 'highlight'> {
  return { math: mathSetter(), highlight: highlighter() }
}
