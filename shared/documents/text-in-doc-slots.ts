import * as Y from 'yjs'
import { maxCharacters, maxDepth, maxNodes } from '../text/check.ts'
import { inlineNames, isMarkName, isNodeName, markNames, markRules, nodeRules, type DocNode } from '../text/nodes.ts'
import { markOfFormat } from './inspect-rules.ts'

/**
 * A text as y-tiptap lays it out in Yjs: an element for each node, and one shared text for each run
 * of text nodes between them. Read from a document or from checked JSON, so that both can be
 * compared; `print` is equal where the canonical forms are equal. Marks around atoms have no place
 * in Yjs, and are no part of it. Never looks at more than a text may be.
 */
export type Slot = ElementSlot | TextSlot
export type Values = Readonly<Record<string, unknown>>

export interface ElementSlot {
  readonly kind: 'element'
  readonly type: string
  /** As they stand there, of known names only. */
  readonly attrs: Values
  readonly children: readonly Slot[]
  readonly print: string
  readonly shared: Y.XmlElement | undefined
}

export interface TextSlot {
  readonly kind: 'text'
  readonly pieces: readonly Piece[]
  readonly print: string
  readonly shared: Y.XmlText | undefined
}

export interface Piece {
  readonly text: string
  readonly marks: readonly PieceMark[]
}

export interface PieceMark {
  readonly type: string
  readonly attrs: Values
  /**
   * The format's name in Yjs: that of the mark, for a mark that may overlap itself with a hash
   * behind it.
   */
  readonly key: string
}

export interface ReadFragment {
  readonly slots: readonly Slot[]
  /** `false` when it is deeper or longer than a text may be, and the rest was not looked at. */
  readonly isWhole: boolean
}

export function readFragment(fragment: Y.XmlFragment): ReadFragment {
  let elements = 0
  let characters = 0
  let isWhole = true

  const readAll = (parent: Y.XmlFragment, holdsCode: boolean, depth: number): Slot[] => {
    const slots: Slot[] = []
    // What stands there is as whoever wrote it liked; other shared types and values are none of a
    // text's.
    const children: readonly unknown[] = parent.toArray()
    for (const child of children) {
      isWhole &&= depth <= maxDepth && elements <= maxNodes && characters <= maxCharacters.essay
      if (!isWhole) break
      if (child instanceof Y.XmlElement) slots.push(readElement(child, depth))
      else if (child instanceof Y.XmlText) slots.push(readText(child, holdsCode))
    }
    return slots
  }
  const readElement = (shared: Y.XmlElement, depth: number): Slot => {
    elements += 1
    const type = shared.nodeName
    const rule = isNodeName(type) ? nodeRules[type] : undefined
    const attrs: Record<string, unknown> = {}
    for (const name of Object.keys(rule?.attrs ?? {})) {
      const value: unknown = shared.getAttribute(name)
      if (value !== undefined && value !== null) attrs[name] = value
    }
    return elementSlot(type, attrs, readAll(shared, rule?.content === 'code', depth + 1), shared)
  }
  const readText = (shared: Y.XmlText, holdsCode: boolean): Slot => {
    const pieces: Piece[] = []
    for (const { insert, attributes } of shared.toDelta() as readonly { insert?: unknown; attributes?: unknown }[]) {
      if (typeof insert !== 'string') continue
      characters += insert.length
      pieces.push({ text: insert, marks: holdsCode ? [] : marksOf(attributes) })
    }
    return textSlot(pieces, holdsCode, shared)
  }
  const slots = readAll(fragment, false, 1)
  return { slots, isWhole }
}

/** `nodes` as they come out of the check. */
export function slotsOf(nodes: readonly DocNode[], holdsCode = false): readonly Slot[] {
  const slots: Slot[] = []
  let run: Piece[] = []
  const endRun = (): void => {
    if (run.length > 0) slots.push(textSlot(run, holdsCode, undefined))
    run = []
  }
  for (const node of nodes) {
    if (node.text !== undefined) {
      const marks = (node.marks ?? []).map(({ type, attrs = {} }) => ({ type, attrs, key: type }))
      run.push({ text: node.text, marks })
      continue
    }
    endRun()
    const children = slotsOf(node.content ?? [], nodeRules[node.type].content === 'code')
    const attrs = Object.entries(nodeRules[node.type].attrs).map(([name, { fallback }]) => [name, node.attrs?.[name] ?? fallback])
    slots.push(elementSlot(node.type, Object.fromEntries(attrs.filter(([, value]) => value !== null)), children, undefined))
  }
  endRun()
  return slots
}

/**
 * Whether it stands for nothing: the editor keeps empty texts and captions ready, and the check
 * leaves them out.
 */
export function isNothing(slot: Slot): boolean {
  return slot.kind === 'text' ? slot.pieces.length === 0 : slot.type === 'figcaption' && slot.children.every(isNothing)
}

export function slotToJson(slot: Slot): readonly unknown[] {
  if (slot.kind === 'element') {
    const { type, attrs } = slot
    const content = slot.children.flatMap(slotToJson)
    const isInline = isNodeName(type) && inlineNames.has(type)
    return [{ type, ...(Object.keys(attrs).length > 0 && { attrs }), ...(content.length > 0 && !isInline && { content }) }]
  }
  return slot.pieces.map(({ text, marks }) => ({
    type: 'text',
    text,
    ...(marks.length > 0 && { marks: marks.map(({ type, attrs }) => ({ type, ...(Object.keys(attrs).length > 0 && { attrs }) })) }),
  }))
}

/** In canonical order, each once. */
function marksOf(formats: unknown): readonly PieceMark[] {
  if (typeof formats !== 'object' || formats === null) return []
  const marks: PieceMark[] = []
  for (const [key, value] of Object.entries(formats)) {
    const type = markOfFormat(key)
    if (value === null || marks.some((mark) => mark.type === type)) continue
    const given = new Map<string, unknown>(typeof value === 'object' ? Object.entries(value) : [])
    const known = isMarkName(type) ? Object.keys(markRules[type]).filter((name) => given.has(name)) : []
    marks.push({ type, attrs: Object.fromEntries(known.map((name) => [name, given.get(name)])), key })
  }
  return marks.sort((a, b) => rank(a.type) - rank(b.type))
}

function rank(type: string): number {
  return isMarkName(type) ? markNames.indexOf(type) : markNames.length
}

function elementSlot(type: string, attrs: Values, children: readonly Slot[], shared: Y.XmlElement | undefined): ElementSlot {
  const print = `${JSON.stringify([type, ...tidyAttrs(type, attrs)])}(${printOf(children)})`
  return { kind: 'element', type, attrs, children, shared, print }
}

/**
 * All attributes that such a node may have, as the check would read them; `undefined` where it
 * would refuse.
 */
export function tidyAttrs(type: string, attrs: Values): ReadonlyMap<string, unknown> {
  const rules = isNodeName(type) ? nodeRules[type].attrs : {}
  return new Map(
    Object.entries(rules).map(([name, { read, fallback }]) => [name, attrs[name] === undefined ? fallback : read(attrs[name])]),
  )
}

/** Line ends as the check leaves them. */
function textSlot(given: readonly Piece[], holdsCode: boolean, shared: Y.XmlText | undefined): TextSlot {
  const pieces = given.map(({ text, marks }) => ({
    text: holdsCode ? text.replace(/\r\n?/g, '\n') : text.replace(/[\n\v\f\r\u2028\u2029]+/g, ' '),
    marks,
  }))
  return { kind: 'text', pieces, shared, print: printOfText(pieces) }
}

/** Texts that stand side by side are one text to a reader. */
function printOf(slots: readonly Slot[]): string {
  const prints: string[] = []
  let run: Piece[] = []
  for (const slot of [...slots, undefined]) {
    if (slot?.kind === 'text') run.push(...slot.pieces)
    else if (slot === undefined || !isNothing(slot)) {
      if (run.length > 0) prints.push(printOfText(run))
      run = []
      if (slot !== undefined) prints.push(slot.print)
    }
  }
  return prints.join()
}

function printOfText(pieces: readonly Piece[]): string {
  const runs: { text: string; readonly marks: string }[] = []
  for (const { text, marks } of pieces) {
    const print = JSON.stringify(marks.map(({ type, attrs }) => [type, ...Object.entries(attrs)]))
    const last = runs.at(-1)
    if (last?.marks === print) last.text += text
    else runs.push({ text, marks: print })
  }
  return JSON.stringify(runs)
}
