/**
 * Brings the text in a document to another text by one change forward. Blocks, texts and words that
 * stay are not touched, so that the carets in them, and what others write there meanwhile, survive.
 * Relies on the mapping of text-in-doc-slots.ts; where nothing differs in the canonical form,
 * nothing is written. Never looks at who wrote what.
 */
import * as Y from 'yjs'
import type { Doc } from '../text/nodes.ts'
import { bodyFragment } from './rooms.ts'
import { matchingPairs, type Pair } from './text-in-doc-align.ts'
import { isNothing, readFragment, slotsOf, tidyAttrs, type ElementSlot, type Piece, type Slot, type Values } from './text-in-doc-slots.ts'
import { isSameJson } from '../kernel/same.ts'

/** `doc` as the check gave it. `origin` is that of the transaction. */
export function writeText(ydoc: Y.Doc, doc: Doc, origin: unknown): void {
  const fragment = ydoc.getXmlFragment(bodyFragment)
  ydoc.transact(() => {
    const { slots, isWhole } = readFragment(fragment)
    // What is no text at all is not compared.
    if (!isWhole) fragment.delete(0, fragment.length)
    bringTo(fragment, isWhole ? slots : [], slotsOf(doc.content))
  }, origin)
}

function bringTo(parent: Y.XmlFragment, old: readonly Slot[], wanted: readonly Slot[]): void {
  const partner = new Map<Slot, Slot>()
  const kept = matchingPairs(old.map(printOf), wanted.map(printOf))
  let [afterOld, afterWanted] = [0, 0]
  for (const [atOld, atWanted] of [...kept, [old.length, wanted.length] satisfies Pair]) {
    for (const [from, to] of alike(old.slice(afterOld, atOld), wanted.slice(afterWanted, atWanted))) partner.set(to, from)
    const from = old[atOld]
    const to = wanted[atWanted]
    if (from !== undefined && to !== undefined) partner.set(to, from)
    ;[afterOld, afterWanted] = [atOld + 1, atWanted + 1]
  }

  const staying = new Set(partner.values())
  // Empty texts and captions stay: somebody may be about to write there.
  remove(parent, new Set<unknown>(old.filter((slot) => !staying.has(slot) && !isNothing(slot)).map(({ shared }) => shared)))
  let after: Y.XmlElement | Y.XmlText | null = null
  for (const slot of wanted) {
    const from = partner.get(slot)
    if (from?.shared === undefined) {
      const made = newShared(slot)
      if (after === null) parent.insert(0, [made])
      else parent.insertAfter(after, [made])
      after = made
      continue
    }
    if (from.print !== slot.print) change(from, slot)
    after = from.shared
  }
}

const printOf = ({ print }: Slot): string => print

function remove(parent: Y.XmlFragment, gone: ReadonlySet<unknown>): void {
  const children: readonly unknown[] = parent.toArray()
  for (let end = children.length; end > 0;) {
    let from = end
    while (from > 0 && gone.has(children[from - 1])) from -= 1
    if (from < end) parent.delete(from, end - from)
    end = from < end ? from : end - 1
  }
}

/** Most pairs to compare one by one; above, the next of the same kind will do. */
const maxCompared = 4_000

/**
 * Pairs what is left between two kept ones so that each keeps as much as it can: in order, the same
 * kind of node or text.
 */
function alike(old: readonly Slot[], wanted: readonly Slot[]): readonly (readonly [Slot, Slot])[] {
  if (old.length * wanted.length > maxCompared) return nextOfSameKind(old, wanted)
  /** Best sum from each place to the ends. */
  const width = wanted.length + 1
  const best = new Float64Array((old.length + 1) * width)
  const likeness = new Float64Array(old.length * wanted.length)
  const at = (a: number, b: number): number => best[a * width + b] ?? 0
  for (let a = old.length - 1; a >= 0; a--) {
    for (let b = wanted.length - 1; b >= 0; b--) {
      const like = likenessOf(old[a], wanted[b])
      likeness[a * wanted.length + b] = like
      best[a * width + b] = Math.max(at(a + 1, b), at(a, b + 1), like > 0 ? like + at(a + 1, b + 1) : 0)
    }
  }
  const pairs: (readonly [Slot, Slot])[] = []
  for (let a = 0, b = 0; a < old.length && b < wanted.length;) {
    const like = likeness[a * wanted.length + b] ?? 0
    const [from, to] = [old[a], wanted[b]]
    if (like > 0 && from !== undefined && to !== undefined && at(a, b) === like + at(a + 1, b + 1)) {
      pairs.push([from, to])
      a += 1
      b += 1
    } else if (at(a, b) === at(a + 1, b)) a += 1
    else b += 1
  }
  return pairs
}

function nextOfSameKind(old: readonly Slot[], wanted: readonly Slot[]): readonly (readonly [Slot, Slot])[] {
  const pairs: (readonly [Slot, Slot])[] = []
  let b = 0
  for (const from of old) {
    const next = wanted.findIndex((to, index) => index >= b && index < b + 20 && canBecome(from, to))
    const to = wanted[next]
    if (to === undefined) continue
    pairs.push([from, to])
    b = next + 1
  }
  return pairs
}

function canBecome(from: Slot | undefined, to: Slot | undefined): boolean {
  if (from?.kind === 'text') return to?.kind === 'text'
  if (from === undefined || to?.kind !== 'element' || from.type !== to.type) return false
  // A block has its name for life.
  return from.attrs['id'] === to.attrs['id'] || from.attrs['id'] === undefined || to.attrs['id'] === undefined
}

/** 0 where one cannot become the other; else 1, and as much as they begin and end alike. */
function likenessOf(from: Slot | undefined, to: Slot | undefined): number {
  if (from === undefined || to === undefined || !canBecome(from, to)) return 0
  const isSameBlock =
    from.kind === 'element' && to.kind === 'element' && from.attrs['id'] !== undefined && from.attrs['id'] === to.attrs['id']
  const [a, b] = [from.print, to.print]
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start += 1
  let end = 0
  while (end < most - start && a.at(-end - 1) === b.at(-end - 1)) end += 1
  return 1 + (isSameBlock ? 2 : 0) + (start + end) / Math.max(1, a.length, b.length)
}

function change(from: Slot, to: Slot): void {
  if (from.kind === 'text' && to.kind === 'text' && from.shared !== undefined) changeText(from.shared, to.pieces)
  if (from.kind === 'element' && to.kind === 'element' && from.shared !== undefined) {
    changeAttrs(from.shared, from, to)
    bringTo(from.shared, from.children, to.children)
  }
}

/** What an attribute means counts: one at its fallback may stand there or not. */
function changeAttrs(shared: Y.XmlElement, old: ElementSlot, wanted: ElementSlot): void {
  const before = tidyAttrs(old.type, old.attrs)
  for (const [name, value] of tidyAttrs(wanted.type, wanted.attrs)) {
    if (before.get(name) === value) continue
    if (value === null) shared.removeAttribute(name)
    else setAttr(shared, name, value)
  }
}

/** Words, the space between them, and signs one by one. */
const tokens = /[\p{L}\p{N}\p{M}]+|\s+|[^]/gu

function changeText(shared: Y.XmlText, wanted: readonly Piece[]): void {
  const now = deltaOf(shared)
  const isText = now.every(({ insert }) => typeof insert === 'string')
  if (!isText) shared.delete(0, shared.length)
  const before = isText
    ? (now
        .map(({ insert }) => insert)
        .join('')
        .match(tokens) ?? [])
    : []
  const after = textOf(wanted).match(tokens) ?? []
  const kept = [...matchingPairs(before, after), [before.length, after.length] satisfies Pair]
  let [at, afterOld, afterWanted] = [0, 0, 0]
  for (const [atOld, atWanted] of kept) {
    const old = before.slice(afterOld, atOld)
    const [gone, come] = [old.join(''), after.slice(afterWanted, atWanted).join('')]
    const letters = alikeAtEnds(gone, come)
    // Of one word letters count, too. Of several, words stay whole: else what somebody wrote
    // between them could end up in the middle of one.
    const [start, end] = old.length === 1 ? letters : wholeWords(old, letters)
    if (gone.length > start + end) shared.delete(at + start, gone.length - start - end)
    if (come.length > start + end) shared.insert(at + start, come.slice(start, come.length - end))
    at += come.length + (before[atOld]?.length ?? 0)
    ;[afterOld, afterWanted] = [atOld + 1, atWanted + 1]
  }
  changeMarks(shared, wanted)
}

/**
 * How many letters two stretches share at their ends: of a word that got another letter, the others
 * stay who they are. Never half a character.
 */
function alikeAtEnds(a: string, b: string): readonly [number, number] {
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start += 1
  if (/[\uD800-\uDBFF]/u.test(a.charAt(start - 1))) start -= 1
  let end = 0
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  if (/[\uDC00-\uDFFF]/u.test(a.charAt(a.length - end))) end -= 1
  return [start, Math.max(0, end)]
}

/** As much of these lengths at both ends as are whole words. */
function wholeWords(words: readonly string[], [start, end]: readonly [number, number]): readonly [number, number] {
  const within = (all: readonly string[], most: number): number => {
    let length = 0
    for (const word of all) {
      if (length + word.length > most) break
      length += word.length
    }
    return length
  }
  return [within(words, start), within(words.toReversed(), end)]
}

const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

/** Yjs leaves its type open. */
function deltaOf(shared: Y.XmlText): readonly { readonly insert: unknown; readonly attributes?: Record<string, unknown> }[] {
  return shared.toDelta() as ReturnType<typeof deltaOf>
}

/** The texts are equal by now. */
function changeMarks(shared: Y.XmlText, wanted: readonly Piece[]): void {
  const steps: { retain: number; attributes: Record<string, unknown> }[] = []
  const left = wanted.map(({ text, marks }) => ({ length: text.length, formats: formatsOf(marks) }))
  for (const { insert, attributes = {} } of deltaOf(shared)) {
    if (typeof insert !== 'string') continue
    for (let length = insert.length; length > 0;) {
      const piece = left[0]
      if (piece === undefined) break
      const retain = Math.min(length, piece.length)
      const differing: Record<string, unknown> = {}
      for (const key of Object.keys(attributes)) if (!Object.hasOwn(piece.formats, key)) differing[key] = null
      for (const [key, value] of Object.entries(piece.formats)) {
        if (!isSameJson(attributes[key], value)) differing[key] = value
      }
      steps.push({ retain, attributes: differing })
      length -= retain
      piece.length -= retain
      if (piece.length === 0) left.shift()
    }
  }
  if (steps.some(({ attributes }) => Object.keys(attributes).length > 0)) shared.applyDelta(steps)
}

function formatsOf(marks: Piece['marks']): Readonly<Record<string, Values>> {
  return Object.fromEntries(marks.map(({ type, attrs }) => [type, attrs]))
}

function newShared(slot: Slot): Y.XmlElement | Y.XmlText {
  if (slot.kind === 'text') {
    const shared = new Y.XmlText()
    shared.applyDelta(slot.pieces.map(({ text, marks }) => ({ insert: text, attributes: formatsOf(marks) })))
    return shared
  }
  const shared = new Y.XmlElement(slot.type)
  for (const [name, value] of Object.entries(slot.attrs)) setAttr(shared, name, value)
  shared.insert(0, slot.children.map(newShared))
  return shared
}

function setAttr(shared: Y.XmlElement, name: string, value: unknown): void {
  // Yjs keeps any JSON value there; its type says string. What is set here came out of the check.
  shared.setAttribute(name, value as string)
}
