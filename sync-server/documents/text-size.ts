/**
 * How deep and long the text of a document can be at most, without a Y.Doc: each update adds to the
 * last exact measure of a worker.
 */
import { maxCharacters, maxDepth, maxNodes } from '#shared/text/check.ts'

export interface TextSize {
  readonly depth: number
  readonly nodes: number
  readonly characters: number
}

/**
 * Of an encoded document: no element is deeper than there are structs, no text longer than the
 * bytes.
 */
/**
 * What an update adds at most: its structs, those of them that others can stand in, the characters
 * of its text.
 */
export interface Growth {
  readonly structs: number
  readonly types: number
  readonly characters: number
}

export function sumOf(growths: Iterable<Growth>): Growth {
  let [structs, types, characters] = [0, 0, 0]
  for (const each of growths) {
    structs += each.structs
    types += each.types
    characters += each.characters
  }
  return { structs, types, characters }
}

export function ofBytes(structs: number, bytes: number): TextSize {
  return { depth: structs, nodes: piecesOf(structs), characters: bytes }
}

/** With an update in it. Without a new element nothing gets deeper. */
export function grown(size: TextSize, by: Growth): TextSize {
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

/**
 * Whether the text holds what others have added beside it. Nothing gets deeper by that: what stands
 * in something builds on it.
 */
export function isWithinBeside(size: TextSize, others: Growth): boolean {
  return others.structs === 0 || isSurelyWithin(grown(size, others), false)
}

/**
 * Another node may be taking as much at the same moment: what brings much, or comes to a text that
 * is nearly full, is judged once more in its commit, and goes out to nobody before.
 */
export function needsCommit({ nodes, characters }: TextSize, by: Growth): boolean {
  if (by.structs > maxBeforeCommit.structs || by.characters > maxBeforeCommit.characters) return true
  return nodes > nearly * maxNodes || characters > nearly * maxCharacters.essay
}
const maxBeforeCommit = { structs: 100, characters: 10_000 }
const nearly = 0.9

/** Words or a mark in the middle of a run of text make three pieces of one. */
function piecesOf(structs: number): number {
  return 2 * structs
}
