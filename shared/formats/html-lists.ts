import { append, attr, detach, elementBefore, elementOf, elementsIn, isElement, isText, putBefore, setAttr, textIn } from './html-tree.ts'
import type { Element, Parent } from './html-tree.ts'

/** Lists that word processors write without nesting become nested lists. */
export function mendLists(root: Parent): void {
  wordLists(root)
  googleLists(root)
}

const wordList = /mso-list:\s{0,9}l\d/iu

/** Word saves a list as paragraphs with the sign in front; the level stands in the style. */
function wordLists(root: Parent): void {
  const items = [...elementsIn(root)].filter(
    ({ tagName, attrs }) => tagName === 'p' && attrs.some((given) => given.name === 'style' && wordList.test(given.value)),
  )
  /** By the outermost list: the lists that are open in it, from the outside. */
  const open = new Map<Element, readonly Element[]>()
  for (const item of items) {
    const style = attr(item, 'style') ?? ''
    const level = Math.min(8, Math.max(1, Number(/level(\d)/iu.exec(style)?.[1] ?? 1)))
    const mark = [...elementsIn(item)].find((span) => /mso-list:\s{0,9}ignore/iu.test(attr(span, 'style') ?? ''))
    const sign = mark === undefined ? '' : textIn(mark).trim()
    const isNumbered = /^[\da-z]{1,4}[.)]/iu.test(sign)
    // A paragraph between two items does not begin the numbers anew.
    const first = /^\d{1,4}(?=[.)])/u.exec(sign)?.[0] ?? '1'
    if (mark !== undefined) detach(mark)
    const before = elementBefore(item)
    const lists = [...(before === null ? [] : (open.get(before) ?? []))].slice(0, level)
    while (lists.length < level) {
      const list = elementOf(isNumbered ? 'ol' : 'ul')
      if (isNumbered && first !== '1' && lists.length === level - 1) setAttr(list, 'start', first)
      const outer = lists.at(-1)
      if (outer === undefined) putBefore(list, item)
      else append(lastItem(outer), list)
      lists.push(list)
    }
    const entry = elementOf('li', item.childNodes)
    const inner = lists.at(-1)
    if (inner !== undefined) append(inner, entry)
    detach(item)
    const top = lists[0]
    if (top !== undefined) open.set(top, lists)
  }
}

function lastItem(list: Element): Element {
  const last = list.childNodes.findLast(isElement)
  if (last !== undefined) return last
  const made = elementOf('li')
  append(list, made)
  return made
}

/**
 * Google Docs exports each level as a list of its own, one after another; class
 * `lst-kix_NAME-LEVEL` says which.
 */
function googleLists(root: Parent): void {
  const parents = new Set<Parent>()
  for (const element of elementsIn(root)) if (googleName(element) !== null && element.parentNode !== null) parents.add(element.parentNode)
  for (const parent of parents) {
    let open: { readonly list: Element; readonly name: string; readonly level: number }[] = []
    for (const child of [...parent.childNodes]) {
      if (isText(child) && child.value.trim() === '') continue
      const found = isElement(child) ? googleName(child) : null
      if (!isElement(child) || found === null) {
        open = []
        continue
      }
      while ((open.at(-1)?.level ?? -1) > found.level) open.pop()
      const top = open.at(-1)
      if (top !== undefined && top.level === found.level && top.name === found.name) {
        for (const item of [...child.childNodes]) append(top.list, item)
        detach(child)
        continue
      }
      if (top?.level === found.level) open.pop()
      const outer = open.at(-1)
      if (outer !== undefined) append(lastItem(outer.list), child)
      open.push({ list: child, ...found })
    }
  }
}

function googleName(list: Element): { readonly name: string; readonly level: number } | null {
  if (list.tagName !== 'ul' && list.tagName !== 'ol') return null
  const found = /(?:^|\s)lst-(\w{1,60})-(\d)(?:\s|$)/u.exec(attr(list, 'class') ?? '')
  return found === null ? null : { name: found[1] ?? '', level: Number(found[2]) }
}
