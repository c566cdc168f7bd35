/**
 * Where an inline comment belongs in a text: two relative positions of the shared document, which
 * stay at their letters while others write. Where they are gone (the block was made anew, or
 * moved), the passage is looked for by its words; what is not found was deleted.
 */
import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import {
  absolutePositionToRelativePosition,
  ProsemirrorBinding,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
} from '@tiptap/y-tiptap'
import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromTypeIndex,
  decodeRelativePosition,
  encodeRelativePosition,
  XmlElement,
  XmlText,
} from 'yjs'
import type { AbstractType, RelativePosition, XmlFragment } from 'yjs'
import type { Anchor } from '#shared/inline-comments/schema.ts'
import { inlineCommentLimits } from '#shared/inline-comments/schema.ts'
import { fromBase64, toBase64 } from '../../../data/documents/bytes.ts'

export interface Range {
  readonly from: number
  readonly to: number
}

export interface Passage {
  readonly anchor: Anchor
  readonly quote: string
}

/** What stands for a picture or a formula in a quote. */
const leaf = '\u{FFFC}'

function bindingOf(state: EditorState): ProsemirrorBinding | null {
  const { binding } = ySyncPluginKey.getState(state) ?? {}
  return binding instanceof ProsemirrorBinding ? binding : null
}

/** The selected passage; `null` when nothing is selected, or nothing can be tied to it. */
export function selectedPassage(state: EditorState): Passage | null {
  const { from, to, empty } = state.selection
  const binding = bindingOf(state)
  if (empty || binding === null) return null
  const quote = wordsBetween(state.doc, { from, to }).slice(0, inlineCommentLimits.quote)
  if (quote.trim() === '') return null
  return { anchor: { start: encoded(binding, from, 'start'), end: encoded(binding, to, 'end') }, quote }
}

/** A range as something may be said about it; `null` when nothing can be tied to it. */
export function passageAt(state: EditorState, range: Range): Passage | null {
  const binding = bindingOf(state)
  if (binding === null || range.to > state.doc.content.size) return null
  const quote = wordsBetween(state.doc, range).slice(0, inlineCommentLimits.quote)
  return { anchor: { start: encoded(binding, range.from, 'start'), end: encoded(binding, range.to, 'end') }, quote }
}

function encoded(binding: ProsemirrorBinding, at: number, side: 'start' | 'end'): string {
  const place: RelativePosition = absolutePositionToRelativePosition(at, binding.type, binding.mapping)
  return toBase64(encodeRelativePosition(byItsLetter(binding, place, side)))
}

/**
 * Tied to the passage's own first or last letter: what is written right before or after it is no
 * part of it, at the ends of a block neither.
 */
function byItsLetter({ doc }: ProsemirrorBinding, place: RelativePosition, side: 'start' | 'end'): RelativePosition {
  const found = createAbsolutePositionFromRelativePosition(place, doc)
  if (found === null) return place
  const { type, index } = found
  if (type instanceof XmlText) return createRelativePositionFromTypeIndex(type, index, side === 'start' ? 0 : -1)
  const beside = type instanceof XmlElement ? type.get(side === 'start' ? index : index - 1) : null
  if (!(beside instanceof XmlText)) return place
  return side === 'start'
    ? createRelativePositionFromTypeIndex(beside, 0, 0)
    : createRelativePositionFromTypeIndex(beside, beside.length, -1)
}

/** `null`: it is not in the text any more. */
export function placeOf(state: EditorState, { anchor, quote }: Passage): Range | null {
  const binding = bindingOf(state)
  if (binding === null) return null
  const [from, to] = [decoded(binding, anchor.start), decoded(binding, anchor.end)]
  if (from !== null && to !== null && from < to && to <= state.doc.content.size) return { from, to }
  return onlyPlaceOf(state.doc, quote)
}

function decoded(binding: ProsemirrorBinding, position: string): number | null {
  try {
    const place = decodeRelativePosition(fromBase64(position))
    const found = createAbsolutePositionFromRelativePosition(place, binding.doc)
    // Of a block that was deleted the binding knows no size any more.
    if (found === null || !isVisible(found.type, binding.type)) return null
    return relativePositionToAbsolutePosition(binding.doc, binding.type, place, binding.mapping)
  } catch {
    return null // written by another's device: it may be no position at all
  }
}

function isVisible(type: AbstractType<unknown>, root: XmlFragment): boolean {
  let at: unknown = type
  while (at !== root) {
    const item = hasItem(at) ? at._item : null
    if (item === null || item.deleted) return false
    at = item.parent
  }
  return true
}

/** Yjs keeps there what holds a type; its own types say so for types alone. */
function hasItem(value: unknown): value is { readonly _item: { readonly deleted: boolean; readonly parent: unknown } | null } {
  return typeof value === 'object' && value !== null && '_item' in value
}

function wordsBetween(doc: Node, { from, to }: Range): string {
  return doc.textBetween(from, to, '\n', leaf)
}

/** Where these words stand, when they stand in one block, once. */
export function onlyPlaceOf(doc: Node, quote: string): Range | null {
  if (quote.trim() === '' || quote.includes('\n')) return null
  let found: Range | null = null
  let isDouble = false
  doc.descendants((node, at) => {
    if (!node.isTextblock || isDouble) return !isDouble
    const words = node.textBetween(0, node.content.size, undefined, leaf)
    const first = words.indexOf(quote)
    if (first < 0) return false
    isDouble = found !== null || words.includes(quote, first + 1)
    // Every sign of the words is one place: a letter, or what cannot be parted.
    if (words.length === node.content.size) found = { from: at + 1 + first, to: at + 1 + first + quote.length }
    return false
  })
  return isDouble ? null : found
}
