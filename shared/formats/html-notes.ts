import { attr, closest, contains, detach, elementBefore, elementsIn, hasClass, isElement, textIn } from './html-tree.ts'
import type { Element, HtmlNode, Parent } from './html-tree.ts'

/**
 * Footnotes as tools write them: a short link to a place further down whose beginning or end links
 * back. So write Pandoc, markdown-it, Ghost, Google Docs (`#ftnt1`), Word (`#_ftn1`), Substack,
 * WordPress, ForumMagnum, mammoth and our own pages. The notes leave the tree.
 */
export interface TakenNotes {
  /** What stands for a call, with the name of its note. */
  readonly calls: ReadonlyMap<Element, string>
  readonly notes: readonly { readonly name: string; readonly content: readonly HtmlNode[] }[]
}

const noteName = /^(?:user-content-)?(?:fn|_?ftn|_?edn|ftnt|footnote|endnote|note|n|cite_note|sdfootnote|sdendnote)[-_:]?[\w.-]*$/iu
const backName = /ref|anc|back|sym$|-link$/iu
const sign = /^[\s\u200b]*[[(]?(?:\d{1,4}|[ivxlc]{1,6}|[*†‡§]{1,4}|[a-z])[\])]?[\s\u200b]*$/iu
const onlySigns = /^(?:\s|\uFE0E|\u200b|[↩↑⤴^[\]()\d.])*$/u

export function takeNotes(root: Parent): TakenNotes {
  const places = placesByName(root)
  const found = new Map<Element, { readonly name: string; readonly links: Element[] }>()
  const calls = new Map<Element, string>()
  const targets = new Set<Element>()
  const candidates: { readonly link: Element; readonly place: Element }[] = []
  for (const link of elementsIn(root)) {
    const name = link.tagName === 'a' ? fragmentOf(link) : null
    const place = name === null ? undefined : places.get(name)
    if (name === null || place === undefined || !isCall(link, name)) continue
    candidates.push({ link, place })
    targets.add(place)
  }
  for (const { link, place } of candidates) {
    const block = blockOf(place, targets)
    if (block === null || contains(block, link)) continue
    const note = found.get(block) ?? { name: `note-${found.size + 1}`, links: [] }
    note.links.push(link)
    found.set(block, note)
    calls.set(callAround(link), note.name)
  }
  const blocks = [...found].map(([block, { name }]) => ({ block, name }))
  // Notes of the same list that nothing calls stay notes.
  for (const element of elementsIn(root)) {
    if (element.tagName === 'li' && !found.has(element) && isInNoteList(element))
      blocks.push({ block: element, name: `note-${blocks.length + 1}` })
  }
  for (const call of calls.keys()) dropBeside(call)
  const notes = blocks.map(({ block, name }) => {
    for (const link of [...elementsIn(block)]) if (link.tagName === 'a' && isBack(link)) detach(link)
    const content = block.tagName === 'p' ? [block] : [...block.childNodes]
    takeOut(block)
    return { name, content }
  })
  return { calls, notes }
}

function placesByName(root: Parent): ReadonlyMap<string, Element> {
  const places = new Map<string, Element>()
  for (const element of elementsIn(root)) {
    for (const name of [attr(element, 'id'), element.tagName === 'a' ? attr(element, 'name') : null])
      if (name !== null && name !== '' && !places.has(name)) places.set(name, element)
  }
  return places
}

function fragmentOf(link: Element): string | null {
  const href = attr(link, 'href')
  const at = href === null ? -1 : href.indexOf('#')
  if (href === null || at < 0 || href.length > 2000) return null
  const fragment = href.slice(at + 1)
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function isCall(link: Element, name: string): boolean {
  const text = textIn(link)
  if (text.length > 12 || !sign.test(text)) return false
  if (isMarkedAsCall(link)) return true
  return noteName.test(name) && !backName.test(name)
}

function isMarkedAsCall(link: Element): boolean {
  const isMarked = (element: Element): boolean =>
    attr(element, 'role') === 'doc-noteref' ||
    attr(element, 'epub:type') === 'noteref' ||
    attr(element, 'data-fn') !== null ||
    attr(element, 'data-footnote-reference') !== null ||
    ['footnote-ref', 'footnote-anchor', 'footnote-reference', 'fn'].some((name) => hasClass(element, name))
  const { parentNode } = link
  return isMarked(link) || (parentNode !== null && isElement(parentNode) && isMarked(parentNode))
}

/** The block that is the note: the named element, or what begins with it. */
function blockOf(place: Element, targets: ReadonlySet<Element>): Element | null {
  const block = closest(place, ({ tagName }) => /^(?:li|p|dd|div|aside|section)$/u.test(tagName))
  if (block === null) return null
  const outer = block.parentNode
  // A note of several paragraphs stands in a box of its own.
  if (block.tagName !== 'p' || outer === null || !isElement(outer) || !/^(?:div|aside|li|dd)$/u.test(outer.tagName)) return block
  const others = [...elementsIn(outer)].filter((element) => targets.has(element))
  return others.length === 1 ? outer : block
}

/** The raised sign around a link belongs to the call. */
function callAround(link: Element): Element {
  let outer = link
  for (;;) {
    const parent = outer.parentNode
    if (parent === null || !isElement(parent) || !/^(?:sup|span)$/u.test(parent.tagName)) return outer
    if (textIn(parent).trim() !== textIn(link).trim()) return outer
    outer = parent
  }
}

/** Our own pages show a note beside its first call as well. */
function dropBeside(call: Element): void {
  const siblings = call.parentNode?.childNodes ?? []
  const next = siblings[siblings.indexOf(call) + 1]
  if (next !== undefined && isElement(next) && hasClass(next, 'side')) detach(next)
}

function isBack(link: Element): boolean {
  const name = fragmentOf(link)
  if (name === null) return false
  const role = attr(link, 'role')
  return role === 'doc-backlink' || onlySigns.test(textIn(link)) || (backName.test(name) && textIn(link).trim().length <= 3)
}

/** Of the list itself, not of one within a note. */
function isInNoteList(item: Element): boolean {
  const { parentNode: list } = item
  if (list === null || !isElement(list) || !/^[ou]l$/u.test(list.tagName)) return false
  return isNotesBox(list) || (list.parentNode !== null && isElement(list.parentNode) && isNotesBox(list.parentNode))
}

function isNotesBox(element: Element): boolean {
  return (
    attr(element, 'role') === 'doc-endnotes' ||
    ['footnotes', 'endnotes', 'footnote-section', 'wp-block-footnotes'].some((name) => hasClass(element, name))
  )
}

/** Takes a note out, with what held nothing but notes, its heading and the rule above it. */
function takeOut(block: Element): void {
  let parent = block.parentNode
  const before = elementBefore(block)
  detach(block)
  let last: Element = block
  while (parent !== null && isElement(parent) && parent.tagName !== 'body') {
    if (isNotesBox(parent))
      for (const child of [...parent.childNodes]) if (isElement(child) && /^h[1-6r]$/u.test(child.tagName)) detach(child)
    if (textIn(parent).trim() !== '' || [...elementsIn(parent)].some(({ tagName }) => tagName === 'img')) break
    const outer: Parent | null = parent.parentNode
    last = parent
    const rule = elementBefore(parent)
    detach(parent)
    // On our own pages the rule above is the author's.
    if (rule?.tagName === 'hr' && !hasClass(last, 'endnotes')) detach(rule)
    parent = outer
  }
  if (last === block && before?.tagName === 'hr') detach(before)
}
