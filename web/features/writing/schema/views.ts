import type { DOMOutputSpec, Mark, Node } from '@tiptap/pm/model'
import { providerTitle } from '#shared/text/embeds.ts'
import { nodeRules, type MarkName, type NodeName } from '#shared/text/nodes.ts'
import { tagOfMark } from '#shared/text/mark-tags.ts'
import { isSafeImageUrl, isSafeUrl } from '#shared/text/url.ts'

/**
 * How each node and mark stands in the page while it is written: the elements and classes of
 * shared/text/render.ts, so that the page is the preview. The same elements go to the clipboard:
 * `data-node` and `data-attrs` bring everything back that the element itself does not say. No style
 * attribute, no string of HTML; addresses are judged again.
 */
const tags: Partial<Record<NodeName, string>> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
  horizontalRule: 'hr',
  figure: 'figure',
  figcaption: 'figcaption',
  hardBreak: 'br',
}

/**
 * Blocks with a side of their own (signs, bars, columns): it is that of the words in them, whatever
 * the language of the text.
 */
const sided: ReadonlySet<NodeName> = new Set<NodeName>([
  'bulletList',
  'orderedList',
  'taskList',
  'blockquote',
  'table',
  'spoiler',
  'details',
  'machineText',
  'footnotes',
])

export function nodeView(name: NodeName, node: Node): DOMOutputSpec {
  const kept = { ...allowedAttributes(name, node), ...(sided.has(name) && { dir: 'auto' }) }
  const text = (attr: string): string => String(node.attrs[attr] ?? '')
  const named = { 'data-node': name, ...kept }
  switch (name) {
    case 'heading':
      return [`h${headingLevel(node)}`, kept, 0]
    case 'orderedList':
      return ['ol', { ...kept, ...(node.attrs['start'] === 1 ? {} : { start: text('start') }) }, 0]
    case 'codeBlock':
      return ['pre', { ...kept, dir: 'ltr', spellcheck: 'false' }, ['code', 0]]
    case 'taskList':
      return ['ul', { class: 'tasks', ...named }, 0]
    case 'taskItem':
      return [
        'li',
        named,
        [
          'span',
          { class: 'task-box', contenteditable: 'false' },
          ['input', { type: 'checkbox', 'aria-label': 'Done', ...(node.attrs['checked'] === true ? { checked: '' } : {}) }],
        ],
        ['div', 0],
      ]
    case 'table':
      return ['div', { class: 'scroll', ...named }, ['table', ['tbody', 0]]]
    case 'tableHeader':
    case 'tableCell':
      return [tags[name] ?? 'td', { ...kept, ...cellLook(node) }, 0]
    case 'image':
      return picture(node, named)
    case 'mathBlock':
      return ['div', { class: 'math', ...named }, ['code', { class: 'tex-source' }, text('tex')]]
    case 'mathInline':
      return ['span', { class: 'tex', ...named }, ['code', { class: 'tex-source' }, text('tex')]]
    case 'spoiler':
      return ['div', { class: 'folded', 'data-label': text('title') || 'Spoiler', ...named }, 0]
    case 'details':
      return ['div', { class: 'folded', 'data-label': text('summary') || 'More', ...named }, 0]
    case 'embed':
      return [
        'p',
        named,
        ['span', { class: 'embed' }, ['b', providerTitle(text('provider'))], ` ${text('url').replace(/^https:\/\/(?:www\.)?/, '')}`],
      ]
    case 'machineText':
      return [
        'section',
        { class: 'machine', ...named },
        ['p', { class: 'machine-by' }, `Written by ${text('model') || 'a machine'}`],
        ['div', 0],
      ]
    case 'poll':
      return ['div', { class: 'poll', ...named, contenteditable: 'false' }, ['p', { class: 'poll-question' }, text('question')], ['ul', 0]]
    case 'pollOption':
      return ['li', named, text('text')]
    case 'prediction':
      return [
        'div',
        { class: 'poll', ...named, contenteditable: 'false' },
        ['p', { class: 'poll-question' }, text('title')],
        ['p', { class: 'poll-close' }, ['Probability (%)', text('notes')].filter((part) => part !== '').join(' ')],
      ]
    case 'mention':
      return ['span', { class: 'mention', ...named }, `${text('kind') === 'member' ? '@' : ''}${text('label')}`]
    case 'footnoteRef':
      return ['span', { class: 'fn', role: 'button', ...named }]
    case 'footnotes':
      return ['section', { class: 'endnotes', ...named }, ['h2', { contenteditable: 'false' }, 'Notes'], ['ol', 0]]
    case 'footnote':
      return ['li', named, ['div', { class: 'note-text' }, 0], back]
    default: {
      const tag = tags[name] ?? 'div'
      return node.isLeaf ? [tag, kept] : [tag, kept, 0]
    }
  }
}

/** From a note to where it is called; by keys: Ctrl+Alt+F. */
const back: DOMOutputSpec = [
  'button',
  { type: 'button', class: 'note-back', contenteditable: 'false', tabindex: '-1', 'aria-label': 'Back to the text' },
  '↩',
]

export function markView(name: MarkName, mark: Mark): DOMOutputSpec {
  const href = String(mark.attrs['href'] ?? '')
  if (name === 'link') return ['a', isSafeUrl(href) ? { href, rel: 'noopener nofollow', title: href } : {}, 0]
  return [tagOfMark[name], name === 'code' ? { spellcheck: 'false' } : {}, 0]
}

export function headingLevel(node: Node): 2 | 3 | 4 {
  const level: unknown = node.attrs['level']
  return level === 3 || level === 4 ? level : 2
}

/** What is not at its fallback; never the block's name, which is one block's alone. */
function allowedAttributes(name: NodeName, node: Node): Record<string, string> {
  const kept = Object.entries(nodeRules[name].attrs).filter(
    ([attr, rule]) => attr !== 'id' && node.attrs[attr] !== undefined && node.attrs[attr] !== rule.fallback,
  )
  if (kept.length === 0) return {}
  return { 'data-attrs': JSON.stringify(Object.fromEntries(kept.map(([attr]) => [attr, node.attrs[attr]]))) }
}

function cellLook(node: Node): Record<string, string> {
  const { align, colspan, rowspan } = node.attrs
  return {
    ...(align === 'right' ? { class: 'num' } : align === 'center' ? { class: 'center' } : {}),
    ...(typeof colspan === 'number' && colspan > 1 ? { colspan: String(colspan) } : {}),
    ...(typeof rowspan === 'number' && rowspan > 1 ? { rowspan: String(rowspan) } : {}),
  }
}

/**
 * As readers get it: a picture of this site is shown, one from elsewhere is a link until it has
 * been copied.
 */
function picture(node: Node, named: Record<string, string>): DOMOutputSpec {
  const src = String(node.attrs['src'] ?? '')
  const alt = String(node.attrs['alt'] ?? '')
  const isDecorative = node.attrs['decorative'] === true
  const size = (name: 'width' | 'height'): Record<string, string> => {
    const pixels: unknown = node.attrs[name]
    return typeof pixels === 'number' ? { [name]: String(pixels) } : {}
  }
  if (!isSafeImageUrl(src)) return ['span', { class: 'picture', ...named }, alt || 'Picture']
  if (isOnSite(src))
    return ['img', { src, alt: isDecorative ? '' : alt, ...size('width'), ...size('height'), draggable: 'false', ...named }]
  return ['span', { class: 'picture', ...named }, alt || src]
}

function isOnSite(src: string): boolean {
  return src.startsWith('/') || (globalThis.location !== undefined && src.startsWith(`${location.origin}/`))
}
