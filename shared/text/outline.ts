import { attrNumber, childrenOf, textOf, type Doc, type DocNode } from './nodes.ts'
import { shortened } from './shorten.ts'

export type OutlineEntry = { readonly id: string; readonly title: string; readonly level: 1 | 2 | 3 | 4 }

type Place = { readonly node: DocNode; readonly id: string; readonly title: string; readonly depth: number }

const maxTitle = 300
const maxEntries = 30
const fewestWithoutBold = 8
/** Below every heading. */
const boldDepth = 5

/**
 * The table of contents: headings, and paragraphs that are bold throughout. What lies in spoilers,
 * collapsible parts, code and notes is left out; levels have no gaps. `id` is the one the renderer
 * gives, before its `idPrefix`.
 */
export function outline(doc: Doc): readonly OutlineEntry[] {
  const all = places(doc).filter((place) => place.title !== '')
  const headings = all.filter((place) => place.depth < boldDepth)
  const kept = all.length > maxEntries && headings.length < all.length && headings.length >= fewestWithoutBold ? headings : all
  const depths = [...new Set(kept.map((place) => place.depth))].sort((a, b) => a - b)
  return kept.map(({ id, title, depth }) => {
    const level = depths.indexOf(depth) + 1
    // Three levels of headings, and bold paragraphs below them.
    return { id, title, level: level === 1 || level === 2 || level === 3 ? level : 4 }
  })
}

/**
 * The id of each heading and bold paragraph that can be linked to. Derived from the words, unique
 * in the text, and begun with `h-`, so that no heading can take the name of something in the page
 * or of a property of `window`.
 */
export function anchors(doc: Doc): ReadonlyMap<DocNode, string> {
  return new Map(places(doc).map(({ node, id }) => [node, id]))
}

function places(doc: Doc): readonly Place[] {
  const found: Place[] = []
  const taken = new Map<string, number>()
  const visit = (node: DocNode, isTop: boolean): void => {
    const depth = node.type === 'heading' ? (attrNumber(node, 'level') ?? 2) : isTop && isAllBold(node) ? boldDepth : null
    if (depth !== null) {
      const title = titleOf(node)
      found.push({ node, id: unique(slugOf(title), taken), title, depth })
    } else if (['blockquote', 'bulletList', 'orderedList', 'listItem', 'taskList', 'taskItem'].includes(node.type)) {
      for (const child of childrenOf(node)) visit(child, false)
    }
  }
  for (const node of doc.content) visit(node, true)
  return found
}

function isAllBold(node: DocNode): boolean {
  const texts = childrenOf(node).filter((child) => child.text === undefined || child.text.trim() !== '')
  const isBold = (child: DocNode): boolean =>
    child.type === 'hardBreak' ||
    child.type === 'footnoteRef' ||
    (child.text !== undefined && (child.marks ?? []).some((mark) => mark.type === 'bold'))
  return node.type === 'paragraph' && texts.some((child) => child.text !== undefined) && texts.every(isBold)
}

function titleOf(node: DocNode): string {
  return shortened(childrenOf(node).map(textOf).join('').replace(/\s+/gu, ' ').trim(), maxTitle)
}

function slugOf(title: string): string {
  const words = title.slice(0, 120).normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase().replace(/['’]/g, '')
  const slug = words
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .toWellFormed()
    .replace(/^-|-$|\uFFFD/g, '')
  return `h-${slug === '' ? 'section' : slug}`
}

function unique(slug: string, taken: Map<string, number>): string {
  let number = taken.get(slug)
  if (number === undefined) {
    taken.set(slug, 1)
    return slug
  }
  do number += 1
  while (taken.has(`${slug}-${number}`))
  taken.set(slug, number)
  taken.set(`${slug}-${number}`, 1)
  return `${slug}-${number}`
}
