/** Words that are typed once each and told apart for ever, and where they stand. */
import * as Y from 'yjs'
import type { Doc as TextOfPost } from '#shared/text/schema.ts'
import { bodyFragment } from '#shared/documents/rooms.ts'
import type { Random } from '../world/random.ts'

export type Text = TextOfPost

const word = /«\d+»/gu

/**
 * Types the word somewhere between others, or in a paragraph of its own; of two tabs that type at
 * one place neither comes into the other's word.
 */
export function typeWord(doc: Y.Doc, text: string, random: Random): void {
  const body = doc.getXmlFragment(bodyFragment)
  const texts = body
    .toArray()
    .flatMap((block) => (block instanceof Y.XmlElement && block.get(0) instanceof Y.XmlText ? [block.get(0)] : []))
  if (texts.length === 0 || random.chance(0.15)) {
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [new Y.XmlText(text)])
    body.insert(random.whole(0, body.length), [paragraph])
    return
  }
  const into = random.pick(texts)
  if (!(into instanceof Y.XmlText)) return
  const places = [0, into.length, ...[...plain(into).matchAll(word)].map((found) => found.index + found[0].length)]
  into.insert(random.pick(places), text)
}

/** Takes the word out, wherever it stands. */
export function eraseWord(doc: Y.Doc, text: string): void {
  doc.transact(() => {
    for (const block of doc.getXmlFragment(bodyFragment).toArray())
      for (const part of block instanceof Y.XmlElement ? block.toArray() : []) {
        const at = part instanceof Y.XmlText ? plain(part).indexOf(text) : -1
        if (part instanceof Y.XmlText && at !== -1) part.delete(at, text.length)
      }
  })
}

function plain(text: Y.XmlText): string {
  // Nothing is embedded in it.
  return (text.toDelta() as readonly { readonly insert: string }[]).map(({ insert }) => insert).join('')
}

/** How often each word stands in it. */
export function wordsIn(doc: Y.Doc): ReadonlyMap<string, number> {
  return counted(doc.getXmlFragment(bodyFragment).toJSON())
}

export const wordsOf = (text: Text): ReadonlyMap<string, number> => counted(JSON.stringify(text))

/** Of the updates that lie on a disk. */
export function wordsOnDisk(rows: readonly Uint8Array[]): ReadonlyMap<string, number> {
  const doc = new Y.Doc()
  for (const row of rows) Y.applyUpdate(doc, row)
  return wordsIn(doc)
}

function counted(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [found] of text.matchAll(word)) counts.set(found, (counts.get(found) ?? 0) + 1)
  return counts
}
