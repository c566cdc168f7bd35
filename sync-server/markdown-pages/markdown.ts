/**
 * Markdown of what stands around texts: titles, names, dates, addresses. Whatever somebody wrote is
 * escaped here, so that it can neither begin a heading nor a link; whole texts come from
 * `shared/text/markdown-out.ts`, with their headings below those of the document.
 */
import type { Doc, DocMark, DocNode } from '#shared/text/nodes.ts'
import { attrNumber, attrText } from '#shared/text/nodes.ts'

const signs = /[\\`*_[\]<>|~$#]|&(?=#?\w{1,32};)|:(?=\/\/)|(?<=www)\.|@/giu
const sectionLevel = 2

/** One line of plain words. */
export function words(text: string): string {
  const line = text.replaceAll(/[\s\u0000-\u001F\u007F\u2028\u2029]+/gu, ' ').trim()
  return line
    .replaceAll(signs, '\\$&')
    .replace(/^[-+=:{]/u, '\\$&')
    .replace(/^(\d{1,9})([.)])/u, '$1\\$2')
}

/** `href`: absolute, or a path with the origin before it. */
export function linkTo(text: string, href: string): string {
  return `[${words(text)}](${address(href)})`
}

/** In an address nothing may end the brackets around it. */
export function address(href: string): string {
  return href.replaceAll(/[\s()<>\\"'`]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

export const day = (time: number): string => new Date(time).toISOString().slice(0, 10)

/**
 * The same text for reading elsewhere: addresses are whole, and its headings stand below the
 * document's sections.
 */
export function standalone(doc: Doc, origin: string): Doc {
  const whole = (href: string): string => (href.startsWith('/') && !href.startsWith('//') ? `${origin}${href}` : href)
  const mark = (one: DocMark): DocMark =>
    one.type === 'link' ? { ...one, attrs: { ...one.attrs, href: whole(attrText(one, 'href')) } } : one
  const change = (node: DocNode): DocNode => {
    const content = node.content?.map(change)
    const marks = node.marks?.map(mark)
    const next = { ...node, ...(content && { content }), ...(marks && { marks }) }
    if (node.type === 'heading') return { ...next, attrs: { ...node.attrs, level: (attrNumber(node, 'level') ?? sectionLevel) + 1 } }
    if (node.type === 'image') return { ...next, attrs: { ...node.attrs, src: whole(attrText(node, 'src')) } }
    if (node.type === 'mention') {
      const folder = { member: 'users', post: 'posts' }[attrText(node, 'kind')] ?? 'w'
      const href = `${origin}/${folder}/${encodeURIComponent(attrText(node, 'id'))}`
      return { type: 'text', text: `@${attrText(node, 'label')}`, marks: [{ type: 'link', attrs: { href } }] }
    }
    return next
  }
  return { ...doc, content: doc.content.map(change) }
}

/**
 * Each line as part of a quotation, `depth` levels deep: nothing in it can be taken for a part of
 * the document.
 */
export function quoted(text: string, depth: number): string {
  const prefix = '> '.repeat(depth)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (prefix + line).trimEnd())
    .join('\n')
}

/** Parts with an empty line between them; empty ones leave none. */
export function parts(...given: readonly string[]): string {
  return `${given
    .filter((part) => part !== '')
    .map((part) => part.trimEnd())
    .join('\n\n')}\n`
}
