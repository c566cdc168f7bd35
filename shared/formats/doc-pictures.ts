import { attrText, childrenOf, type Doc, type DocNode } from '../text/nodes.ts'
import { importedPictures } from './picture-collector.ts'

export interface NewPicture {
  readonly src: string
  readonly width?: number
  readonly height?: number
}

/** Whether an address is that of a picture that came with a file and is not added yet. */
export function isMarkedPicture(src: string): boolean {
  return src.startsWith(importedPictures)
}

/** Every address of a picture in the text, each once, in order of reading. */
export function picturesIn(doc: Doc): readonly string[] {
  const found = new Set<string>()
  const visit = (node: DocNode): void => {
    if (node.type === 'image') found.add(attrText(node, 'src'))
    for (const child of childrenOf(node)) visit(child)
  }
  for (const node of doc.content) visit(node)
  return [...found]
}

/**
 * The same text with other addresses for its pictures. `null`: the figure goes, its caption stays
 * as a paragraph. `dropsLink`: links with such an address lose it.
 */
export function withPictures(
  doc: Doc,
  pictureAt: (src: string) => NewPicture | string | null,
  { dropsLink = () => false }: { readonly dropsLink?: (href: string) => boolean } = {},
): Doc {
  const change = (node: DocNode): readonly DocNode[] => {
    if (node.type === 'figure') return figure(node)
    const marks = node.marks?.filter((mark) => !(mark.type === 'link' && dropsLink(attrText(mark, 'href'))))
    const { marks: _before, ...rest } = node
    const changed = marks === undefined ? node : { ...rest, ...(marks.length > 0 && { marks }) }
    return [node.content === undefined ? changed : { ...changed, content: all(node.content) }]
  }
  const all = (nodes: readonly DocNode[]): readonly DocNode[] => nodes.flatMap(change)
  const figure = (node: DocNode): readonly DocNode[] => {
    const [image, caption] = childrenOf(node)
    const found = image === undefined ? null : pictureAt(attrText(image, 'src'))
    if (image === undefined || found === null) return [{ type: 'paragraph', content: childrenOf(caption ?? { type: 'paragraph' }) }]
    const given = typeof found === 'string' ? { src: found } : found
    const { src, width, height } = given
    const attrs = { ...image.attrs, src, ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
    return [
      { ...node, content: [{ ...image, attrs }, ...(caption === undefined ? [] : [{ ...caption, content: all(childrenOf(caption)) }])] },
    ]
  }
  return { ...doc, content: all(doc.content) }
}
