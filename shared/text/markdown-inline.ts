import type { Token } from 'markdown-it'
import { looksLikeAddress } from './markdown-addresses.ts'
import { attrText, type DocMark, type DocNode, type MarkName } from './nodes.ts'
import { isSafeImageUrl, isSafeUrl } from './url.ts'

/** What the reading of one run of inline Markdown needs to know of the text around it. */
export type InlineContext = {
  /**
   * Whether a picture or displayed maths may stand here as a block of its own; else it becomes a
   * link, or inline maths.
   */
  readonly mayHoldBlocks: boolean
  readonly insideNote: boolean
  /** The name of the note for each label with a definition. */
  readonly notes: ReadonlyMap<string, string>
  readonly resolveLink: (href: string) => string | null
  readonly parseCaption: (title: string) => readonly Token[]
  readonly report: (what: string) => void
}

const markOfToken: Readonly<Record<string, MarkName>> = {
  strong: 'bold',
  em: 'italic',
  s: 'strike',
  sub: 'subscript',
  sup: 'superscript',
  mark: 'highlight',
}
const rawHtml = /<(?:\/?[a-z][a-z0-9-]{0,30}(?:\s[^<>]{0,500})?\/?|!--[^<>]{0,500}--)>/i
const pictureNotes = /^\{((?:width=\d{1,5}|height=\d{1,5}|decorative| ){1,7})\}/

/**
 * The inline nodes, and in between as blocks (`figure`, `mathBlock`) what cannot stand in a line.
 */
export function convertInline(tokens: readonly Token[], context: InlineContext): readonly DocNode[] {
  const out: DocNode[] = []
  const paired = pairedTags(tokens)
  const open = new Map<MarkName, number>()
  let link: DocMark | null = null
  let skip = 0

  const marks = (extra?: MarkName): readonly DocMark[] => [
    ...(link === null ? [] : [link]),
    ...[...open].filter(([type, count]) => count > 0 && type !== extra).map(([type]) => ({ type })),
    ...(extra === undefined ? [] : [{ type: extra }]),
  ]
  const add = (node: DocNode, extra?: MarkName): void => {
    const all = marks(extra)
    out.push(all.length === 0 ? node : { ...node, marks: all })
  }
  const text = (content: string, extra?: MarkName): void => {
    if (content !== '') add({ type: 'text', text: content }, extra)
  }
  const turn = (type: MarkName | undefined, by: number): void => {
    if (type !== undefined) open.set(type, (open.get(type) ?? 0) + by)
  }

  for (const [index, token] of tokens.entries()) {
    if (index < skip) continue
    switch (token.type) {
      case 'text': {
        if (rawHtml.test(token.content)) context.report('html')
        text(token.content)
        break
      }
      case 'text_special':
        text(token.content)
        break
      case 'code_inline':
        text(token.content, 'code')
        break
      case 'softbreak':
        text(' ')
        break
      case 'hardbreak':
        add({ type: 'hardBreak' })
        break
      case 'strong_open':
      case 'em_open':
      case 's_open':
      case 'mark_open':
        turn(markOfToken[token.tag], 1)
        break
      case 'strong_close':
      case 'em_close':
      case 's_close':
      case 'mark_close':
        turn(markOfToken[token.tag], -1)
        break
      case 'tag_open':
      case 'tag_close':
        if (paired.has(token)) turn(markOfToken[token.info], token.type === 'tag_open' ? 1 : -1)
        else text(token.content)
        break
      case 'link_open': {
        const mention = mentionAt(tokens, index)
        if (mention !== null) {
          add(mention.node)
          skip = mention.end + 1
        } else {
          link = linkOf(token, tokens[index + 1]?.content ?? '', context)
        }
        break
      }
      case 'link_close':
        link = null
        break
      case 'math_inline':
        add({ type: 'mathInline', attrs: { tex: token.content } })
        break
      case 'math_display':
        if (context.mayHoldBlocks) out.push({ type: 'mathBlock', attrs: { tex: token.content } })
        else add({ type: 'mathInline', attrs: { tex: token.content } })
        break
      case 'footnote_ref': {
        const label = String(token.meta?.['label'])
        const note = context.notes.get(label)
        // Notes call no notes; the call stays as it was typed.
        if (note === undefined || context.insideNote) text(`[^${label}]`)
        else add({ type: 'footnoteRef', attrs: { note } })
        break
      }
      case 'image': {
        const next = tokens[index + 1]
        const notes = next?.type === 'text' ? pictureNotes.exec(next.content) : null
        if (next !== undefined && notes !== null) next.content = next.content.slice(notes[0].length)
        const figure = figureOf(token, (notes?.[1] ?? '').split(' '), context)
        if (figure === null) text(altOf(token))
        else if (context.mayHoldBlocks) out.push(figure)
        else {
          const src = attrText(figure.content?.[0] ?? figure, 'src')
          context.report('picture inside a line')
          out.push({ type: 'text', text: altOf(token) || src, marks: [{ type: 'link', attrs: { href: src } }] })
        }
        break
      }
      default:
        text(token.content)
    }
  }
  return out
}

/**
 * Opening and closing tags of one name that belong together. They may overlap others: marks are a
 * set, not a tree.
 */
function pairedTags(tokens: readonly Token[]): ReadonlySet<Token> {
  const paired = new Set<Token>()
  const waiting = new Map<string, Token[]>()
  for (const token of tokens) {
    if (token.type === 'tag_open') {
      const list = waiting.get(token.info) ?? []
      list.push(token)
      waiting.set(token.info, list)
    } else if (token.type === 'tag_close') {
      const opening = waiting.get(token.info)?.pop()
      if (opening !== undefined) paired.add(opening).add(token)
    }
  }
  return paired
}

function linkOf(token: Token, shown: string, context: InlineContext): DocMark | null {
  // A space in an address, which CommonMark allows within angle brackets, is written as the web
  // writes it.
  const typed = String(token.attrGet('href') ?? '').replaceAll(' ', '%20')
  if (token.markup === 'linkify' && !looksLikeAddress(shown, typed)) return null
  if (token.attrGet('title') !== null) context.report('title of a link')
  const href = isSafeUrl(typed) ? typed : context.resolveLink(typed)
  if (href !== null && isSafeUrl(href)) return { type: 'link', attrs: { href } }
  context.report('link')
  return null
}

/**
 * `[@Name](/users/slug)`, and the same for posts and wiki pages: the text begins with a typed `@`
 * and has no marks.
 */
function mentionAt(tokens: readonly Token[], index: number): { readonly node: DocNode; readonly end: number } | null {
  const address = /^\/(users|posts|w)\/([\p{L}\p{N}_-]{1,120})$/u.exec(String(tokens[index]?.attrGet('href')))
  const first = tokens[index + 1]
  if (address === null || first?.type !== 'text' || !first.content.startsWith('@')) return null
  let label = ''
  for (let end = index + 1; end < tokens.length; end++) {
    const token = tokens[end]
    if (token?.type === 'text' || token?.type === 'text_special') label += token.content
    else if (token?.type !== 'link_close' || label.length > 301) return null
    else {
      const kind = address[1] === 'users' ? 'member' : address[1] === 'posts' ? 'post' : 'wiki'
      return { node: { type: 'mention', attrs: { kind, id: address[2] ?? '', label: label.slice(1) } }, end }
    }
  }
  return null
}

/**
 * `null` when the picture has no address that may be used. The title is the caption, and is
 * Markdown itself.
 */
function figureOf(token: Token, notes: readonly string[], context: InlineContext): DocNode | null {
  const typed = String(token.attrGet('src') ?? '')
  const src = isSafeImageUrl(typed) ? typed : context.resolveLink(typed)
  if (src === null || !isSafeImageUrl(src)) {
    context.report('picture')
    return null
  }
  const size = (name: string): number | null => {
    const pixels = Number(notes.find((note) => note.startsWith(`${name}=`))?.slice(name.length + 1))
    return pixels >= 1 && pixels <= 20_000 ? pixels : null
  }
  const attrs = { src, alt: altOf(token), width: size('width'), height: size('height'), decorative: notes.includes('decorative') }
  const caption = convertInline(context.parseCaption(String(token.attrGet('title') ?? '')), { ...context, mayHoldBlocks: false })
  return {
    type: 'figure',
    content: [{ type: 'image', attrs }, ...(caption.length === 0 ? [] : [{ type: 'figcaption', content: caption } as const])],
  }
}

function altOf(token: Token): string {
  const plain = (children: readonly Token[]): string =>
    children
      .map((child) =>
        child.type === 'softbreak' || child.type === 'hardbreak' ? ' ' : child.children === null ? child.content : plain(child.children),
      )
      .join('')
  return plain(token.children ?? [])
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, 2000)
    .toWellFormed()
}
