import katex from 'katex'
import { common, createLowlight } from 'lowlight'
import { escapeHtml } from '#shared/text/escape.ts'
import type { RenderOptions } from '#shared/text/render.ts'

type Highlighted = ReturnType<ReturnType<typeof createLowlight>['highlight']>['children'][number]

const maxTex = 5000
const maxCode = 50_000
const remembered = 500

/** The look of code has six colours; highlight.js knows more names than that. */
const classOfScope: Readonly<Record<string, string>> = {
  keyword: 'k',
  built_in: 'k',
  literal: 'k',
  operator: 'k',
  'selector-tag': 'k',
  name: 'k',
  tag: 'k',
  section: 'k',
  string: 's',
  regexp: 's',
  char: 's',
  symbol: 's',
  link: 's',
  addition: 's',
  comment: 'rem',
  quote: 'rem',
  deletion: 'rem',
  doctag: 'rem',
  number: 'n',
  title: 't',
  type: 't',
  class: 't',
  attr: 't',
  attribute: 't',
  property: 't',
  'selector-class': 't',
  'selector-id': 't',
  meta: 'm',
}

/**
 * Turns TeX and code into HTML for the renderer. Both give classes and MathML only, never a `style` attribute.
 * What cannot be set comes back as the plain text it is; nothing throws.
 */
export function typeset(): Pick<RenderOptions, 'math' | 'highlight'> {
  const lowlight = createLowlight(common)
  const math = rememberLast((tex: string, kind: string) => setMath(tex, kind === 'display'))
  const code = rememberLast((text: string, language: string) => {
    if (text.length > maxCode || !lowlight.registered(language)) return escapeHtml(text)
    return attempt(() => lowlight.highlight(language, text).children.map(toHtml).join('')) ?? escapeHtml(text)
  })
  return {
    math: (tex, display) => math(tex, display ? 'display' : 'inline'),
    highlight: (text, language) => (language === '' ? escapeHtml(text) : code(text, language)),
  }
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

function toHtml(node: Highlighted): string {
  if (node.type === 'text') return escapeHtml(node.value)
  if (node.type !== 'element') return ''
  const inside = node.children.map(toHtml).join('')
  const names = Array.isArray(node.properties['className']) ? node.properties['className'] : []
  const scope =
    names
      .map(String)
      .find((name) => name.startsWith('hljs-'))
      ?.slice(5) ?? ''
  const look = classOfScope[scope]
  return look === undefined ? inside : `<span class="${look}">${inside}</span>`
}

/** `null` when it throws. Both libraries throw on input they cannot read, by a stack overflow too; the text is shown instead. */
function attempt(make: () => string): string | null {
  try {
    return make()
  } catch {
    return null
  }
}

/** The same formula or listing is asked for at each rendering of a page. Keeps the last few hundred answers. */
function rememberLast(make: (text: string, kind: string) => string): (text: string, kind: string) => string {
  const answers = new Map<string, string>()
  return (text, kind) => {
    const key = `${kind} ${text}`
    const known = answers.get(key)
    const answer = known ?? make(text, kind)
    answers.delete(key)
    answers.set(key, answer)
    for (const oldest of answers.keys()) {
      if (answers.size <= remembered) break
      answers.delete(oldest)
    }
    return answer
  }
}
