import Parser, { type MarkdownIt, type StateBlock, type StateCore, type StateInline } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { addresses } from './markdown-addresses.ts'
import { emphasisBesideCjk } from './markdown-cjk.ts'
import { highlightPairs, highlightSigns } from './markdown-highlight.ts'
import { pollRule } from './markdown-poll.ts'
import { predictionRule } from './markdown-prediction.ts'
import { tildes } from './markdown-tildes.ts'

/**
 * The Markdown this site reads: markdown-it with CommonMark and GFM, footnotes, emphasis beside
 * CJK, and the small rules below for maths, `:::` boxes, a few plain tags and cell notes. Every
 * rule is linear: what did not close once is not looked for again.
 */
type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean
type InlineRule = (state: StateInline, silent: boolean) => boolean

/** Blocks nested deeper than this stay the plain text they are. */
const deepestBlock = 40

export function markdownParser(): MarkdownIt {
  const md = new Parser({ html: false, linkify: true, typographer: true, maxNesting: 100 })
  md.use(footnotes)
  md.use(emphasisBesideCjk)
  md.use(tildes)
  md.use(addresses)
  // Its inline notes nest without bound, and its tail copies all tokens for each note: we gather
  // the definitions ourselves.
  md.inline.ruler.disable('footnote_inline')
  md.core.ruler.disable('footnote_tail')
  // Kept apart, so that an escaped `\@` or `\[` is known from a typed one.
  md.core.ruler.disable('text_join')
  // Addresses are judged where the text is built, and stored as typed.
  md.validateLink = () => true
  md.normalizeLink = (url) => url
  md.normalizeLinkText = (url) => url
  md.block.ruler.before('table', 'too_deep', tooDeep)
  md.block.ruler.before('fence', 'math_block', mathBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  md.block.ruler.before('fence', 'poll', pollRule, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  md.block.ruler.before('fence', 'prediction', predictionRule, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  md.block.ruler.before('fence', 'box', box, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  md.inline.ruler.before('escape', 'math_inline', mathInline)
  md.inline.ruler.before('autolink', 'plain_tag', plainTag)
  md.inline.ruler.before('emphasis', 'highlight', highlightSigns)
  md.inline.ruler2.before('emphasis', 'highlight', highlightPairs)
  md.core.ruler.after('block', 'cell_notes', cellNotes)
  return md
}

/** markdown-it drops what lies deeper than its limit; here it becomes a paragraph. */
const tooDeep: BlockRule = (state, startLine, endLine, silent) => {
  if (state.level < deepestBlock) return false
  if (silent) return true
  state.push('paragraph_open', 'p', 1).map = [startLine, endLine]
  const inline = state.push('inline', '', 0)
  inline.content = state.getLines(startLine, endLine, state.blkIndent, false).trim()
  inline.map = [startLine, endLine]
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  state.line = endLine
  state.env['tooDeep'] = true
  return true
}

/**
 * `$$`, the TeX and `$$` on lines of their own, or all of it on one line, or the marks at the ends
 * of the first and last line.
 */
const mathBlock: BlockRule = (state, startLine, endLine, silent) => {
  if (isIndentedCode(state, startLine)) return false
  const first = lineAt(state, startLine)
  const fence = /^\${2,}(?!`)/.exec(first)?.[0]
  if (fence === undefined) return false
  const rest = first.slice(fence.length).trimEnd()
  const isBare = rest === ''
  if (!isBare && fence.length > 2) return false

  let lastLine = startLine
  let tex: string
  if (!isBare && rest.endsWith('$$')) {
    tex = rest.slice(0, -2)
    if (tex.trim() === '' || tex.includes('$$')) return false
  } else {
    const open = openUntil(state, isBare ? fence : '$$…')
    if (startLine < open.line) return false
    const isLast = (line: string): boolean => (isBare ? line.trim() === fence : line.trimEnd().endsWith('$$'))
    const isOver = (line: number): boolean =>
      line >= endLine || (state.isEmpty(line) ? !isBare : (state.sCount[line] ?? 0) < state.blkIndent)
    do {
      lastLine += 1
      if (isOver(lastLine)) {
        open.line = lastLine
        return false
      }
    } while (!isLast(lineAt(state, lastLine)))
    const indent = state.sCount[startLine] ?? 0
    tex = isBare
      ? state.getLines(startLine + 1, lastLine, indent, false)
      : `${rest}\n${state
          .getLines(startLine + 1, lastLine + 1, indent, false)
          .trimEnd()
          .slice(0, -2)}`
  }
  if (tex.trim() === '') return false
  if (silent) return true
  const token = state.push('math_block', '', 0)
  token.content = tex
  token.map = [startLine, lastLine + 1]
  state.line = lastLine + 1
  return true
}

/**
 * Up to which line it is known that this fence does not close; shared by all starts in one text.
 */
function openUntil(state: StateBlock, fence: string): { line: number } {
  const known = unclosed.get(state.env) ?? new Map<string, { line: number }>()
  unclosed.set(state.env, known)
  const open = known.get(fence) ?? { line: -1 }
  known.set(fence, open)
  return open
}
const unclosed = new WeakMap<object, Map<string, { line: number }>>()

/**
 * `:::spoiler Title`, `:::details Summary` and `:::`. Openings and ends are separate tokens; the
 * reader of tokens pairs them.
 */
const box: BlockRule = (state, startLine, _endLine, silent) => {
  if (isIndentedCode(state, startLine)) return false
  const line = lineAt(state, startLine)
  if (!line.startsWith(':::') || line.length > 1000) return false
  const opening = /^:::+ *(spoiler|details|machine)(?:\{([a-z]*)\})?(?:[ \t]+(.*))?$/.exec(line.trimEnd())
  if (opening === null && !/^:::+\s*$/.test(line)) return false
  if (silent) return true
  const token = state.push(opening === null ? 'box_close' : 'box_open', '', 0)
  token.map = [startLine, startLine + 1]
  token.content = line.trim()
  if (opening !== null) token.meta = { kind: opening[1], title: opening[3]?.trim() ?? '', open: opening[2] === 'open' }
  state.line = startLine + 1
  return true
}

/**
 * `$…$`, `` $`…`$ `` for TeX with dollars in it, and `$$…$$` inside a line. `$ 5`, `5 $` and
 * `$5 and $10` are money.
 */
const mathInline: InlineRule = (state, silent) => {
  const { src, pos } = state
  if (src[pos] !== '$') return false
  if (src.startsWith('$$', pos) && src[pos - 1] !== '$') {
    const end = find(state, '$$', pos + 2)
    const tex = end === -1 ? '' : src.slice(pos + 2, end)
    return tex.trim() === '' || tex.includes('\n\n') ? false : found(state, silent, 'math_display', tex, end + 2)
  }
  const ticks = ticksAt(src, pos + 1)
  if (ticks !== '') {
    const end = find(state, `${ticks}$`, pos + 1 + ticks.length)
    const tex = end === -1 ? '' : src.slice(pos + 1 + ticks.length, end)
    return tex.trim() === '' ? false : found(state, silent, 'math_inline', tex, end + ticks.length + 1)
  }
  if (src[pos - 1] === '$' || /^[\s$]?$/u.test(src[pos + 1] ?? '')) return false
  const end = closingDollar(state, pos + 1)
  return end === -1 ? false : found(state, silent, 'math_inline', src.slice(pos + 1, end), end + 1)
}

function ticksAt(src: string, from: number): string {
  let end = from
  while (src[end] === '`') end += 1
  return src.slice(from, end)
}

function found(state: StateInline, silent: boolean, type: string, tex: string, end: number): boolean {
  if (!silent) state.push(type, '', 0).content = tex
  state.pos = end
  return true
}

const misses = new WeakMap<StateInline, Map<string, number>>()

/** `indexOf` that remembers what is not there any more. */
function find(state: StateInline, mark: string, from: number): number {
  const known = misses.get(state) ?? new Map<string, number>()
  misses.set(state, known)
  if (from >= (known.get(mark) ?? Infinity)) return -1
  const next = state.src.indexOf(mark, from)
  const at = next + mark.length > state.posMax ? -1 : next
  if (at === -1) known.set(mark, from)
  return at
}

/**
 * The next dollar, if it closes: no white space before it, no digit after it, and no code in
 * between.
 */
function closingDollar(state: StateInline, from: number): number {
  const { src, posMax } = state
  for (let at = from; at < posMax; at++) {
    const sign = src[at]
    if (sign === '\\') at += 1
    else if (sign === '`') return -1
    else if (sign === '$') return /\s/u.test(src[at - 1] ?? '') || /[\d$]/.test(src[at + 1] ?? '') ? -1 : at
  }
  return -1
}

/**
 * Six tags without attributes, and `<br>`, `<br/>`: the only way in Markdown to write a mark inside
 * a word, or a break in a cell. They are read into marks; all other HTML stays the text it is.
 */
const plainTag: InlineRule = (state, silent) => {
  const tag = /^<(\/?)(em|strong|s|sub|sup|mark|br(?= ?\/?>))(?: ?\/)?>/.exec(state.src.slice(state.pos, state.pos + 9))
  if (tag === null || (tag[2] !== 'br' && /[ /]>$/.test(tag[0])) || (tag[2] === 'br' && tag[1] !== '')) return false
  if (!silent) {
    if (tag[2] === 'br') state.push('hardbreak', 'br', 0)
    else {
      const token = state.push(tag[1] === '' ? 'tag_open' : 'tag_close', '', 0)
      token.content = tag[0]
      token.info = tag[2] ?? ''
    }
  }
  state.pos += tag[0].length
  return true
}

/**
 * `{th}`, `{td}`, `{<}` (covered by its neighbour), `{colspan=2 rowspan=3 align=left}` at the start
 * of a cell: what GFM cannot say.
 */
const cellNotes = (state: StateCore): void => {
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== 'td_open' && token.type !== 'th_open') continue
    const inline = state.tokens[index + 1]
    const note =
      inline === undefined ? null : /^\{((?:th|td|<|colspan=\d{1,3}|rowspan=\d{1,3}|align=[a-z]{1,6}| ){1,8})\}/.exec(inline.content)
    if (inline === undefined || note === null) continue
    token.meta = { notes: (note[1] ?? '').trim().split(/ +/) }
    inline.content = inline.content.slice(note[0].length).trimStart()
  }
}

function isIndentedCode(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4
}

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
}
