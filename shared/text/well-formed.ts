import { escapeHtml } from './escape.ts'
import type { RenderOptions } from './render.ts'

/**
 * For tests of this folder: options that show their input, and a strict reader of the HTML that
 * comes out.
 */
export const plainOptions: RenderOptions = {
  idPrefix: 'x-',
  math: (tex, display) => `<math display="${display ? 'block' : 'inline'}"><mtext>${escapeHtml(tex)}</mtext></math>`,
  highlight: (code) => escapeHtml(code),
  rel: 'ugc nofollow noopener',
  siteOrigin: 'https://here.example',
  footnotes: 'sides-and-end',
}

const voidTags: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input'])
const insideParagraph: ReadonlySet<string> = new Set([
  'a',
  'strong',
  'em',
  's',
  'sub',
  'sup',
  'code',
  'span',
  'b',
  'bdi',
  'br',
  'img',
  'math',
  'mtext',
  'mark',
  'time',
  'button',
])

const attributes =
  'action|aria-label|aria-labelledby|alt|checked|class|colspan|data-poll|data-tex|data-prediction|datetime|decoding|dir|disabled|display|height|href|id|loading|max|method|min|name|open|rel|required|role|rowspan|scope|src|start|step|tabindex|type|value|width'
const tagPattern = new RegExp(`<(/?)([a-z][a-z0-9]*)((?: (?:${attributes})(?:="[^"<>]*")?)*)>`, 'g')

/**
 * Every tag closed in order, every attribute known and quoted, no stray `<`, no block in a
 * paragraph, no link in a link.
 */
export function isWellFormedHtml(html: string): boolean {
  const open: string[] = []
  const rest = html.replace(tagPattern, (_whole, slash: string, tag: string) => {
    if (slash !== '') {
      if (open.pop() !== tag) open.push('broken')
    } else {
      if (open.includes('p') && !insideParagraph.has(tag)) open.push('broken')
      if (tag === 'a' && open.includes('a')) open.push('broken')
      if (!voidTags.has(tag)) open.push(tag)
    }
    return ''
  })
  return open.length === 0 && !/[<>]/.test(rest)
}
