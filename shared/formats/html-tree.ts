import { defaultTreeAdapter, parse } from 'parse5'
import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes as Tree, TreeAdapter } from 'parse5'
import { FileRefused } from './refused.ts'

/**
 * HTML as a tree, by the rules of browsers, without a browser: nothing in it runs or is fetched.
 * The parser's work grows with depth times elements, so both have an end; what is beyond it is
 * refused as a whole.
 */
export type Element = Tree.Element
export type HtmlNode = Tree.ChildNode
export type Parent = Tree.ParentNode

export const maxHtml = 30_000_000
const deepest = 300
const maxElements = 200_000

/** @throws FileRefused `too-large`, `too-deep` */
export function parseHtml(html: string): Tree.Document {
  if (html.length > maxHtml) throw new FileRefused('too-large')
  let open = 0
  let made = 0
  const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(...given) {
      made += 1
      if (made > maxElements) throw new FileRefused('too-long')
      return defaultTreeAdapter.createElement(...given)
    },
    onItemPush() {
      open += 1
      if (open > deepest) throw new FileRefused('too-deep')
    },
    onItemPop() {
      open -= 1
    },
  }
  return parse(html.toWellFormed().replaceAll('\0', '\uFFFD'), { treeAdapter, scriptingEnabled: false })
}

export const isElement = (node: HtmlNode | Parent): node is Element => 'tagName' in node
export const isText = (node: HtmlNode): node is Tree.TextNode => node.nodeName === '#text' && 'value' in node

export function attr(element: Element, name: string): string | null {
  return element.attrs.find((given) => given.name === name)?.value ?? null
}

export function setAttr(element: Element, name: string, value: string): void {
  const known = element.attrs.find((given) => given.name === name)
  if (known === undefined) element.attrs.push({ name, value })
  else known.value = value
}

export function hasClass(element: Element, name: string): boolean {
  const classes = attr(element, 'class')
  return classes !== null && classes.includes(name) && classes.split(/\s+/u).includes(name)
}

export function textIn(node: HtmlNode | Parent): string {
  const parts: string[] = []
  const visit = (inner: HtmlNode | Parent): void => {
    if ('value' in inner && inner.nodeName === '#text') parts.push(inner.value)
    else if ('childNodes' in inner) for (const child of inner.childNodes) visit(child)
  }
  visit(node)
  return parts.join('')
}

/** All elements below, in order of reading. */
export function* elementsIn(root: Parent): Generator<Element> {
  for (const child of root.childNodes) {
    if (!isElement(child)) continue
    yield child
    yield* elementsIn(child)
  }
}

export function find(root: Parent, matches: (element: Element) => boolean): Element | null {
  for (const element of elementsIn(root)) if (matches(element)) return element
  return null
}

/** The nearest around it, itself included. */
export function closest(element: Element, matches: (element: Element) => boolean): Element | null {
  for (let at: Parent | null = element; at !== null && isElement(at); at = at.parentNode) if (matches(at)) return at
  return null
}

export function contains(outer: Parent, inner: HtmlNode | Parent): boolean {
  for (let at: HtmlNode | Parent | null = inner; at !== null; at = 'parentNode' in at ? at.parentNode : null) if (at === outer) return true
  return false
}

export function detach(node: HtmlNode): void {
  if (node.parentNode !== null) defaultTreeAdapter.detachNode(node)
}

export function elementOf(tagName: string, children: readonly HtmlNode[] = []): Element {
  // Of the namespace of HTML, which is the only one this folder makes elements of.
  const element = defaultTreeAdapter.createElement(tagName, htmlNamespace, [])
  for (const child of [...children]) {
    detach(child)
    defaultTreeAdapter.appendChild(element, child)
  }
  return element
}

const htmlNamespace = 'http://www.w3.org/1999/xhtml' as Element['namespaceURI']

export function append(parent: Parent, child: HtmlNode): void {
  detach(child)
  defaultTreeAdapter.appendChild(parent, child)
}

export function putBefore(child: HtmlNode, place: HtmlNode): void {
  detach(child)
  if (place.parentNode !== null) defaultTreeAdapter.insertBefore(place.parentNode, child, place)
}

/** The element before, white space and comments aside. */
export function elementBefore(node: HtmlNode): Element | null {
  const siblings = node.parentNode?.childNodes ?? []
  for (let at = siblings.indexOf(node) - 1; at >= 0; at--) {
    const sibling = siblings[at]
    if (sibling === undefined) return null
    if (isElement(sibling)) return sibling
    if (isText(sibling) && sibling.value.trim() !== '') return null
  }
  return null
}
