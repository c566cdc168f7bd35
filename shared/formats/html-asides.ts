/**
 * What word processors put beside or around a text that is none of it: inline comments in the
 * margin, deleted words, tables of contents, room made by tabs.
 */
import { attr, closest, detach, elementOf, elementsIn, hasClass, isElement, isText, putBefore, textIn } from './html-tree.ts'
import type { Element, Parent } from './html-tree.ts'
import type { Losses } from './losses.ts'

export function dropAsides(root: Parent, losses: Losses): void {
  for (const element of [...elementsIn(root)]) {
    // Taken out with what held it.
    if (element.parentNode === null) continue
    wordInlineComment(element, losses)
    googleInlineComment(root, element, losses)
    if (element.tagName === 'del' && closest(element, (outer) => hasClass(outer, 'msoDel')) !== null) detach(element)
    if (/(?:^|\s)MsoToc\d(?:\s|$)/iu.test(attr(element, 'class') ?? '') && element.tagName === 'p') {
      losses.add('table of contents (added automatically)', textIn(element))
      detach(element)
    }
    if (styleOf(element, /mso-tab-count:/iu)) oneSpace(element)
  }
}

/** The sign at the passage, and at the end a list of what was said. */
function wordInlineComment(element: Element, losses: Losses): void {
  if (hasClass(element, 'MsoCommentReference') && closest(element, (outer) => styleOf(outer, commentList)) === null) detach(element)
  if (!styleOf(element, commentList)) return
  for (const inlineComment of elementsIn(element))
    if (styleOf(inlineComment, /mso-element:\s?comment(?:;|$)/iu)) losses.add('comment', textIn(inlineComment).replace(/\[\w{1,9}\]/u, ''))
  detach(element)
}

const commentList = /mso-element:\s?comment-list/iu
const styleOf = (element: Element, pattern: RegExp): boolean => pattern.test((attr(element, 'style') ?? '').slice(0, 2_000))

/** Google Docs' export: `[a]` at the passage, which leads to a box at the end and back. */
function googleInlineComment(root: Parent, element: Element, losses: Losses): void {
  if (element.tagName !== 'a') return
  const href = attr(element, 'href') ?? ''
  if (/^#cmnt\d{1,5}$/u.test(href) && /^cmnt_ref\d{1,5}$/u.test(attr(element, 'id') ?? '')) {
    const sign = closest(element, ({ tagName }) => tagName === 'sup')
    detach(sign !== null && textIn(sign) === textIn(element) ? sign : element)
    return
  }
  if (!/^#cmnt_ref\d{1,5}$/u.test(href) || !/^cmnt\d{1,5}$/u.test(attr(element, 'id') ?? '')) return
  const sign = textIn(element).trim()
  // Everything begins with nothing.
  if (sign === '') return
  const begins = (tagName: string): Element | null =>
    closest(element, (outer) => outer !== root && outer.tagName === tagName && textIn(outer).trimStart().startsWith(sign))
  // Begins with the sign: a box around the whole text does not.
  const box = begins('div') ?? begins('p')
  if (box === null) return
  losses.add('comment', textIn(box).replace(sign, ''))
  detach(box)
}

/** A tab is written as a row of spaces that do not break. */
function oneSpace(tab: Element): void {
  const [text] = tab.childNodes.filter(isText)
  const leader = tab.childNodes.some(isElement) || text === undefined
  if (leader) return
  text.value = ' '
  const plain = elementOf('span', [text])
  putBefore(plain, tab)
  detach(tab)
}
