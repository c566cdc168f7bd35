/**
 * What was typed is written into the shared text where it was typed. The binding (y-tiptap 3.0.9)
 * compares the old words of a text with the new ones and takes the first difference: of two equal
 * letters side by side it cannot know which is new. A space typed before the other writer's space
 * was written behind it; what followed went between the two, and the other's next words after one's
 * own space. Here the steps of the change say where. Relies on `mapping` and `_prosemirrorChanged`
 * of its binding, and on its calling `delete`, then `insert` of a text that has changed;
 * same-place.dom.test.tsx fails otherwise.
 */
import type { Node } from '@tiptap/pm/model'
import { Mark } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { absolutePositionToRelativePosition, ySyncPluginKey } from '@tiptap/y-tiptap'
import type { ProsemirrorBinding } from '@tiptap/y-tiptap'
import { simpleDiffString } from 'lib0/diff'
import * as Y from 'yjs'

/** In letters of one shared text, as it is after the edits before this one. */
interface Edit {
  readonly at: number
  readonly remove: number
  readonly insert: string
}

interface Made {
  readonly text: Y.XmlText
  /** Where it begins. */
  readonly start: number
  readonly edits: readonly Edit[]
}

/** By the text that a transaction has made. */
const transactions = new WeakMap<Node, Transaction>()

/** Remembers by which transaction each text came about. */
export const noteTransactions = (): Plugin =>
  new Plugin({
    state: {
      init: () => null,
      apply: (transaction) => {
        if (transaction.docChanged) transactions.set(transaction.doc, transaction)
        return null
      },
    },
  })

const writing = new WeakSet<ProsemirrorBinding>()

/** What has been done here is on its way into the shared text. */
export const isWritingEdits = (binding: ProsemirrorBinding): boolean => writing.has(binding)

/**
 * Has `write` write what has been done to the text since `before` at its exact place, where that is
 * within one run of words.
 */
export function withExactEdits(binding: ProsemirrorBinding, before: EditorState, after: EditorState, write: () => void): void {
  const made = editsBetween(binding, before.doc, after.doc)
  writing.add(binding)
  try {
    if (made === null) write()
    else if (hasNeighbor(made.text)) writeBeside(binding, made, after.doc, write)
    else writeExactly(made, write)
  } finally {
    writing.delete(binding)
  }
}

/**
 * Where two have begun in one empty block, it holds a text of each. Whose the second is moves it
 * into the first, once they have heard of it (the binding does). Anybody else who writes there must
 * leave both: the binding would write the words of both into the first and delete the second, as
 * its writer does at the same time, and the words would stand there twice.
 */
function writeBeside(binding: ProsemirrorBinding, { text, start, edits }: Made, after: Node, write: () => void): void {
  const changed = binding._prosemirrorChanged
  binding._prosemirrorChanged = (doc: Node) => {
    Reflect.deleteProperty(binding, '_prosemirrorChanged')
    binding.doc.transact(() => {
      const blocks = blocksAround(text, after, start)
      const [edit, ...more] = edits
      const marks = edit === undefined || more.length > 0 || blocks === null ? null : marksAt(after, start + edit.at, edit.insert.length)
      // Said to be in step as a whole, the block has to be.
      const isAll = edit !== undefined && blocks?.[0] !== undefined && wordsAround(text, edits) === wordsOfBlock(blocks[0][1])
      if (edit !== undefined && marks !== null && blocks !== null && isAll) {
        text.delete(edit.at, edit.remove)
        if (edit.insert !== '') text.insert(edit.at, edit.insert, marks)
        // The binding finds nothing more to write.
        for (const [element, node] of blocks) binding.mapping.set(element, node)
      }
      changed.call(binding, doc)
    }, ySyncPluginKey)
  }
  try {
    write()
  } finally {
    Reflect.deleteProperty(binding, '_prosemirrorChanged')
  }
}

function hasNeighbor(text: Y.XmlText): boolean {
  const siblings = text.parent instanceof Y.XmlElement ? text.parent.toArray() : []
  const at = siblings.findIndex((sibling) => sibling === text)
  return siblings[at - 1] instanceof Y.XmlText || siblings[at + 1] instanceof Y.XmlText
}

const leaf = '\uFFFC'
const wordsOfBlock = (block: Node): string => block.textBetween(0, block.content.size, leaf, leaf)

/** Of the whole block that a text is in, as they will be. */
function wordsAround(text: Y.XmlText, edits: readonly Edit[]): string {
  const siblings = text.parent instanceof Y.XmlElement ? text.parent.toArray() : []
  const words = siblings.map((each) => (each === text ? edited(wordsOf(text), edits) : each instanceof Y.XmlText ? wordsOf(each) : leaf))
  return words.join('')
}

/**
 * The elements that a text is in, from the inside out, with what they are to be drawn as; `null`:
 * they are not the same blocks.
 */
function blocksAround(text: Y.XmlText, doc: Node, at: number): readonly (readonly [Y.XmlElement, Node])[] | null {
  const place = doc.resolve(at)
  const blocks: (readonly [Y.XmlElement, Node])[] = []
  let element = text.parent
  for (let depth = place.depth; depth > 0; depth -= 1) {
    const node = place.node(depth)
    if (!(element instanceof Y.XmlElement) || element.nodeName !== node.type.name) return null
    blocks.push([element, node])
    element = element.parent
  }
  return element instanceof Y.XmlElement ? null : blocks
}

/**
 * As the shared text names them; `null`: not the same for all of these letters, or of a kind of
 * which there may be several.
 */
function marksAt(doc: Node, from: number, length: number): Record<string, unknown> | null {
  const node = length === 0 ? null : doc.nodeAt(from)
  if (node === null) return {}
  const { marks } = node
  let isOne = true
  doc.nodesBetween(from, from + length, (other) => void (isOne &&= !other.isText || Mark.sameSet(other.marks, marks)))
  return isOne && marks.every(({ type }) => type.excludes(type))
    ? Object.fromEntries(marks.map(({ type, attrs }) => [type.name, attrs]))
    : null
}

function writeExactly({ text, edits }: Made, write: () => void): void {
  // The binding's own: where it removes.
  let guess = { at: 0, remove: 0 }
  text.delete = (at, remove) => void (guess = { at, remove })
  text.insert = (at, insert) => {
    restore(text)
    const words = wordsOf(text)
    const all = [{ ...guess, at: guess.remove === 0 ? at : guess.at, insert }]
    for (const edit of edited(words, edits) === edited(words, all) ? edits : all) {
      text.delete(edit.at, edit.remove)
      text.insert(edit.at, edit.insert)
    }
  }
  try {
    write()
  } finally {
    restore(text)
  }
}

/** Its methods are those of its class again. */
function restore(text: Y.XmlText): void {
  Reflect.deleteProperty(text, 'delete')
  Reflect.deleteProperty(text, 'insert')
}

const wordsOf = (text: Y.XmlText): string =>
  text
    .toDelta()
    .map(({ insert }: { readonly insert: unknown }) => (typeof insert === 'string' ? insert : leaf))
    .join('')

const edited = (words: string, edits: readonly Edit[]): string =>
  edits.reduce((text, { at, remove, insert }) => text.slice(0, at) + insert + text.slice(at + remove), words)

/** `null`: more has changed than the words of one run. */
function editsBetween(binding: ProsemirrorBinding, before: Node, after: Node): Made | null {
  const chain: Transaction[] = []
  for (let doc = after; doc !== before;) {
    const transaction = transactions.get(doc)
    if (transaction === undefined) return null
    chain.unshift(transaction)
    // Each holds the text before it: remembered, the newest would hold all that ever were.
    transactions.delete(doc)
    doc = transaction.before
  }
  let text: Y.XmlText | null = null
  /** Where the run begins. */
  let start = 0
  const edits: Edit[] = []
  for (const transaction of chain)
    for (const [index, map] of transaction.mapping.maps.entries()) {
      const older = transaction.docs[index]
      const newer = transaction.docs[index + 1] ?? transaction.doc
      const changes: (readonly [number, number, number, number])[] = []
      map.forEach((...change) => void changes.push(change))
      // Words are made bold, or a node has other attributes.
      if (changes.length === 0) continue
      const [change] = changes
      if (changes.length > 1 || change === undefined || older === undefined) return null
      const [from, to, newFrom, newTo] = change
      const [removed, inserted] = [lettersIn(older, from, to), lettersIn(newer, newFrom, newTo)]
      if (removed === null || inserted === null) return null
      if (text === null) {
        const place = Y.createAbsolutePositionFromRelativePosition(
          absolutePositionToRelativePosition(from, binding.type, binding.mapping),
          binding.doc,
        )
        if (!(place?.type instanceof Y.XmlText)) return null
        text = place.type
        start = from - place.index
      }
      // Of a word that was replaced, the letters that are still the same stay.
      const { index: same, remove, insert } = simpleDiffString(removed, inserted)
      edits.push({ at: from - start + same, remove, insert })
    }
  return text === null || edits.length === 0 ? null : { text, start, edits }
}

/** `null`: there is something else than letters of one block. */
function lettersIn(doc: Node, from: number, to: number): string | null {
  const start = doc.resolve(from)
  if (!start.parent.inlineContent || !start.sameParent(doc.resolve(to))) return null
  const letters = doc.textBetween(from, to, '', () => '')
  return letters.length === to - from ? letters : null
}
