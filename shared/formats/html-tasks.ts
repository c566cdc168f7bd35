import type { Element, Parent } from './html-tree.ts'
import { closest, detach, elementOf, elementsIn, hasClass, isElement, isText, putBefore, setAttr } from './html-tree.ts'

/**
 * Tasks as Notion writes them, made into items with a box: on the clipboard an item begins with
 * `[x]` as in Markdown, in its export with an empty box whose class says whether it is ticked.
 */
export function mendTasks(root: Parent): void {
  for (const element of [...elementsIn(root)]) {
    if (element.tagName === 'li' && closest(element, ({ tagName }) => /^(?:ul|ol)$/u.test(tagName))?.tagName !== 'ol') typedBox(element)
    if (hasClass(element, 'checkbox-on') || hasClass(element, 'checkbox-off')) {
      putBefore(boxOf(hasClass(element, 'checkbox-on')), element)
      detach(element)
    }
  }
}

function typedBox(item: Element): void {
  for (const child of item.childNodes) {
    if (isText(child)) {
      if (child.value.trim() === '') continue
      const box = /^[\s\u00a0]{0,9}\[([ \u00a0xX])\](?:[\s\u00a0]+|$)/u.exec(child.value)
      if (box === null) return
      child.value = child.value.slice(box[0].length)
      return putBefore(boxOf(box[1]?.toLowerCase() === 'x'), child)
    }
    return isElement(child) && /^(?:p|span|div|label)$/u.test(child.tagName) ? typedBox(child) : undefined
  }
}

function boxOf(isTicked: boolean): Element {
  const box = elementOf('input')
  setAttr(box, 'type', 'checkbox')
  if (isTicked) setAttr(box, 'checked', '')
  return box
}
