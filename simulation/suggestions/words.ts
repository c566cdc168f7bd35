/**
 * What people of this run write and propose. Every word they bring is one of a kind, so that it can
 * be counted: `typed7`, `proposed7`.
 */
import * as Y from 'yjs'
import { bodyFragment } from '#shared/documents/rooms.ts'
import type { Random } from '../world/random.ts'

interface Words {
  readonly random: Random
  /** One of a kind. */
  readonly word: () => string
  /** For a new block. */
  readonly newId: () => string
}

/** Brings a word, and takes nothing away: into a paragraph mostly, or as one of its own. */
export function writeSomething(doc: Y.Doc, { random, word, newId }: Words): void {
  const body = doc.getXmlFragment(bodyFragment)
  const texts = textsIn(body)
  doc.transact(() => {
    if (texts.length === 0 || random.chance(0.15)) {
      const paragraph = new Y.XmlElement('paragraph')
      paragraph.setAttribute('id', newId())
      paragraph.insert(0, [new Y.XmlText(`${word()} `)])
      body.insert(random.whole(0, body.length), [paragraph])
      return
    }
    const text = random.pick(texts)
    const inserted = random.chance(0.5) ? ` ${word()} ` : ` ${word()} and the sea `
    if (random.chance(0.15)) text.insert(placeIn(text, random), inserted, { bold: {} })
    else text.insert(placeIn(text, random), inserted)
  })
}

/** Takes away a block: what others wrote in it apart from that goes with it. */
export function clearSomething(doc: Y.Doc, random: Random): void {
  const body = doc.getXmlFragment(bodyFragment)
  if (body.length > 2) body.delete(random.whole(0, body.length - 1), 1)
}

function textsIn(parent: Y.XmlFragment): readonly Y.XmlText[] {
  return parent.toArray().flatMap((child) => (child instanceof Y.XmlText ? [child] : child instanceof Y.XmlElement ? textsIn(child) : []))
}

/** Anywhere but within a word that is one of a kind. */
function placeIn(text: Y.XmlText, random: Random): number {
  // Yjs leaves its type open; no text of this run holds anything else.
  const delta = text.toDelta() as readonly { readonly insert: string }[]
  const words = delta.map(({ insert }) => insert).join('')
  const taken = Array.from(words.matchAll(counted), ({ index, 0: found }) => [index, index + found.length] as const)
  const at = random.whole(0, words.length)
  const within = taken.find(([from, to]) => at > from && at < to)
  if (within !== undefined) return within[1]
  return /[\uDC00-\uDFFF]/u.test(words.charAt(at)) ? at - 1 : at
}

/** Words that are one of a kind. */
export const counted = /(?:typed|proposed)\d+x/gu

export function countWords(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const [word] of text.matchAll(counted)) found.set(word, (found.get(word) ?? 0) + 1)
  return found
}
