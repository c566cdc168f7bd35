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
import { Plugin } from '@tiptap/pm/state'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { absolutePositionToRelativePosition } from '@tiptap/y-tiptap'
import type { ProsemirrorBinding } from '@tiptap/y-tiptap'
import { simpleDiffString } from 'lib0/diff'
import * as Y from 'yjs'
import type { Joined } from './neighbor-texts.ts'
import { hasNeighbor, withTextsAsOne } from './neighbor-texts.ts'

/** In letters of one shared text, as it is after the edits before this one. */
interface Edit {
  readonly at: number
  readonly remove: number
  readonly insert: string
}

interface Made {
  readonly text: Y.XmlText
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
 * within one run of words; and each word into the text in which it stands, where several stand side
 * by side.
 */
export function withExactEdits(binding: ProsemirrorBinding, before: EditorState, after: EditorState, write: () => void): void {
  const made = editsBetween(binding, before.doc, after.doc)
  const isAlone = made !== null && !hasNeighbor(made.text)
  writing.add(binding)
  try {
    if (isAlone) giveExactly(made.text, made.text, made.edits)
    withTextsAsOne(binding, (joined) => giveJoined(joined, made), write)
  } finally {
    if (isAlone) restore(made.text)
    writing.delete(binding)
  }
}

/** @param made where it is in another text, what differs is written */
function giveJoined(joined: Joined, made: Made | null): void {
  const { text, texts } = joined
  const at = made === null ? -1 : texts.indexOf(made.text)
  const into = texts.slice(0, Math.max(0, at)).reduce((sum, { length }) => sum + length, 0)
  const edits = made === null || at === -1 ? [] : made.edits.map((edit) => ({ ...edit, at: edit.at + into }))
  giveExactly(text, { delete: joined.delete, insert: (place, words) => joined.insert(place, words, made?.text ?? null) }, edits)
}

interface Letters {
  readonly delete: (at: number, count: number) => void
  readonly insert: (at: number, words: string) => void
}

/**
 * Gives the `text` that the binding knows a `delete` and `insert` that write the edits into the
 * letters, if both lead to the same words.
 */
function giveExactly(text: Y.XmlText, letters: Letters, edits: readonly Edit[]): void {
  const words = wordsOf(text)
  // The binding's own: where it removes.
  let guess = { at: 0, remove: 0 }
  const write = (all: readonly Edit[]) => {
    restore(text)
    for (const edit of all) {
      if (edit.remove > 0) letters.delete(edit.at, edit.remove)
      if (edit.insert !== '') letters.insert(edit.at, edit.insert)
    }
  }
  text.delete = (at, remove) => {
    guess = { at, remove }
    // Of a block that has nothing in it any more it only deletes.
    if (remove > 0 && remove === text.length && edited(words, edits) === '') write([{ ...guess, insert: '' }])
  }
  text.insert = (at, insert) => {
    const all = [{ ...guess, at: guess.remove === 0 ? at : guess.at, insert }]
    write(edited(words, edits) === edited(words, all) ? edits : all)
  }
}

/** Its methods are those of its class again. */
function restore(text: Y.XmlText): void {
  Reflect.deleteProperty(text, 'delete')
  Reflect.deleteProperty(text, 'insert')
}

const leaf = '\uFFFC'
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
  return text === null || edits.length === 0 ? null : { text, edits }
}

/** `null`: there is something else than letters of one block. */
function lettersIn(doc: Node, from: number, to: number): string | null {
  const start = doc.resolve(from)
  if (!start.parent.inlineContent || !start.sameParent(doc.resolve(to))) return null
  const letters = doc.textBetween(from, to, '', () => '')
  return letters.length === to - from ? letters : null
}
