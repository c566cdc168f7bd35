import { sameMark } from './check.ts'
import { attrText, type DocMark, type DocNode, type MarkName } from './nodes.ts'
import { endOf } from './outer-spaces.ts'

/**
 * Inline nodes as Markdown. Marks are written with signs where CommonMark is sure to read them back
 * (a letter or digit inside, no other sign next to it) and as plain tags elsewhere, so that no
 * combination of marks can change.
 */
type Piece =
  | { readonly kind: 'open' | 'close'; readonly mark: DocMark; readonly pair: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'atom'; readonly node: DocNode }

/**
 * In a `line` (heading, caption) and a `cell` there is no line end; in a `paragraph` a break may be
 * one.
 */
type Where = 'paragraph' | 'line' | 'cell'

/** Inline nodes of one block as Markdown. */
export function inlineMarkdown(nodes: readonly DocNode[], where: Where): string {
  const pieces = piecesOf(nodes)
  const signed = signedPairs(pieces)
  let out = ''
  let isLineStart = true
  for (const [index, piece] of pieces.entries()) {
    const written = write(piece, index, pieces, signed, where, isLineStart)
    // White space at the ends of lines is lost in Markdown: of cells all, elsewhere spaces and
    // tabs.
    const text = !isLineStart ? written : where === 'cell' ? written.trimStart() : written.replace(/^[ \t]+/u, '')
    out += entities(written.slice(0, written.length - text.length)) + text
    if (written !== '') isLineStart = written.endsWith('\\\n')
  }
  const end = where === 'cell' ? out.trimEnd().length : endOf(out)
  // A link that begins the paragraph and shows code with `]:` in it would be read as the definition
  // of a link, which shows nothing.
  const isLikeDefinition = where === 'paragraph' && /^\[(?:[^\\[\]]|\\.)*\]:/su.test(out)
  return (isLikeDefinition ? '<strong></strong>' : '') + out.slice(0, end) + entities(out.slice(end))
}

/** Text in a place without marks or lines, such as a picture's description. */
export function escapeLine(text: string): string {
  return inlineMarkdown(text === '' ? [] : [{ type: 'text', text }], 'line')
}

function piecesOf(nodes: readonly DocNode[]): readonly Piece[] {
  const pieces: Piece[] = []
  let open: { readonly mark: DocMark; readonly pair: number }[] = []
  let pairs = 0
  const closeTo = (length: number): void => {
    for (const { mark, pair } of open.slice(length).reverse()) pieces.push({ kind: 'close', mark, pair })
    open = open.slice(0, length)
  }
  for (const node of nodes) {
    const marks = (node.marks ?? []).filter((mark) => mark.type !== 'code')
    let shared = 0
    while (shared < open.length && shared < marks.length && sameMark(open[shared]?.mark, marks[shared])) shared += 1
    closeTo(shared)
    for (const mark of marks.slice(shared)) {
      pairs += 1
      open.push({ mark, pair: pairs })
      pieces.push({ kind: 'open', mark, pair: pairs })
    }
    if (node.text === undefined) pieces.push({ kind: 'atom', node })
    else pieces.push({ kind: (node.marks ?? []).some((mark) => mark.type === 'code') ? 'code' : 'text', text: node.text })
  }
  closeTo(0)
  return pieces
}

const signs: Readonly<Partial<Record<MarkName, string>>> = { bold: '**', italic: '*', strike: '~~', highlight: '==' }
const tags: Readonly<Partial<Record<MarkName, string>>> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  subscript: 'sub',
  superscript: 'sup',
  highlight: 'mark',
}

/** The pairs of marks that are written with signs. */
function signedPairs(pieces: readonly Piece[]): ReadonlySet<number> {
  const unsure = new Set<number>()
  const all = new Set<number>()
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind !== 'open' && piece.kind !== 'close') continue
    all.add(piece.pair)
    const [inner, outer] = piece.kind === 'open' ? [pieces[index + 1], pieces[index - 1]] : [pieces[index - 1], pieces[index + 1]]
    const edge = inner?.kind === 'text' ? (piece.kind === 'open' ? /^[\p{L}\p{N}]/u : /[\p{L}\p{N}]$/u).test(inner.text) : false
    const nextToSign = outer !== undefined && (outer.kind === 'open' || outer.kind === 'close') && outer.mark.type !== 'link'
    if (signs[piece.mark.type] === undefined || !edge || nextToSign) unsure.add(piece.pair)
  }
  return new Set([...all].filter((pair) => !unsure.has(pair)))
}

function write(
  piece: Piece,
  index: number,
  pieces: readonly Piece[],
  signed: ReadonlySet<number>,
  where: Where,
  isLineStart: boolean,
): string {
  const next = pieces[index + 1]
  const previous = pieces[index - 1]
  switch (piece.kind) {
    case 'open':
    case 'close': {
      const { type } = piece.mark
      if (type === 'link') {
        if (isAutolink(piece, index, pieces)) return piece.kind === 'open' ? '<' : '>'
        return piece.kind === 'open' ? '[' : `](${attrText(piece.mark, 'href').replace(/[()<>&]/g, '\\$&')})`
      }
      return signed.has(piece.pair) ? (signs[type] ?? '') : `<${piece.kind === 'open' ? '' : '/'}${tags[type] ?? ''}>`
    }
    case 'code':
      return codeSpan(piece.text)
    case 'text': {
      if (previous?.kind === 'open' && isAutolink(previous, index - 1, pieces)) return piece.text
      const escaped = escapeText(piece.text, isLineStart)
      const afterCall = previous?.kind === 'atom' && previous.node.type === 'footnoteRef'
      return afterCall ? escaped.replace(/^[(:]/, '\\$&') : escaped
    }
    case 'atom':
      return atom(piece.node, previous, next, where, isLineStart)
  }
}

/** A link that shows its own address: `<https://…>`. */
function isAutolink(piece: Piece, index: number, pieces: readonly Piece[]): boolean {
  if (piece.kind !== 'open' && piece.kind !== 'close') return false
  const open = piece.kind === 'open' ? index : index - 2
  const [first, text, last] = pieces.slice(Math.max(0, open), open + 3)
  if (first?.kind !== 'open' || first.mark.type !== 'link' || text?.kind !== 'text' || last?.kind !== 'close' || last.pair !== first.pair)
    return false
  return text.text === attrText(first.mark, 'href') && /^https?:[^<>\s]+$/i.test(text.text)
}

function atom(node: DocNode, previous: Piece | undefined, next: Piece | undefined, where: Where, isLineStart: boolean): string {
  switch (node.type) {
    case 'hardBreak': {
      const isBetweenText = previous?.kind === 'text' && next?.kind === 'text' && !isLineStart
      return where === 'paragraph' && isBetweenText && !/\s$/u.test(previous.text) ? '\\\n' : '<br>'
    }
    case 'mathInline': {
      const tex = attrText(node, 'tex')
      const isSimple = /^[^$`\\\n]*(?:\\[^$`\n][^$`\\\n]*)*$/.test(tex) && !/\s$/u.test(tex)
      const before = previous === undefined || (previous.kind === 'text' && !previous.text.endsWith('$'))
      const after = next === undefined || (next.kind === 'text' && /^[^\d$]/.test(next.text))
      if (isSimple && before && after) return `$${tex}$`
      const ticks = '`'.repeat(Math.max(0, ...(tex.match(/`+/g) ?? []).map((run) => run.length)) + 1)
      const pad = tex.startsWith('`') || tex.endsWith('`') ? ' ' : ''
      return `$${ticks}${pad}${tex}${pad}${ticks}$`
    }
    case 'mention': {
      const kind = attrText(node, 'kind')
      const folder = kind === 'member' ? 'users' : kind === 'post' ? 'posts' : 'w'
      return `[@${escapeText(attrText(node, 'label'), false)}](/${folder}/${attrText(node, 'id')})`
    }
    case 'footnoteRef':
      return `[^${attrText(node, 'note')}]`
    default:
      return ''
  }
}

function codeSpan(text: string): string {
  const ticks = '`'.repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length)) + 1)
  const isPadded = text.startsWith('`') || text.endsWith('`') || (text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text))
  return isPadded ? `${ticks} ${text} ${ticks}` : ticks + text + ticks
}

const special = new RegExp(
  [
    /[\\`*[\]<&$"'~|#]/,
    // Inside a word `_` is nothing special.
    /(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/,
    // A pair, or one that a pair may stand beside.
    /(?<==|^)=|=(?==|$)/,
    // `!` before a bracket would make a picture of a link.
    /!(?=\[|$)/,
    // What the typographer would turn into other characters: ... -- +- (c) ?? !! ,,
    /(?<=\.)\.|(?<=-)-|-(?=-)|(?<=\+)-|(?<=[?!.])[?!.]|(?<=,),|\((?=(?:c|r|tm|p)\))/,
    // What would become a link: addresses with a scheme, www. and mail.
    /:(?=\/\/)|(?<=mailto):|\/(?=\/)|(?<=www)\.|@/,
  ]
    .map((part) => part.source)
    .join('|'),
  'gi',
)

function escapeText(text: string, isLineStart: boolean): string {
  const escaped = text.replace(special, '\\$&')
  if (!isLineStart) return escaped
  return escaped.replace(/^(\s*)([-+=>:|{])/u, '$1\\$2').replace(/^(\s*\d{1,9})([.)])/u, '$1\\$2')
}

function entities(white: string): string {
  return [...white].map((character) => (character === '\n' ? character : `&#${character.codePointAt(0) ?? 32};`)).join('')
}
