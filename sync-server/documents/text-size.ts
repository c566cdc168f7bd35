/** How deep and long the text of a document can be at most, without a Y.Doc: each update adds to the last exact measure of a worker. */
import { maxCharacters, maxDepth, maxNodes } from '#shared/text/check.ts'

export interface TextSize {
  readonly depth: number
  readonly nodes: number
  readonly characters: number
}

/** Of an encoded document: no element is deeper than there are structs, no text longer than the bytes. */
export function ofBytes(structs: number, bytes: number): TextSize {
  return { depth: structs, nodes: piecesOf(structs), characters: bytes }
}

/** With an update in it. Without a new element nothing gets deeper. */
export function grown(size: TextSize, by: { readonly structs: number; readonly types: number; readonly characters: number }): TextSize {
  return {
    depth: size.depth + by.types,
    nodes: size.nodes + piecesOf(by.structs),
    characters: size.characters + by.characters,
  }
}

/** Settling puts a paragraph into an item, and an item into a list, that have lost theirs. */
const addedByMending = 2

/** @param mayBeDeeper an update that brings no element makes nothing deeper than it was. */
export function isSurelyWithin({ depth, nodes, characters }: TextSize, mayBeDeeper: boolean): boolean {
  return (!mayBeDeeper || depth + addedByMending < maxDepth) && nodes <= maxNodes && characters <= maxCharacters.essay
}

/** Words or a mark in the middle of a run of text make three pieces of one. */
function piecesOf(structs: number): number {
  return 2 * structs
}
