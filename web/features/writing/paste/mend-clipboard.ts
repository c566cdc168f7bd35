import {
  append,
  attr,
  closest,
  detach,
  elementBefore,
  elementOf,
  elementsIn,
  hasClass,
  isElement,
  isText,
  putBefore,
  setAttr,
  textIn,
} from '#shared/formats/html-tree.ts'
import type { Element, Parent } from '#shared/formats/html-tree.ts'

/**
 * What only clipboards have, and saved pages do not: made into what shared/formats/html-in.ts
 * reads.
 */
export function mendClipboard(page: Parent): void {
  const all = [...elementsIn(page)]
  for (const element of all) {
    if (attr(element, 'role') === 'heading') asHeading(element)
    if (hasClass(element, 'MsoTitle')) rename(element, 'h1')
    if (hasClass(element, 'MsoQuote') || hasClass(element, 'MsoIntenseQuote')) quoted(element)
    if (attr(element, 'role') === 'checkbox' && element.tagName === 'li') asTask(element)
    // The sign of its kind in a chip that links to a file, a day or a place.
    if (element.tagName === 'img' && (attr(element, 'src') ?? '').startsWith('https://ssl.gstatic.com/docs/')) detach(element)
    // What pages put beside the text for a pointer to press.
    if (['mw-editsection', 'noprint', 'anchor', 'octicon', 'copy-button', 'clipboard-copy'].some((name) => hasClass(element, name)))
      detach(element)
    if (element.tagName === 'nav' || (element.tagName === 'button' && closest(element, ({ tagName }) => tagName === 'details') === null))
      detach(element)
  }
  for (const element of all) {
    libreNote(element)
    if (element.tagName === 'pre') withoutBlankEnd(element)
    // A place for the caret beside what cannot be typed in, such as a formula in Notion.
    for (const node of element.childNodes) if (isText(node)) node.value = node.value.replaceAll('\uFEFF', '')
  }
  wordOnlineLists(page)
  codeOfEditors(page)
  for (const paragraph of all) if (isEmptyParagraph(paragraph)) detach(paragraph)
}

/** Notion ends each piece of code with an empty line that nobody typed. */
function withoutBlankEnd(parent: Element): void {
  const last = parent.childNodes.at(-1)
  if (last === undefined) return
  if (isElement(last)) withoutBlankEnd(last)
  else if (isText(last)) last.value = last.value.replace(/\n{2,}$/u, '\n')
}

/** Word in the browser: a paragraph in the role of a heading. */
function asHeading(element: Element): void {
  const level = Number(attr(element, 'aria-level'))
  if (/^(?:p|div)$/u.test(element.tagName) && level >= 1 && level <= 6) rename(element, `h${level}`)
}

function rename(element: Element, tagName: string): void {
  if (!/^(?:p|div)$/u.test(element.tagName)) return
  const renamed = elementOf(tagName)
  putBefore(renamed, element)
  for (const child of [...element.childNodes]) append(renamed, child)
  detach(element)
}

function quoted(element: Element): void {
  const before = elementBefore(element)
  const quote = before?.tagName === 'blockquote' ? before : elementOf('blockquote')
  if (quote !== before) putBefore(quote, element)
  append(quote, element)
}

/** LibreOffice names its notes its own way; said as Word says it. */
function libreNote(element: Element): void {
  const renamed = (name: string): string =>
    name.replace(
      /^(#?)sd(?:foot|end)note(\d{1,5})(sym|anc)$/u,
      (_all, hash: string, number: string, end: string) => `${hash}_ftn${end === 'anc' ? 'ref' : ''}${number}`,
    )
  if (/^sd(?:foot|end)note\d{1,5}$/u.test(attr(element, 'id') ?? ''))
    setAttr(element, 'id', (attr(element, 'id') ?? '').replace(/^\D+/u, 'ftn'))
  if (element.tagName !== 'a') return
  for (const name of ['href', 'name']) {
    const before = attr(element, name)
    if (before !== null) setAttr(element, name, renamed(before))
  }
}

/** Google Docs: an item that is ticked, with the box as a picture. */
function asTask(item: Element): void {
  for (const picture of [...elementsIn(item)]) if (picture.tagName === 'img') detach(picture)
  const box = elementOf('input')
  setAttr(box, 'type', 'checkbox')
  if (attr(item, 'aria-checked') === 'true') setAttr(box, 'checked', '')
  // Docs strikes through what is done; here the tick says it.
  for (const inner of elementsIn(item)) {
    const style = attr(inner, 'style')
    if (style !== null) setAttr(inner, 'style', style.replace(/text-decoration(?:-line)?:[^;]{0,60}line-through[^;]{0,60}/giu, ''))
  }
  const [first] = item.childNodes
  if (first === undefined) append(item, box)
  else putBefore(box, first)
}

/**
 * Word in the browser: each item in a list and a box of its own, one after another; the level
 * stands on the item.
 */
function wordOnlineLists(page: Parent): void {
  const isWrapper = (element: Element): boolean => hasClass(element, 'ListContainerWrapper')
  const lists: { readonly list: Element; readonly level: number }[] = []
  let last: Element | null = null
  for (const wrapper of [...elementsIn(page)].filter(isWrapper)) {
    const list = [...elementsIn(wrapper)].find(({ tagName }) => tagName === 'ul' || tagName === 'ol')
    const items = list?.childNodes.filter(isElement) ?? []
    if (list === undefined) continue
    if (last === null || elementBefore(wrapper) !== last) lists.length = 0
    for (const item of items) {
      const level = Number(attr(item, 'aria-level') ?? attr(item, 'data-aria-level') ?? 1)
      while ((lists.at(-1)?.level ?? 0) > level) lists.pop()
      const open = lists.at(-1)
      if (open?.level === level && open.list.tagName === list.tagName) append(open.list, item)
      else {
        if (open?.level === level) lists.pop()
        const made = elementOf(list.tagName, [item])
        const outer = lists.at(-1)?.list.childNodes.findLast(isElement)
        if (outer === undefined) putBefore(made, wrapper)
        else append(outer, made)
        lists.push({ list: made, level })
      }
    }
    const outermost: Element | undefined = lists[0]?.list
    detach(wrapper)
    last = outermost ?? null
  }
}

/**
 * Editors of programs: lines in a box whose style says that white space counts, and whose letters
 * are of one width.
 */
function codeOfEditors(page: Parent): void {
  for (const box of [...elementsIn(page)]) {
    const style = attr(box, 'style') ?? ''
    if (box.tagName !== 'div' || !/white-space:\s?pre/iu.test(style) || !/monospace|consolas|menlo|courier/iu.test(style)) continue
    const lines = box.childNodes.filter(isElement)
    if (lines.length === 0 || lines.some(({ tagName }) => tagName !== 'div' && tagName !== 'br')) continue
    const text = lines.map((line) => (line.tagName === 'br' ? '' : textIn(line))).join('\n')
    const pre = elementOf('pre')
    putBefore(pre, box)
    // A text of its own would need the parser's types; a line with the same words is one.
    for (const [index, line] of lines.entries()) {
      for (const child of [...line.childNodes]) append(pre, child)
      if (index < lines.length - 1) append(pre, elementOf('br'))
    }
    detach(box)
    if (text.trim() === '') detach(pre)
  }
}

/** Word processors make room by paragraphs with nothing in them. */
function isEmptyParagraph(element: Element): boolean {
  if (element.tagName !== 'p' || element.parentNode === null || textIn(element).replace(/[\s\u00A0]/gu, '') !== '') return false
  return [...elementsIn(element)].every(({ tagName }) => /^(?:span|br|b|i|o:p|font|strong|em)$/u.test(tagName))
}
