/**
 * Two authors who are offline may accept the same suggestion: then its words are in the text twice.
 * The server's order (`taken` of the inline comment) decides which copy stays, among those that
 * were not undone since. The others are deleted here, wherever the text is next open for writing.
 * Only the suggestion's own words are deleted, by their Yjs ids: what somebody has written in
 * between stays. Repeating this, or two devices doing it at once, changes nothing more.
 */
import { createEncoder, toUint8Array, writeVarUint } from 'lib0/encoding'
import * as Y from 'yjs'
import type { DocNode } from '../text/nodes.ts'
import type { Change } from './change.ts'
import type { Taken } from './schema.ts'
import { textOf } from '../text/nodes.ts'

/** Runs `write`. @returns the range of Yjs ids that it inserted; `null` when it only deleted. */
export function acceptedBy(doc: Y.Doc, write: () => void): Taken | null {
  const client = doc.clientID
  const from = Y.getState(doc.store, client)
  write()
  const length = Y.getState(doc.store, client) - from
  return length === 0 ? null : { client, from, length }
}

/** Deletes the later copies. @returns whether there were any. */
export function withoutRepeats(doc: Y.Doc, change: Change, taken: readonly Taken[], origin: unknown): boolean {
  const first = acceptedIn(doc, taken)
  if (first === null) return false
  const others = taken.slice(taken.indexOf(first) + 1)
  const gone = others.flatMap((work) => wordsOf(doc, change, work))
  if (gone.length > 0) Y.applyUpdate(doc, deletionOf(gone), origin)
  return gone.length > 0
}

/**
 * The first copy of which something is still in the text. `null`: there is none, or an earlier one
 * has not arrived yet, so that it cannot be told. Where the first author has undone it before the
 * two met, the second copy stays: else both would be gone.
 */
export function acceptedIn(doc: Y.Doc, taken: readonly Taken[]): Taken | null {
  const first = taken.find((work) => !isAllLocal(doc, [work]) || isThere(doc, work))
  return first !== undefined && isAllLocal(doc, [first]) ? first : null
}

function isThere(doc: Y.Doc, { client, from, length }: Taken): boolean {
  return (doc.store.clients.get(client) ?? []).some(
    (item) =>
      item instanceof Y.Item &&
      !item.deleted &&
      item.id.clock < from + length &&
      item.id.clock + item.length > from &&
      // No attribute and no mark.
      item.parentSub === null &&
      (item.content instanceof Y.ContentString || item.content instanceof Y.ContentType),
  )
}

/** Whether all that these inserted has arrived in the document, deleted since or not. */
export function isAllLocal(doc: Y.Doc, taken: readonly Taken[]): boolean {
  return taken.every(({ client, from, length }) => Y.getState(doc.store, client) >= from + length)
}

function wordsOf(doc: Y.Doc, change: Change, { client, from, length }: Taken): readonly Taken[] {
  const { after } = change
  if (after === null) return []
  const isProposed = judgeOf(change, textOf(after))
  const types = typesIn(after)
  const found: Taken[] = []
  const [texts, elements]: [Set<Y.Item>, Y.Item[]] = [new Set(), []]
  for (const item of doc.store.clients.get(client) ?? []) {
    const [start, end] = [Math.max(from, item.id.clock), Math.min(from + length, item.id.clock + item.length)]
    // An attribute was set to the same twice: without the second it would be unset.
    if (start >= end || !(item instanceof Y.Item) || item.deleted || item.parentSub !== null) continue
    if (item.content instanceof Y.ContentString) {
      const own = item.content.str.slice(start - item.id.clock, end - item.id.clock)
      if (!isProposed(own)) continue
      found.push({ client, from: start, length: end - start })
      if (end - start === item.length) texts.add(item)
    } else if (item.content instanceof Y.ContentType) elements.push(item)
  }
  // Inner ones first: a paragraph goes once all in it goes.
  const going = new Set(texts)
  for (const item of elements.toReversed()) {
    if (!isOfThese(item, types) || !childrenOf(item).every((child) => child.deleted || !child.countable || going.has(child))) continue
    going.add(item)
    found.push({ client, from: item.id.clock, length: 1 })
  }
  return found
}

/**
 * Tells whether words are the suggestion's. Words that were put into a text that had changed are
 * cut in other places, so they are looked for one by one. A block that was moved takes along what
 * others wrote in it, so there the words must be exactly those of the suggestion.
 */
function judgeOf({ before, place }: Change, words: string): (own: string) => boolean {
  if (before !== null && place !== null) return (own) => words.includes(own)
  const known = new Set(words.match(signs))
  const isPart = (part: string): boolean => [...known].some((sign) => sign.includes(part))
  // Where a word was cut, the end of one and the beginning of another may stand together.
  const begins = (part: string): boolean => [...known].some((sign) => sign.startsWith(part))
  const ends = (part: string): boolean => [...known].some((sign) => sign.endsWith(part))
  const isGlued = (sign: string): boolean =>
    [...sign.split('').keys()].some((at) => at > 0 && ends(sign.slice(0, at)) && begins(sign.slice(at)))
  return (own) => {
    const found = own.match(signs) ?? []
    // Somebody may have written in the middle of a word: at its ends a piece may have a part of
    // one.
    return found.every((sign, at) => known.has(sign) || isGlued(sign) || ((at === 0 || at === found.length - 1) && isPart(sign)))
  }
}

/** As the text is written (text-in-doc-write.ts), without the space between. */
const signs = /[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu

function isOfThese({ content }: Y.Item, types: ReadonlySet<string>): boolean {
  if (!(content instanceof Y.ContentType)) return false
  const { type } = content
  return type instanceof Y.XmlText || (type instanceof Y.XmlElement && types.has(type.nodeName))
}

function childrenOf({ content }: Y.Item): readonly Y.Item[] {
  if (!(content instanceof Y.ContentType)) return []
  const children: Y.Item[] = []
  for (let child = content.type._start; child !== null; child = child.right) children.push(child)
  return children
}

function typesIn(node: DocNode, found = new Set<string>()): ReadonlySet<string> {
  found.add(node.type)
  for (const child of node.content ?? []) typesIn(child, found)
  return found
}

/**
 * An update of Yjs (version 1) that brings nothing and takes these away: no clients with structs,
 * then the ranges of each client.
 */
function deletionOf(gone: readonly Taken[]): Uint8Array {
  const encoder = createEncoder()
  writeVarUint(encoder, 0)
  const byClient = Map.groupBy(gone, ({ client }) => client)
  writeVarUint(encoder, byClient.size)
  for (const [client, ranges] of byClient) {
    writeVarUint(encoder, client)
    writeVarUint(encoder, ranges.length)
    for (const { from, length } of ranges.toSorted((a, b) => a.from - b.from)) {
      writeVarUint(encoder, from)
      writeVarUint(encoder, length)
    }
  }
  return toUint8Array(encoder)
}
