import type { Token } from 'markdown-it'
import { checkDoc } from './check.ts'
import { DocBuilder } from './doc-builder.ts'
import { embedOf } from './embeds.ts'
import { convertInline, type InlineContext } from './markdown-inline.ts'
import { pollIn, pollWords } from './markdown-poll.ts'
import { predictionIn, predictionWords } from './markdown-prediction.ts'
import { markdownParser } from './markdown-rules.ts'
import { inlineNames, nodeRules, type AttrValue, type Doc, type DocNode, type NodeName, type Profile } from './nodes.ts'

export { parseMarkdownFile, type MarkdownFile } from './markdown-file.ts'

/** Something the text could not keep as it was typed. `where` is "line 12". */
export type Dropped = { readonly what: string; readonly where: string }
export type MarkdownOptions = {
  /**
   * Gives the address for a link or picture whose own may not be used as it is (`essay:key`), or
   * `null` for none.
   */
  readonly resolveLink?: (href: string) => string | null
}
type Reading = {
  readonly builder: DocBuilder
  readonly profile: Profile
  readonly shift: number
  /** Names of the polls and prediction questions so far. */
  readonly polls: Set<string>
  readonly context: Omit<InlineContext, 'mayHoldBlocks' | 'insideNote'>
}

const maxMarkdown: Readonly<Record<Profile, number>> = { essay: 1_000_000, comment: 100_000 }
const maxReported = 200
const parser = markdownParser()

/**
 * Reads Markdown into a checked text. Raw HTML stays text, an address that may not be used loses
 * its link; both are listed in `dropped`. Empty Markdown gives an empty paragraph (which the
 * comment profile refuses later).
 *
 * @throws RangeError when the Markdown, or the text it makes, is over a limit.
 */
export function markdownToDoc(
  markdown: string,
  profile: Profile,
  options: MarkdownOptions = {},
): { readonly doc: Doc; readonly dropped: readonly Dropped[] } {
  if (markdown.length > maxMarkdown[profile]) throw new RangeError(`Markdown of over ${maxMarkdown[profile]} characters`)
  const env: Record<string, unknown> = {}
  const tokens = parser.parse(markdown.toWellFormed().replaceAll('\0', '\uFFFD'), env)
  const dropped: Dropped[] = []
  let line = 1
  const report = (what: string): void => {
    if (dropped.length < maxReported) dropped.push({ what, where: `line ${line}` })
  }
  if (env['tooDeep'] === true) report('nesting')

  const builder = new DocBuilder()
  const notes = noteNames(tokens)
  const reading: Reading = {
    builder,
    profile,
    polls: new Set(),
    // Level 1 is the title's: where someone used `#`, all headings move down by one.
    shift: tokens.some((token) => token.type === 'heading_open' && token.tag === 'h1') ? 1 : 0,
    context: {
      notes,
      report,
      resolveLink: options.resolveLink ?? (() => null),
      parseCaption: (title) => parser.parseInline(title, env).flatMap((token) => token.children ?? []),
    },
  }
  const defined = new Set<string>()
  for (const [index, token] of tokens.entries()) {
    if (token.map !== null) line = token.map[0] + 1
    if (token.type === 'footnote_reference_open') {
      const label = String(token.meta?.['label'])
      const isSecond = defined.has(label)
      if (isSecond) report('second footnote of one name')
      builder.open('footnote', { note: isSecond ? unusedName(new Set(notes.values()), defined.size) : (notes.get(label) ?? 'note') })
      defined.add(isSecond ? `${label} ${defined.size}` : label)
    } else {
      readToken(token, tokens, index, reading)
    }
  }

  const doc: Doc = { type: 'doc', content: builder.end() }
  const checked = checkDoc(doc, profile)
  if (checked.ok) return { doc: checked.doc, dropped }
  if (checked.reason === 'empty') return { doc, dropped }
  throw new RangeError(`${checked.reason} at ${checked.path}`)
}

function readToken(token: Token, tokens: readonly Token[], index: number, reading: Reading): void {
  const { builder } = reading
  switch (token.type) {
    case 'inline':
      readInline(token, tokens[index - 1], reading)
      break
    case 'bullet_list_open':
      openOrReport('bulletList', {}, reading)
      break
    case 'ordered_list_open':
      openOrReport('orderedList', { start: Number(token.attrGet('start') ?? 1) }, reading)
      break
    case 'list_item_open': {
      const mark = builder.inside.name === 'bulletList' ? takeTaskMark(tokens, index) : null
      builder.open(mark === null ? 'listItem' : 'taskItem', mark === null ? {} : { checked: mark !== ' ' })
      break
    }
    case 'list_item_close':
      builder.close('listItem', 'taskItem')
      break
    case 'bullet_list_close':
      builder.close('bulletList')
      break
    case 'ordered_list_close':
      builder.close('orderedList')
      break
    case 'blockquote_open':
      openOrReport('blockquote', {}, reading)
      break
    case 'blockquote_close':
      builder.close('blockquote')
      break
    case 'table_open':
      builder.open('table')
      break
    case 'table_close':
      builder.close('table')
      break
    case 'tr_open':
      builder.open('tableRow')
      break
    case 'tr_close':
      builder.close('tableRow')
      break
    case 'hr':
      builder.add({ type: 'horizontalRule' })
      break
    case 'fence':
    case 'code_block':
      builder.add(codeBlock(token))
      break
    case 'math_block':
      builder.add({ type: 'mathBlock', attrs: { tex: token.content } })
      break
    case 'footnote_reference_close':
      builder.close('footnote')
      break
    case 'poll':
      for (const node of pollNodes(token.meta, reading)) builder.add(node)
      break
    case 'prediction':
      for (const node of predictionNodes(token.meta, reading)) builder.add(node)
      break
    case 'box_open': {
      const title = String(token.meta?.['title']).slice(0, 300).toWellFormed()
      if (token.meta?.['kind'] === 'spoiler') openOrReport('spoiler', { title }, reading)
      else if (token.meta?.['kind'] === 'machine') openOrReport('machineText', { model: title.slice(0, 100).toWellFormed() }, reading)
      else openOrReport('details', { summary: title, open: token.meta?.['open'] === true }, reading)
      break
    }
    case 'box_close': {
      const { name } = builder.inside
      if (name === 'spoiler' || name === 'details' || name === 'machineText') builder.close(name)
      else builder.add({ type: 'paragraph', content: [{ type: 'text', text: token.content }] })
      break
    }
    default:
      break
  }
}

function readInline(token: Token, opening: Token | undefined, { builder, profile, shift, context }: Reading): void {
  const children = token.children ?? []
  const inLine = { ...context, mayHoldBlocks: false, insideNote: builder.insideNote }
  if (opening?.type === 'heading_open') {
    const level = Math.min(4, Math.max(2, Number(opening.tag.slice(1)) + shift))
    builder.add({ type: 'heading', attrs: { level }, content: convertInline(children, inLine) })
  } else if (opening?.type === 'th_open' || opening?.type === 'td_open') {
    const cell = cellOf(opening)
    if (cell !== null) builder.add({ ...cell, content: [{ type: 'paragraph', content: convertInline(children, inLine) }] })
  } else if (token.content.trim() === '<!-- -->') {
    // An empty HTML comment shows nothing anywhere: here it stands for a paragraph without text.
    builder.add({ type: 'paragraph' })
  } else {
    const [first, , last] = children
    const address = children.length === 3 && first?.markup === 'linkify' && last?.type === 'link_close' ? String(first.attrGet('href')) : ''
    const embed = profile === 'essay' ? embedOf(address) : null
    if (embed !== null) builder.add({ type: 'embed', attrs: { ...embed } })
    else for (const node of paragraphs(convertInline(children, { ...inLine, mayHoldBlocks: true }))) builder.add(node)
  }
}

/**
 * Cuts a run where a picture or displayed maths stands, so that these are blocks between
 * paragraphs.
 */
function paragraphs(run: readonly DocNode[]): readonly DocNode[] {
  const isInline = (node: DocNode): boolean => inlineNames.has(node.type)
  if (run.every(isInline)) return [{ type: 'paragraph', content: run }]
  const blocks: DocNode[] = []
  let start = 0
  for (let at = 0; at <= run.length; at++) {
    const node = run[at]
    if (node !== undefined && isInline(node)) continue
    const between = run.slice(start, at)
    if (between.some((part) => part.type !== 'hardBreak' && (part.text === undefined || part.text.trim() !== ''))) {
      blocks.push({ type: 'paragraph', content: trimmed(between) })
    }
    if (node !== undefined) blocks.push(node)
    start = at + 1
  }
  return blocks
}

function trimmed(run: readonly DocNode[]): readonly DocNode[] {
  return run
    .map((node, index) => {
      if (node.text === undefined) return node
      const text = index === 0 ? node.text.trimStart() : node.text
      return { ...node, text: index === run.length - 1 ? text.trimEnd() : text }
    })
    .filter((node) => node.text !== '')
}

/** The name of each label that has a definition: the label itself where it may be one. */
function noteNames(tokens: readonly Token[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const used = new Set<string>()
  const labels = new Set(tokens.filter((token) => token.type === 'footnote_reference_open').map((token) => String(token.meta?.['label'])))
  const isName = (label: string): boolean => nodeRules.footnote.attrs['note']?.read(label) !== undefined
  for (const label of labels) if (isName(label)) used.add(label)
  for (const label of labels) {
    const name = isName(label) ? label : unusedName(used, names.size + 1)
    names.set(label, name)
    used.add(name)
  }
  return names
}

function unusedName(used: ReadonlySet<string>, from: number): string {
  for (let number = from; ; number++) if (!used.has(`note-${number}`)) return `note-${number}`
}

/** Reads and removes `[ ]` or `[x]` at the start of a list item. `null` for an ordinary item. */
function takeTaskMark(tokens: readonly Token[], index: number): string | null {
  const inline = tokens[index + 2]
  const first = inline?.children?.[0]
  const mark = /^\[([ xX])\](?:\s+|$)/.exec(inline?.content ?? '')
  // An escaped `\[` is a token of another type.
  if (tokens[index + 1]?.type !== 'paragraph_open' || inline === undefined || mark === null || first?.type !== 'text') return null
  if (!/^\[[ xX]\]/.test(first.content)) return null
  first.content = first.content.slice(3).replace(/^[ \t]+/u, '')
  inline.content = inline.content.slice(mark[0].length)
  return mark[1] ?? ' '
}

function openOrReport(name: NodeName, attrs: Readonly<Record<string, AttrValue>>, { builder, context }: Reading): void {
  if (!builder.open(name, attrs)) context.report('nesting')
}

function codeBlock(token: Token): DocNode {
  const language = /^\S+/.exec(parser.utils.unescapeAll(token.info).trim())?.[0] ?? ''
  const isKnown = nodeRules.codeBlock.attrs['language']?.read(language) !== undefined
  const text = token.content.replace(/\n$/, '')
  return { type: 'codeBlock', ...(isKnown && { attrs: { language } }), ...(text !== '' && { content: [{ type: 'text', text }] }) }
}

/** Where no polls are held, its question and options are words like others. */
function pollNodes(meta: unknown, { profile, polls, context }: Reading): readonly DocNode[] {
  const poll = pollIn(meta, polls)
  if (poll === null) return []
  if (profile === 'essay') return [poll]
  context.report('poll')
  return pollWords(poll)
}

/** Where none are held, it is words like others. */
function predictionNodes(meta: unknown, { profile, polls, context }: Reading): readonly DocNode[] {
  const prediction = predictionIn(meta, polls)
  if (prediction === null) return []
  if (profile === 'essay') return [prediction]
  context.report('prediction question')
  return predictionWords(prediction)
}

/**
 * `null` for a place that is covered by a neighbour's span: it is written only to keep the columns
 * in step.
 */
function cellOf(opening: Token): { readonly type: NodeName; readonly attrs: Readonly<Record<string, AttrValue>> } | null {
  const notes = (Array.isArray(opening.meta?.['notes']) ? opening.meta['notes'] : []).map(String)
  if (notes.includes('<')) return null
  const value = (name: string): string | undefined => notes.find((note) => note.startsWith(`${name}=`))?.slice(name.length + 1)
  const span = (name: string): number => Math.min(100, Math.max(1, Number(value(name) ?? 1)))
  const align = value('align') ?? /text-align:(\w+)/.exec(String(opening.attrGet('style') ?? ''))?.[1] ?? 'none'
  const isHeader = notes.includes('th') || (opening.type === 'th_open' && !notes.includes('td'))
  return {
    type: isHeader ? 'tableHeader' : 'tableCell',
    attrs: { colspan: span('colspan'), rowspan: span('rowspan'), align: ['left', 'center', 'right'].includes(align) ? align : null },
  }
}
