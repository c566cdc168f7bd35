import {
  inlineNames,
  isMarkName,
  isNodeName,
  isStorable,
  markNames,
  markRules,
  nodeRules,
  type AttrRule,
  type AttrValue,
  type Doc,
  type DocMark,
  type DocNode,
  type NodeName,
  type NodeRule,
  type Profile,
} from './nodes.ts'
import { breakable } from '../kernel/breakable.ts'
import { embedOf } from './embeds.ts'
import { tableGrid } from './table-grid.ts'

export { isSafeUrl } from './url.ts'

/**
 * Judges a text that came from outside against the table in nodes.ts, and copies it. The walk keeps
 * its own stack, so nesting cannot overflow ours; it stops at the first fault or limit. The copy
 * holds known keys only, in canonical form; a fault refuses the whole text, nothing is cut out of
 * it.
 */
export type Checked = { readonly ok: true; readonly doc: Doc } | { readonly ok: false; readonly path: string; readonly reason: string }

export const maxDepth = 64
export const maxNodes = 20_000
export const maxCharacters: Readonly<Record<Profile, number>> = { essay: 1_000_000, comment: 50_000 }

type Attrs = Record<string, AttrValue>
type Frame = {
  readonly type: NodeName
  readonly rule: NodeRule
  readonly attrs: Attrs
  readonly source: readonly unknown[]
  readonly children: DocNode[]
  next: number
}

/** Stops the walk; never leaves this file. */
class Fault extends Error {
  readonly at: string
  constructor(reason: string, at = '') {
    super(reason)
    this.at = at
  }
}

export function checkDoc(value: unknown, profile: Profile): Checked {
  const stack: Frame[] = []
  try {
    return { ok: true, doc: walk(value, profile, stack) }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const places = stack.map((frame) => `content[${Math.max(0, frame.next - 1)}]`)
    return { ok: false, path: [...places, error.at].filter((part) => part !== '').join('.'), reason: error.message }
  }
}

function walk(value: unknown, profile: Profile, stack: Frame[]): Doc {
  const notes = new Set<string>()
  const calls = new Set<string>()
  const polls = new Set<string>()
  let nodes = 0
  let characters = 0
  let hasText = false
  let insideNotes = false

  const count = (text: string): void => {
    characters += text.length
    if (characters > maxCharacters[profile]) throw new Fault('too-long')
    hasText ||= /\S/u.test(text)
  }
  const countNode = (): void => {
    nodes += 1
    if (nodes > maxNodes) throw new Fault('too-many-nodes')
  }
  const enter = (given: unknown, parent: Frame | null): void => {
    if (stack.length >= maxDepth) throw new Fault('too-deep')
    const source = plainObject(given)
    const type = source['type']
    if (typeof type !== 'string' || !isNodeName(type)) throw new Fault('unknown-node', 'type')
    const rule = nodeRules[type]
    if (parent === null ? type !== 'doc' : !mayHold(parent.rule, type)) throw new Fault('misplaced-node', 'type')
    if (rule.profiles !== undefined && !rule.profiles.includes(profile)) throw new Fault('not-in-this-profile', 'type')
    onlyKeys(
      source,
      type === 'text' ? ['type', 'text', 'marks'] : inlineNames.has(type) ? ['type', 'attrs', 'marks'] : ['type', 'attrs', 'content'],
    )

    if (type === 'text') {
      if (parent === null) throw new Fault('misplaced-node', 'type')
      const text = readText(source['text'], parent.rule.content === 'code')
      count(text)
      const marks = readMarks(source['marks'])
      if (parent.rule.content === 'code' && marks.length > 0) throw new Fault('misplaced-mark', 'marks')
      // Text in many pieces becomes one node, and counts as one; its pieces are bounded by their
      // characters.
      if (!joinText(parent.children, text, marks)) {
        countNode()
        parent.children.push({ type, text, ...(marks.length > 0 && { marks }) })
      }
      return
    }
    countNode()
    const attrs = readAttrs(source['attrs'], rule.attrs)
    for (const attr of Object.values(attrs)) if (typeof attr === 'string') count(attr)
    if (inlineNames.has(type)) {
      if (type === 'footnoteRef') {
        if (insideNotes) throw new Fault('note-in-note')
        calls.add(String(attrs['note']))
      }
      // A link or code around an atom means nothing; the editor adds them when a selection spans
      // one.
      const marks = readMarks(source['marks']).filter((mark) => type !== 'hardBreak' && mark.type !== 'link' && mark.type !== 'code')
      parent?.children.push({ type, ...(Object.keys(attrs).length > 0 && { attrs }), ...(marks.length > 0 && { marks }) })
      return
    }
    if (type === 'footnotes') insideNotes = true
    if (type === 'footnote') {
      const note = String(attrs['note'])
      if (notes.has(note)) throw new Fault('two-notes-of-one-name', 'attrs.note')
      notes.add(note)
    }
    // Votes and predictions are cast for a name within the text.
    if (type === 'poll' || type === 'prediction') {
      const poll = String(attrs['uid'])
      if (polls.has(poll)) throw new Fault('two-polls-of-one-name', 'attrs.uid')
      polls.add(poll)
    }
    if (type === 'embed' && embedOf(String(attrs['url']))?.provider !== attrs['provider'])
      throw new Fault('bad-attribute', 'attrs.provider')
    const content = source['content'] ?? []
    if (!Array.isArray(content)) throw new Fault('not-a-list', 'content')
    if (rule.content === 'leaf' && content.length > 0) throw new Fault('misplaced-node', 'content')
    stack.push({ type, rule, attrs, source: content, children: [], next: 0 })
  }

  enter(value, null)
  for (;;) {
    const frame = stack.at(-1)
    if (frame === undefined) throw new Fault('not-a-text')
    if (frame.next < frame.source.length) {
      frame.next += 1
      enter(frame.source[frame.next - 1], frame)
      continue
    }
    stack.pop()
    const node = finish(frame)
    const parent = stack.at(-1)
    if (parent !== undefined) {
      // An empty caption is no caption: the editor keeps one ready in every figure.
      if (!(node.type === 'figcaption' && node.content === undefined)) parent.children.push(node)
      continue
    }
    for (const call of calls) if (!notes.has(call)) throw new Fault('no-such-note')
    if (profile === 'comment' && !hasText) throw new Fault('empty')
    return { type: 'doc', content: node.content ?? [] }
  }
}

function finish({ type, rule, attrs, children }: Frame): DocNode {
  if (children.length < (rule.atLeast ?? 0)) throw new Fault('too-few-parts', 'content')
  if (children.length > (rule.atMost ?? Infinity)) throw new Fault('too-many-parts', 'content')
  if (rule.first !== undefined && children[0]?.type !== rule.first) throw new Fault('misplaced-node', 'content[0]')
  if (type === 'figure' && children[1]?.type === 'image') throw new Fault('misplaced-node', 'content[1]')
  if (type === 'doc') {
    const notes = children.findIndex((child) => child.type === 'footnotes')
    if (notes === 0 || (notes > 0 && notes < children.length - 1)) throw new Fault('misplaced-node', `content[${notes}]`)
  }
  if (type === 'poll' && new Set(children.map((option) => option.attrs?.['uid'])).size < children.length)
    throw new Fault('two-options-of-one-name', 'content')
  const node = { type, ...(Object.keys(attrs).length > 0 && { attrs }), ...(children.length > 0 && { content: children }) }
  if (type === 'table' && tableGrid(node) === null) throw new Fault('uneven-table', 'content')
  return node
}

function mayHold(rule: NodeRule, type: NodeName): boolean {
  if (rule.content === 'inline') return inlineNames.has(type)
  if (rule.content === 'code') return type === 'text'
  return rule.content !== 'leaf' && rule.content.includes(type)
}

function plainObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Fault('not-an-object')
  // A copy without a prototype, so that nothing inherited is ever read; a key `__proto__` is plain
  // here, and then refused.
  const copy: Record<string, unknown> = Object.create(null)
  for (const [key, item] of Object.entries(value)) copy[key] = item
  return copy
}

function onlyKeys(source: Record<string, unknown>, known: readonly string[]): void {
  for (const key of Object.keys(source)) if (!known.includes(key)) throw new Fault('unknown-key', short(key))
}

function readText(value: unknown, isCode: boolean): string {
  if (typeof value !== 'string' || value === '') throw new Fault('not-text', 'text')
  // A check before the replacements below, so that a huge string costs one look.
  if (value.length > maxCharacters.essay) throw new Fault('too-long', 'text')
  if (!isStorable(value)) throw new Fault('not-unicode', 'text')
  // In prose a line end is a space (a break is a `hardBreak`); in code it is `\n`.
  return isCode ? value.replace(/\r\n?/g, '\n') : breakable(value).replace(/[\n\v\f\r\u2028\u2029]+/g, ' ')
}

function readMarks(value: unknown): readonly DocMark[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > markNames.length) throw new Fault('not-a-list', 'marks')
  const marks = value.map((given: unknown, index): DocMark => {
    const source = plainObject(given)
    onlyKeys(source, ['type', 'attrs'])
    const type = source['type']
    if (typeof type !== 'string' || !isMarkName(type)) throw new Fault('unknown-mark', `marks[${index}]`)
    const attrs = readAttrs(source['attrs'], markRules[type])
    return { type, ...(Object.keys(attrs).length > 0 && { attrs }) }
  })
  marks.sort((a, b) => markNames.indexOf(a.type) - markNames.indexOf(b.type))
  if (new Set(marks.map((mark) => mark.type)).size < marks.length) throw new Fault('mark-twice', 'marks')
  return marks
}

function readAttrs(value: unknown, rules: Readonly<Record<string, AttrRule>>): Attrs {
  const source = value === undefined ? {} : plainObject(value)
  for (const key of Object.keys(source)) if (!Object.hasOwn(rules, key)) throw new Fault('unknown-attribute', `attrs.${short(key)}`)
  const attrs: Attrs = {}
  for (const [name, rule] of Object.entries(rules)) {
    const given = Object.hasOwn(source, name) ? source[name] : rule.fallback
    if (given === undefined) throw new Fault('missing-attribute', `attrs.${name}`)
    const read = rule.read(given)
    if (read === undefined) throw new Fault('bad-attribute', `attrs.${name}`)
    if (read !== rule.fallback) attrs[name] = read
  }
  return attrs
}

/** Whether the last child is text with the same marks, and so could take this text in. */
function joinText(children: DocNode[], text: string, marks: readonly DocMark[]): boolean {
  const last = children.at(-1)
  if (last?.text === undefined || !sameMarks(last.marks ?? [], marks)) return false
  children[children.length - 1] = { ...last, text: last.text + text }
  return true
}

/** Both lists in canonical order. */
function sameMarks(a: readonly DocMark[], b: readonly DocMark[]): boolean {
  return a.length === b.length && a.every((mark, index) => sameMark(mark, b[index]))
}

export function sameMark(a: DocMark | undefined, b: DocMark | undefined): boolean {
  return a !== undefined && b !== undefined && a.type === b.type && a.attrs?.['href'] === b.attrs?.['href']
}

/** A hostile key is as long as its author likes; the path is shown and logged. */
function short(key: string): string {
  return key.slice(0, 40)
}
