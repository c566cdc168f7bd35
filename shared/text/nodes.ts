import { embedOf } from './embeds.ts'
import { isSafeImageUrl, isSafeUrl } from './url.ts'

/**
 * What a text is made of: every node and mark of schema version 2, what each may hold, and a
 * validator for each attribute. The check, the renderer, Markdown both ways and the editor's schema
 * rest on this one table. Canonical form: attributes at their fallback are left out, marks stand in
 * the order of `markNames`. Version 2 only adds (`sinceVersion2`): every text of version 1 is one
 * of version 2 as it stands (decision 0014).
 */
export const textSchemaVersion = 2

export type Profile = 'essay' | 'comment'
export type AttrValue = string | number | boolean | null
export type DocMark = { readonly type: MarkName; readonly attrs?: Readonly<Record<string, AttrValue>> }
export type DocNode = {
  readonly type: NodeName
  readonly attrs?: Readonly<Record<string, AttrValue>>
  readonly content?: readonly DocNode[]
  readonly marks?: readonly DocMark[]
  readonly text?: string
}
/**
 * A checked text. The version it was written in may be named on the way in, and is left out of what
 * is kept: `versionOf` tells.
 */
export type Doc = { readonly type: 'doc'; readonly attrs?: { readonly v?: 1 | 2 }; readonly content: readonly DocNode[] }

/**
 * Gives the value as it is stored, or `undefined` to refuse it. A rule without a fallback is a
 * required attribute.
 */
export type AttrRule = { readonly read: (value: unknown) => AttrValue | undefined; readonly fallback?: AttrValue }

export type NodeRule = {
  /**
   * `leaf` holds nothing, `code` unmarked text alone, `inline` text and inline nodes, a list names
   * the nodes it may hold.
   */
  readonly content: 'leaf' | 'code' | 'inline' | readonly NodeName[]
  readonly attrs: Readonly<Record<string, AttrRule>>
  /** The fewest children, for the nodes that cannot be empty. */
  readonly atLeast?: number
  readonly atMost?: number
  /** The type the first child must have. */
  readonly first?: NodeName
  readonly profiles?: readonly Profile[]
}

/** From the outermost to the innermost. */
export const markNames = ['link', 'highlight', 'bold', 'italic', 'strike', 'subscript', 'superscript', 'code'] as const
export type MarkName = (typeof markNames)[number]

const blockNames = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'taskList',
  'blockquote',
  'codeBlock',
  'table',
  'horizontalRule',
  'figure',
  'mathBlock',
  'spoiler',
  'details',
  'embed',
  'machineText',
  'poll',
  'prediction',
] as const
const partNames = [
  'doc',
  'text',
  'hardBreak',
  'footnoteRef',
  'mathInline',
  'mention',
  'listItem',
  'taskItem',
  'tableRow',
  'tableHeader',
  'tableCell',
  'image',
  'figcaption',
  'footnotes',
  'footnote',
  'pollOption',
] as const
export type NodeName = (typeof blockNames)[number] | (typeof partNames)[number]

export const inlineNames: ReadonlySet<NodeName> = new Set<NodeName>(['text', 'hardBreak', 'footnoteRef', 'mathInline', 'mention'])

const oneLine =
  (most: number): AttrRule['read'] =>
  (value) => {
    if (typeof value !== 'string' || value.length > most || !isStorable(value)) return undefined
    return value.replace(/\s+/gu, ' ').trim()
  }
const whole =
  (least: number, most: number): AttrRule['read'] =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : undefined
const matching =
  (pattern: RegExp): AttrRule['read'] =>
  (value) =>
    typeof value === 'string' && value.length <= 200 && pattern.test(value) ? value : undefined
const oneOf =
  (...choices: readonly string[]): AttrRule['read'] =>
  (value) =>
    typeof value === 'string' && choices.includes(value) ? value : undefined
const flag: AttrRule = { read: (value) => (typeof value === 'boolean' ? value : undefined), fallback: false }
const orNull = (read: AttrRule['read']): AttrRule => ({ read: (value) => (value === null ? null : read(value)), fallback: null })
const url = (isSafe: (url: string) => boolean): AttrRule => ({
  read: (value) => (typeof value === 'string' && isSafe(value) ? value : undefined),
})
/** TeX is never empty; inline it has no line ends. */
const tex = (isInline: boolean): AttrRule => ({
  read: (value) => {
    if (typeof value !== 'string' || value.length > 5000 || !isStorable(value)) return undefined
    const tidy = isInline ? inOneLine(value) : tidyTex(value)
    return tidy === '' ? undefined : tidy
  },
})
/** One line with words in it. */
const words = (most: number): AttrRule => ({ read: (value) => oneLine(most)(value) || undefined })
/**
 * Names a poll, an option within it, or a prediction question through edits: votes are cast for
 * names. Ids of the device, or what was typed as Markdown.
 */
const pollName: AttrRule = { read: matching(/^[\w-]{1,40}$/) }
const noteName: AttrRule = { read: matching(/^[\p{L}\p{N}_.-]{1,64}$/u) }

/**
 * Names a top-level block through edits, for diffs: 26 characters of Crockford base32, as all ids.
 */
const blockId = { id: orNull(matching(/^[0-9a-hjkmnp-tv-z]{26}$/)) }
const cell = {
  colspan: { read: whole(1, 100), fallback: 1 },
  rowspan: { read: whole(1, 100), fallback: 1 },
  align: orNull(oneOf('left', 'center', 'right')),
}

export const nodeRules: Readonly<Record<NodeName, NodeRule>> = {
  doc: {
    content: [...blockNames, 'footnotes'],
    atLeast: 1,
    attrs: { v: { read: whole(1, textSchemaVersion), fallback: 1 } },
  },

  paragraph: { content: 'inline', attrs: blockId },
  heading: { content: 'inline', attrs: { ...blockId, level: { read: whole(2, 4) } } },
  bulletList: { content: ['listItem'], atLeast: 1, attrs: blockId },
  orderedList: { content: ['listItem'], atLeast: 1, attrs: { ...blockId, start: { read: whole(0, 999_999_999), fallback: 1 } } },
  listItem: { content: blockNames, atLeast: 1, attrs: {} },
  taskList: { content: ['taskItem'], atLeast: 1, attrs: blockId },
  taskItem: { content: blockNames, atLeast: 1, first: 'paragraph', attrs: { checked: flag } },
  blockquote: { content: blockNames, atLeast: 1, attrs: blockId },
  codeBlock: { content: 'code', attrs: { ...blockId, language: orNull(matching(/^[\w+#.-]{1,40}$/)) } },
  table: { content: ['tableRow'], atLeast: 1, attrs: blockId },
  tableRow: { content: ['tableHeader', 'tableCell'], attrs: {} },
  tableHeader: { content: ['paragraph'], atLeast: 1, atMost: 1, attrs: cell },
  tableCell: { content: ['paragraph'], atLeast: 1, atMost: 1, attrs: cell },
  horizontalRule: { content: 'leaf', attrs: blockId },
  figure: { content: ['image', 'figcaption'], atLeast: 1, atMost: 2, first: 'image', attrs: blockId },
  image: {
    content: 'leaf',
    attrs: {
      src: url(isSafeImageUrl),
      alt: { read: oneLine(2000), fallback: '' },
      width: orNull(whole(1, 20_000)),
      height: orNull(whole(1, 20_000)),
      decorative: flag,
    },
  },
  figcaption: { content: 'inline', attrs: {} },
  mathBlock: { content: 'leaf', attrs: { ...blockId, tex: tex(false) } },
  spoiler: { content: blockNames, atLeast: 1, attrs: { ...blockId, title: { read: oneLine(300), fallback: '' } } },
  details: { content: blockNames, atLeast: 1, attrs: { ...blockId, summary: { read: oneLine(300), fallback: '' }, open: flag } },
  embed: {
    content: 'leaf',
    profiles: ['essay'],
    attrs: {
      ...blockId,
      url: { read: (value) => (typeof value === 'string' && embedOf(value)?.url === value ? value : undefined) },
      provider: { read: matching(/^[a-z]{1,20}$/) },
    },
  },
  /**
   * What a machine wrote, and which: nobody's own words. Without a name while its author has given
   * none.
   */
  machineText: { content: blockNames, atLeast: 1, attrs: { ...blockId, model: { read: oneLine(100), fallback: '' } } },
  poll: {
    content: ['pollOption'],
    atLeast: 2,
    atMost: 20,
    profiles: ['essay'],
    attrs: {
      ...blockId,
      uid: pollName,
      question: words(300),
      multiple: flag,
      /** ms since 1970 UTC; `null`: never. */
      closesAt: orNull(whole(0, 253_402_300_799_999)),
      resultsVisible: { read: oneOf('always', 'afterVoting', 'afterClose'), fallback: 'always' },
    },
  },
  pollOption: { content: 'leaf', attrs: { uid: pollName, text: words(200) } },
  /** Something that will turn out to be so or not: members say how likely it is. */
  prediction: {
    content: 'leaf',
    profiles: ['essay'],
    attrs: {
      ...blockId,
      uid: pollName,
      title: words(300),
      notes: { read: oneLine(1000), fallback: '' },
      /** ms since 1970 UTC; `null`: nobody knows when. */
      resolvesBy: orNull(whole(0, 253_402_300_799_999)),
    },
  },

  text: { content: 'leaf', attrs: {} },
  hardBreak: { content: 'leaf', attrs: {} },
  mathInline: { content: 'leaf', attrs: { tex: tex(true) } },
  /** `id` is the last part of the address: a member's or wiki page's slug, a post's id. */
  mention: {
    content: 'leaf',
    attrs: {
      kind: { read: oneOf('member', 'post', 'wiki') },
      id: { read: matching(/^[\p{L}\p{N}_-]{1,120}$/u) },
      label: { read: oneLine(300) },
    },
  },
  /**
   * A note is called by an inline atom and stands in one list at the end of the text. So a note is
   * merged, moved and diffed like any block, two calls can share it, and a paragraph holds inline
   * content only. Notes call no notes.
   */
  footnoteRef: { content: 'leaf', attrs: { note: noteName } },
  footnotes: { content: ['footnote'], atLeast: 1, attrs: {} },
  footnote: { content: blockNames, atLeast: 1, attrs: { note: noteName } },
}

export const markRules: Readonly<Record<MarkName, Readonly<Record<string, AttrRule>>>> = {
  link: { href: url(isSafeUrl) },
  highlight: {},
  bold: {},
  italic: {},
  strike: {},
  subscript: {},
  superscript: {},
  code: {},
}

/** U+0000 cannot be stored by PostgreSQL; a lone surrogate does not survive UTF-8. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Line by line: one pattern over the whole would take a square of its spaces. */
function inOneLine(source: string): string {
  return source
    .split(/[\n\v\f\r\u2028\u2029]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
}

/** TeX without white space around it; line ends as `\n`. */
export function tidyTex(source: string): string {
  return source.replace(/\r\n?/g, '\n').trim()
}

/** What version 2 has brought. */
const sinceVersion2: ReadonlySet<string> = new Set<NodeName | MarkName>(['highlight', 'machineText', 'poll', 'pollOption', 'prediction'])

/** The oldest version of the schema that knows all that stands in a checked text. */
export function versionOf(doc: Doc): 1 | 2 {
  const isNew = (node: DocNode): boolean =>
    sinceVersion2.has(node.type) || (node.marks ?? []).some((mark) => sinceVersion2.has(mark.type)) || childrenOf(node).some(isNew)
  return doc.content.some(isNew) ? 2 : 1
}

export function isNodeName(name: string): name is NodeName {
  return Object.hasOwn(nodeRules, name)
}

export function isMarkName(name: string): name is MarkName {
  return Object.hasOwn(markRules, name)
}

export function attrText(node: DocNode | DocMark, name: string): string {
  const value = node.attrs?.[name]
  return typeof value === 'string' ? value : ''
}

/** What a block is called through all its edits; `null` for one that has no name yet. */
export function nameOfBlock(block: DocNode | undefined): string | null {
  const id = block?.attrs?.['id']
  return typeof id === 'string' ? id : null
}

/** `null` when it is absent. */
export function attrNumber(node: DocNode, name: string): number | null {
  const value = node.attrs?.[name]
  return typeof value === 'number' ? value : null
}

export function attrFlag(node: DocNode, name: string): boolean {
  return node.attrs?.[name] === true
}

export function childrenOf(node: DocNode | Doc): readonly DocNode[] {
  return node.content ?? []
}

/**
 * The text of a node and all within it, without any separators. Maths gives its TeX, a mention its
 * label.
 */
export function textOf(node: DocNode): string {
  if (node.text !== undefined) return node.text
  if (node.type === 'mathInline' || node.type === 'mathBlock') return attrText(node, 'tex')
  if (node.type === 'mention') return attrText(node, 'label')
  if (node.type === 'hardBreak') return ' '
  if (node.type === 'pollOption') return attrText(node, 'text')
  if (node.type === 'poll') return [attrText(node, 'question'), ...childrenOf(node).map(textOf)].join(' ')
  if (node.type === 'prediction') return [attrText(node, 'title'), attrText(node, 'notes')].filter((part) => part !== '').join(' ')
  return childrenOf(node).map(textOf).join('')
}
