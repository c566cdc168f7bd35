/**
 * Where a caret belongs after a change by another. The binding (y-tiptap 3.0.9) remembers the
 * letter on its left; but where a text before it in its block has changed, it takes the number for
 * what was meant and looks for the old offset, so that the caret slips by a letter for each of
 * theirs. Here the letter counts as long as it lives. A block that is split, joined or made into
 * another kind is written anew, its letters with new names: then the words around the caret say
 * where it is.
 */
import type { Node } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import type { Transaction } from '@tiptap/pm/state'
import { absolutePositionToRelativePosition, relativePositionToAbsolutePosition, ySyncPluginKey } from '@tiptap/y-tiptap'
import type { ProsemirrorBinding } from '@tiptap/y-tiptap'
import { getItem, Item } from 'yjs'
import { isWritingEdits } from './exact-edits.ts'
import { readCaret } from './unread-caret.ts'

/** One end of a selection, before the change. */
interface End {
  /** The letters of its block on both sides; `null`: there is none. */
  readonly left: Letter | null
  readonly right: Letter | null
}

/** The place behind a letter, as Yjs names it. */
type Letter = ReturnType<typeof absolutePositionToRelativePosition>

/** What the binding remembers of a selection. */
interface Noted {
  readonly anchor: Letter
  readonly head: Letter
}

interface Place {
  readonly anchor: End
  readonly head: End
}

const places = new WeakMap<object, Place>()

/**
 * To be asked before the binding is tied to its view: notes the letters at the caret with what the
 * binding notes itself.
 */
export function noteCarets(binding: ProsemirrorBinding): void {
  const note = binding.beforeAllTransactions
  binding.beforeAllTransactions = () => {
    // By what is written here, the editor has put the browser's caret where it belongs.
    if (!isWritingEdits(binding) && binding.prosemirrorView !== null) readCaret(binding.prosemirrorView)
    note()
    const key: Noted | null = binding.beforeTransactionSelection
    if (key === null || places.has(key)) return
    const { doc, selection } = binding.prosemirrorView.state
    if (!(selection instanceof TextSelection)) return
    const { anchor: behindAnchor, head: behindHead } = key
    const head = endAt(binding, doc, selection.head, behindHead)
    places.set(key, { anchor: selection.empty ? head : endAt(binding, doc, selection.anchor, behindAnchor), head })
  }
}

/** @param left what the binding has noted of that place */
function endAt({ type, mapping }: ProsemirrorBinding, doc: Node, at: number, left: Letter): End {
  const { parent, parentOffset } = doc.resolve(at)
  return {
    left: parentOffset > 0 ? left : null,
    right: parentOffset < parent.content.size ? absolutePositionToRelativePosition(at + 1, type, mapping) : null,
  }
}

/**
 * Has the transaction put the caret where its letters are. @param changed what of its text is new
 */
export function keepCaret(
  binding: ProsemirrorBinding,
  transaction: Transaction,
  changed: () => { readonly from: number; readonly to: number },
): void {
  const key: object | null = binding.beforeTransactionSelection
  const place = key === null ? undefined : places.get(key)
  if (place === undefined) return
  // The binding is not to count with numbers.
  Object.assign(binding.beforeTransactionSelection, { absAnchor: null, absHead: null })
  // One update may be told in several changes: letters that were written anew in the first are
  // looked for from where that has put them.
  const { doc: earlier, selection } = binding.prosemirrorView.state
  const setMeta = transaction.setMeta.bind(transaction)
  transaction.setMeta = (name, value) => {
    // The last thing it does: where it has found no place at all, it has set none.
    if (name !== ySyncPluginKey) return setMeta(name, value)
    const { doc, selection: found } = transaction
    const placeOf = (end: End, at: number, resolved: number): number =>
      isAlive(binding, end.left) ? resolved : (before(binding, end.right) ?? placeByWords(earlier, at, doc, changed()) ?? resolved)
    const anchor = placeOf(place.anchor, selection.anchor, found.anchor)
    const head = placeOf(place.head, selection.head, found.head)
    transaction.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head)))
    return setMeta(name, value)
  }
}

function isAlive({ doc }: ProsemirrorBinding, letter: Letter | null): boolean {
  if (letter === null || letter.item === null) return false
  const item: unknown = getItem(doc.store, letter.item)
  return item instanceof Item && !item.deleted
}

/** The place before a letter; `null` where it is gone. */
function before(binding: ProsemirrorBinding, letter: Letter | null): number | null {
  if (!isAlive(binding, letter)) return null
  const behind = relativePositionToAbsolutePosition(binding.doc, binding.type, letter, binding.mapping)
  return behind === null ? null : behind - 1
}

/** Letters that are compared on each side. */
const context = 64
const leaf = '\uFFFC'
const textOf = (block: Node): string => block.textBetween(0, block.content.size, leaf, leaf)

/**
 * The place in `text`, among the blocks that have changed, that has all the words of one side of
 * `at` beside it: there they have been put. Of several, the one most like it on the other side.
 * `null`: they were not put anywhere, but taken out.
 */
export function placeByWords(
  earlier: Node,
  at: number,
  text: Node,
  { from, to }: { readonly from: number; readonly to: number },
): number | null {
  const { parent, parentOffset } = earlier.resolve(at)
  const old = textOf(parent)
  const left = old.slice(Math.max(0, parentOffset - context), parentOffset)
  const right = old.slice(parentOffset, parentOffset + context)
  let best = { likeness: 0, at: -1 }
  text.nodesBetween(from, to, (node, start) => {
    if (!node.isTextblock) return true
    const words = textOf(node)
    for (let offset = 0; offset <= words.length; offset += 1) {
      const [onLeft, onRight] = [alikeBefore(left, words, offset), alikeAfter(right, words, offset)]
      // At the end of a block that was split before it there are no words but those that went
      // along.
      const isTail = onLeft > 0 && onLeft === offset && right === '' && offset === words.length
      const isWhole = isTail || (left !== '' && onLeft === left.length) || (right !== '' && onRight === right.length)
      const likeness = onLeft + onRight
      if (isWhole && likeness > best.likeness) best = { likeness, at: start + 1 + offset }
    }
    return false
  })
  return best.at === -1 ? null : best.at
}

function alikeBefore(left: string, words: string, offset: number): number {
  let count = 0
  while (count < left.length && count < offset && left[left.length - 1 - count] === words[offset - 1 - count]) count += 1
  return count
}

function alikeAfter(right: string, words: string, offset: number): number {
  let count = 0
  while (count < right.length && right[count] === words[offset + count]) count += 1
  return count
}
