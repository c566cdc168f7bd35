import { common, createLowlight } from 'lowlight'
import { escapeHtml } from './escape.ts'
import { attempt, rememberLast } from './remember-last.ts'
import type { RenderOptions } from './render.ts'

type Highlighted = ReturnType<ReturnType<typeof createLowlight>['highlight']>['children'][number]

const maxCode = 50_000

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
 * Turns code into HTML for the renderer: classes only, never a `style` attribute. What cannot be
 * coloured comes back as the plain text it is.
 */
export function highlighter(): RenderOptions['highlight'] {
  const lowlight = createLowlight(common)
  const colour = rememberLast((text, language) => {
    if (text.length > maxCode || !lowlight.registered(language)) return escapeHtml(text)
    return attempt(() => lowlight.highlight(language, text).children.map(toHtml).join('')) ?? escapeHtml(text)
  })
  return (text, language) => (language === '' ? escapeHtml(text) : colour(text, language))
}

export type Span = { readonly from: number; readonly to: number; readonly look: string }

/** The same colours as places in the text, for the editor. */
export function codeSpans(): (text: string, language: string) => readonly Span[] {
  const lowlight = createLowlight(common)
  return (text, language) => {
    if (text.length > maxCode || !lowlight.registered(language)) return []
    const spans: Span[] = []
    let at = 0
    const visit = (node: Highlighted): void => {
      if (node.type === 'text') at += node.value.length
      if (node.type !== 'element') return
      const from = at
      node.children.forEach(visit)
      const look = lookOf(node)
      if (look !== undefined && at > from) spans.push({ from, to: at, look })
    }
    try {
      lowlight.highlight(language, text).children.forEach(visit)
    } catch {
      return [] // As `attempt`: what it cannot read stays plain.
    }
    return spans
  }
}

function lookOf(node: Extract<Highlighted, { readonly type: 'element' }>): string | undefined {
  const names = Array.isArray(node.properties['className']) ? node.properties['className'] : []
  const scope =
    names
      .map(String)
      .find((name) => name.startsWith('hljs-'))
      ?.slice(5) ?? ''
  return classOfScope[scope]
}

function toHtml(node: Highlighted): string {
  if (node.type === 'text') return escapeHtml(node.value)
  if (node.type !== 'element') return ''
  const inside = node.children.map(toHtml).join('')
  const look = lookOf(node)
  return look === undefined ? inside : `<span class="${look}">${inside}</span>`
}
