import * as Y from 'yjs'
import { bodyFragment, notebookPlaces, parseRoom } from '#shared/documents/rooms.ts'
import { wordsIn } from './plan.ts'
import type { Found } from './verdict.ts'

/**
 * The words in a document, wherever it was read: those of a post's text, or of each place of a
 * notebook.
 */
export function documentWords(room: string, doc: Y.Doc, seed: number): readonly Found[] {
  if (parseRoom(room)?.kind === 'post')
    return [{ place: room.replace(':', ' '), words: wordsIn(textIn(doc.getXmlFragment(bodyFragment)), seed) }]
  return [...doc.getMap<unknown>(notebookPlaces)].map(([place, fields]) => ({
    place: `draft ${place}`,
    words: fields instanceof Y.Map ? wordsIn(JSON.stringify(fields.toJSON()), seed) : [],
  }))
}

/** What is written, without the marks within a word; a space after each block. */
function textIn(part: Y.XmlFragment | Y.XmlElement): string {
  return part
    .toArray()
    .map((child) => {
      if (child instanceof Y.XmlText)
        return child
          .toDelta()
          .map(({ insert }: { readonly insert?: unknown }) => (typeof insert === 'string' ? insert : ' '))
          .join('')
      return child instanceof Y.XmlElement ? `${textIn(child)} ` : ''
    })
    .join('')
}
