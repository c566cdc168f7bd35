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

/**
 * The ids by which headings were linked to before marks (vowel signs, dakuten) were part of them,
 * where they differ: those links still stand in texts and bookmarks.
 */
export function formerAnchors(doc: Doc): ReadonlyMap<DocNode, string> {
  const now = places(doc)
  if (now.every(({ title }) => !/[^\p{ASCII}]/u.test(title))) return new Map()
  const ids = new Set(now.map(({ id }) => id))
  return new Map(places(doc, formerSlugOf).flatMap(({ node, id }) => (ids.has(id) ? [] : [[node, id] as const])))
}

function places(doc: Doc, slug: (title: string) => string = slugOf): readonly Place[] {
  const found: Place[] = []
  const taken = new Map<string, number>()
  const visit = (node: DocNode, isTop: boolean): void => {
    const depth = node.type === 'heading' ? (attrNumber(node, 'level') ?? 2) : isTop && isAllBold(node) ? boldDepth : null
    if (depth !== null) {
      const title = titleOf(node)
      found.push({ node, id: unique(slug(title), taken), title, depth })
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

/**
 * What is left of an accent in these scripts is the letter; elsewhere a mark is a vowel, a tone or
 * another letter.
 */
const accent = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu
/** Selectors, joiners, keycaps, and what stands on no letter. */
const noPartOfWord = /\p{Variation_Selector}|\u200D|\u20E3|(?<![\p{L}\p{N}\p{M}])\p{M}+/gu

function slugOf(title: string): string {
  const words = title.slice(0, 120).normalize('NFKD').replace(accent, '').normalize('NFC').replace(noPartOfWord, '')
  // NFKD takes the vowel AM of Thai and Lao apart, and NFC leaves it so.
  return slugOfWords(words.replaceAll('\u0E4D\u0E32', '\u0E33').replaceAll('\u0ECD\u0EB2', '\u0EB3'))
}

const formerSlugOf = (title: string): string => slugOfWords(title.slice(0, 120).normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC'))

function slugOfWords(words: string): string {
  const slug = words
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
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
