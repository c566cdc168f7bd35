import { attr, hasClass, isElement, isText, type Element } from './html-tree.ts'

export function isCell(element: Element): boolean {
  return element.tagName === 'td' || element.tagName === 'th'
}

/** A table's own rows, in order. */
export function* rowsOf(table: Element): Generator<Element> {
  for (const child of table.childNodes) {
    if (!isElement(child)) continue
    if (child.tagName === 'tr') yield child
    else if (/^t(?:head|body|foot)$/u.test(child.tagName)) yield* rowsOf(child)
  }
}

export function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const span = Number(attr(cell, name) ?? 1)
  return Number.isInteger(span) && span >= 1 && span <= 100 ? span : 1
}

export function alignOf(cell: Element): string | null {
  const align = (
    attr(cell, 'align') ??
    /text-align:\s{0,9}(\w+)/iu.exec((attr(cell, 'style') ?? '').slice(0, 2000))?.[1] ??
    ''
  ).toLowerCase()
  if (hasClass(cell, 'num') || align === 'right') return 'right'
  if (hasClass(cell, 'center') || align === 'center') return 'center'
  return align === 'left' ? 'left' : null
}

/** The box at the beginning of a task, as GitHub, Pandoc and we write it. */
export function checkboxOf(item: Element): Element | null {
  for (const child of item.childNodes) {
    if (isText(child) && child.value.trim() === '') continue
    if (!isElement(child)) return null
    if (child.tagName === 'input') return attr(child, 'type') === 'checkbox' ? child : null
    return /^(?:label|p|span)$/u.test(child.tagName) ? checkboxOf(child) : null
  }
  return null
}
