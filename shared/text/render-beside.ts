import { attrFlag, attrNumber, attrText, childrenOf, textOf, type DocNode } from './nodes.ts'

/** How the renderer draws what a note in the margin may hold. */
export interface BesideDrawing {
  readonly inline: (parent: DocNode) => string
  readonly picture: (image: DocNode) => string
  readonly math: (tex: string) => string
  readonly code: (text: string, language: string) => string
}

/** `isWhole`: nothing of the note is left out. */
interface Beside {
  readonly html: string
  readonly isWhole: boolean
}

type Piece = { readonly html: string; readonly isBlock: boolean }

/**
 * A note in the margin. It stands inside a paragraph, where HTML allows no blocks: they become
 * lines, and spans that the style sheet sets as blocks. What cannot be drawn so (tables, what is
 * folded, polls) is left to the list of notes at the end.
 */
export function noteBeside(note: DocNode, draw: BesideDrawing, maxDepth: number): Beside {
  let isWhole = true
  const within = (nodes: readonly DocNode[], depth: number): readonly Piece[] => nodes.flatMap((node) => pieces(node, depth + 1))
  const boxed = (name: string, html: string): Piece => ({ html: `<span class="${name}">${html}</span>`, isBlock: true })
  const pieces = (node: DocNode, depth: number): readonly Piece[] => {
    if (depth > maxDepth) return []
    switch (node.type) {
      case 'paragraph':
      case 'heading':
      case 'figcaption':
        return [{ html: draw.inline(node), isBlock: false }]
      case 'codeBlock':
        return [{ html: `<code class="lines">${draw.code(textOf(node), attrText(node, 'language'))}</code>`, isBlock: true }]
      case 'mathBlock':
        return [{ html: draw.math(attrText(node, 'tex')), isBlock: false }]
      case 'image':
        return [{ html: draw.picture(node), isBlock: false }]
      case 'bulletList':
      case 'orderedList':
      case 'taskList':
        return childrenOf(node).map((item, index) => boxed('item', `${sign(node, item, index)} ${joined(within(childrenOf(item), depth))}`))
      case 'blockquote':
        return [boxed('quote', joined(within(childrenOf(node), depth)))]
      case 'footnote':
      case 'figure':
        return within(childrenOf(node), depth)
      case 'horizontalRule':
        return []
      default:
        isWhole = false
        return []
    }
  }
  return { html: joined(pieces(note, 0)), isWhole }
}

function sign(list: DocNode, item: DocNode, index: number): string {
  if (list.type === 'taskList') return attrFlag(item, 'checked') ? '☑' : '☐'
  return list.type === 'orderedList' ? `${(attrNumber(list, 'start') ?? 1) + index}.` : '•'
}

function joined(pieces: readonly Piece[]): string {
  return pieces
    .filter(({ html }) => html !== '')
    .map(({ html, isBlock }, index, all) => (index === 0 || isBlock || all[index - 1]?.isBlock === true ? html : `<br>${html}`))
    .join('')
}
