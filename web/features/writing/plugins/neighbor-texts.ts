/**
 * Those who begin in one empty block at the same time make a text each, side by side. The binding
 * (y-tiptap 3.0.9) moves one's own into the one before it when it draws them, and into the first
 * when somebody writes there. What another moves at the same moment stands there twice, or goes
 * with the text into which it was moved; so does what is on its way to a text that was moved. Here
 * each stays where it was begun, and to the binding they are one text. Relies on `mapping` of its
 * binding, and on what it asks of an element and a text as it draws and writes them;
 * same-place.dom.test.tsx fails otherwise.
 */
import type { ProsemirrorBinding } from '@tiptap/y-tiptap'
import * as Y from 'yjs'

type Child = ReturnType<Y.XmlElement['toArray']>[number]

/** One of these, and one beside it. */
export function hasNeighbor(text: Y.XmlText): boolean {
  return text.parent instanceof Y.XmlElement && unitsOf(text.parent).some((unit) => Array.isArray(unit) && unit.includes(text))
}

const hasNeighbors = (type: unknown): type is Y.XmlElement =>
  type instanceof Y.XmlElement && type.doc !== null && unitsOf(type).some((unit) => Array.isArray(unit))

/** The children of an element; of texts side by side, all of them in one. */
function unitsOf(element: Y.XmlElement): readonly (Child | readonly Y.XmlText[])[] {
  const units: (Child | Y.XmlText[])[] = []
  for (const child of element.toArray()) {
    const last = units.at(-1)
    if (!(child instanceof Y.XmlText)) units.push(child)
    else if (Array.isArray(last)) last.push(child)
    else if (last instanceof Y.XmlText) units.splice(-1, 1, [last, child])
    else units.push(child)
  }
  return units
}

/** To be asked before the binding is tied to its view. @param isWriting it does not draw */
export function keepTextsApart(binding: ProsemirrorBinding, isWriting: () => boolean): void {
  const { mapping } = binding
  const known: typeof mapping.get = mapping.get.bind(mapping)
  mapping.get = (type) => {
    const node = known(type)
    if (node === undefined && !isWriting() && hasNeighbors(type)) drawApart(type)
    return node
  }
  const clear = mapping.clear.bind(mapping)
  mapping.clear = () => {
    // The first drawing does not ask what is known of the blocks of the text itself.
    if (mapping.size === 0) for (const block of binding.type.toArray()) if (hasNeighbors(block)) drawApart(block)
    clear()
  }
}

/** Asked for its children, it gives texts that know nothing of each other. Once: to be drawn. */
function drawApart(element: Y.XmlElement): void {
  const alone = (text: Y.XmlText): unknown => Object.create(text, { _item: { value: { right: null } } })
  set(element, 'toArray', () => {
    Reflect.deleteProperty(element, 'toArray')
    return element.toArray().map((child) => (child instanceof Y.XmlText ? alone(child) : child))
  })
}

/** What the binding is to see of texts side by side while it writes. */
export interface Joined {
  /** A copy of all of them, whose `delete` and `insert` are to be given their own. */
  readonly text: Y.XmlText
  readonly texts: readonly Y.XmlText[]
  readonly delete: (at: number, count: number) => void
  /** @param beside goes to this one, where it could be one or the other */
  readonly insert: (at: number, words: string, beside: Y.XmlText | null) => void
}

/** Has `write` find one text where there are several. @param onJoined is called with each */
export function withTextsAsOne({ mapping }: ProsemirrorBinding, onJoined: (joined: Joined) => void, write: () => void): void {
  const shown = new Set<Y.XmlElement>()
  const copies: Y.XmlText[] = []
  const note: typeof mapping.set = mapping.set.bind(mapping)
  // The first thing it does with an element that it is about to write in.
  mapping.set = (type, node) => {
    if (type instanceof Y.XmlElement && !shown.has(type) && hasNeighbors(type)) {
      shown.add(type)
      copies.push(...showAsOne(type, onJoined))
    }
    return note(type, node)
  }
  try {
    write()
  } finally {
    mapping.set = note
    for (const element of shown) for (const name of ['toArray', 'slice', 'get', 'insert', 'delete']) Reflect.deleteProperty(element, name)
    for (const copy of copies) mapping.delete(copy)
  }
}

/** @returns the copies that stand for several */
function showAsOne(element: Y.XmlElement, onJoined: (joined: Joined) => void): readonly Y.XmlText[] {
  const copies: Y.XmlText[] = []
  const units = unitsOf(element).map((unit) => {
    if (!isSeveral(unit)) return { child: unit, size: 1 }
    const joined = joinedOf(unit)
    onJoined(joined)
    copies.push(joined.text)
    return { child: joined.text, size: unit.length }
  })
  const sizeOf = (parts: typeof units): number => parts.reduce((sum, { size }) => sum + size, 0)
  const before = (at: number): number => sizeOf(units.slice(0, at))
  const insert = element.insert.bind(element)
  const remove = element.delete.bind(element)
  set(element, 'toArray', () => units.map(({ child }) => child))
  set(element, 'slice', (from = 0, to = units.length) => units.slice(from, to).map(({ child }) => child))
  set(element, 'get', (at: number) => units[at]?.child)
  set(element, 'insert', (at: number, children: (Y.XmlElement | Y.XmlText)[]) => {
    insert(before(at), children)
    units.splice(at, 0, ...children.map((child) => ({ child, size: 1 })))
  })
  set(element, 'delete', (at: number, count = 1) => {
    const from = before(at)
    remove(from, sizeOf(units.splice(at, count)))
  })
  return copies
}

const isSeveral = (unit: Child | readonly Y.XmlText[]): unit is readonly Y.XmlText[] => Array.isArray(unit)

function joinedOf(texts: readonly Y.XmlText[]): Joined {
  const text = new Y.XmlText()
  new Y.Doc().getXmlFragment('').insert(0, [text])
  text.applyDelta(texts.flatMap((each) => each.toDelta()))
  const places = () => {
    let end = 0
    return texts.map((each) => ({ each, from: end, to: (end += each.length) }))
  }
  set(text, 'applyDelta', (delta: readonly { readonly retain: number; readonly attributes: object }[]) => {
    let at = 0
    const parts = delta.map(({ retain, attributes }) => ({ attributes, from: at, to: (at += retain) }))
    for (const { each, from, to } of places()) {
      const own = parts.map((part) => ({ attributes: part.attributes, retain: Math.min(part.to, to) - Math.max(part.from, from) }))
      each.applyDelta(own.filter(({ retain }) => retain > 0))
    }
  })
  return {
    text,
    texts,
    delete: (at, count) => {
      for (const { each, from, to } of places()) {
        const [first, end] = [Math.max(at, from), Math.min(at + count, to)]
        if (first < end) each.delete(first - from, end - first)
      }
    },
    insert: (at, words, beside) => {
      const fitting = places().filter(({ from, to }) => from <= at && at <= to)
      const place = fitting.find(({ each }) => each === beside) ?? fitting[0]
      place?.each.insert(at - place.from, words)
    },
  }
}

/** An object's own, before that of its class. */
function set(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true, writable: true })
}
