import { attrNumber, attrText, childrenOf, type Doc, type DocNode } from '../text/nodes.ts'
import { pictureIdOf } from './address.ts'

/** Every picture of a text as it stands there, hidden parts and notes included. */
export function imagesIn(doc: { readonly content: readonly DocNode[] }): readonly DocNode[] {
  const found: DocNode[] = []
  const waiting: DocNode[] = [...doc.content]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'image') found.push(node)
    waiting.push(...childrenOf(node))
  }
  return found
}

const idOfImage = (image: DocNode): string | null => pictureIdOf(attrText(image, 'src'))

/** Ids of the uploaded pictures that a text shows; each once. */
export function picturesIn(doc: { readonly content: readonly DocNode[] }): readonly string[] {
  return [...new Set(imagesIn(doc).map(idOfImage))].filter((id) => id !== null)
}

/** The sizes that stand with the uploaded pictures of a text, by their ids. */
export function sizesIn(doc: Doc): ReadonlyMap<string, { readonly width: number; readonly height: number }> {
  const found = new Map<string, { readonly width: number; readonly height: number }>()
  for (const image of imagesIn(doc)) {
    const [id, width, height] = [idOfImage(image), attrNumber(image, 'width'), attrNumber(image, 'height')]
    if (id !== null && width !== null && height !== null) found.set(id, { width, height })
  }
  return found
}

/**
 * Writes the true sizes where a picture has none, so that a page never moves when it arrives.
 * @returns the same text when all had one.
 */
export function withSizes(doc: Doc, sizesById: ReadonlyMap<string, { readonly width: number; readonly height: number }>): Doc {
  const content = sizedAll(doc.content, sizesById)
  return content === doc.content ? doc : { ...doc, content }
}

type Sizes = Parameters<typeof withSizes>[1]

function sizedAll(nodes: readonly DocNode[], sizes: Sizes): readonly DocNode[] {
  const made = nodes.map((node) => sized(node, sizes))
  return made.every((node, at) => node === nodes[at]) ? nodes : made
}

function sized(node: DocNode, sizes: Sizes): DocNode {
  if (node.type !== 'image') {
    if (node.content === undefined) return node
    const content = sizedAll(node.content, sizes)
    return content === node.content ? node : { ...node, content }
  }
  const size = sizes.get(pictureIdOf(attrText(node, 'src')) ?? '')
  if (size === undefined || (attrNumber(node, 'width') !== null && attrNumber(node, 'height') !== null)) return node
  return { ...node, attrs: { ...node.attrs, width: size.width, height: size.height } }
}
