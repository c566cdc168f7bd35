/**
 * A member's notebook: what they have begun to write and not sent, so that it follows to their other devices. One document a member; in it a map of
 * places, each a map of a form's fields (`Y.Text`) and `at`. Writing changes only what is different, so that two devices merge within a text.
 */
import * as Y from 'yjs'
import { notebookPlaces } from '#shared/documents/rooms.ts'

export interface PlaceText {
  readonly values: Readonly<Record<string, string>>
  /** ms since 1970, of the device that wrote it. */
  readonly at: number
}

const timeField = 'at'

export function placesIn(doc: Y.Doc): readonly string[] {
  return [...doc.getMap(notebookPlaces).keys()]
}

/** `undefined`: nothing is begun there. */
export function readPlace(doc: Y.Doc, place: string): PlaceText | undefined {
  const found = doc.getMap(notebookPlaces).get(place)
  if (!(found instanceof Y.Map)) return undefined
  const at: unknown = found.get(timeField)
  const values = [...found.entries()].flatMap(([field, text]) => (text instanceof Y.Text ? [[field, text.toJSON()] as const] : []))
  return { values: Object.fromEntries(values), at: typeof at === 'number' ? at : 0 }
}

export function writePlace(doc: Y.Doc, place: string, values: Readonly<Record<string, string>>, at: number): void {
  doc.transact(() => {
    const places = doc.getMap<unknown>(notebookPlaces)
    if (!(places.get(place) instanceof Y.Map)) places.set(place, new Y.Map<unknown>())
    const fields = places.get(place)
    if (!(fields instanceof Y.Map)) return
    for (const [field, text] of Object.entries(values)) writeField(fields, field, text)
    // A field that is not there any more was emptied.
    for (const field of [...fields.keys()]) if (field !== timeField && !(field in values)) fields.delete(field)
    fields.set(timeField, at)
  })
}

/** Sent or thrown away: gone on every device. */
export function dropPlace(doc: Y.Doc, place: string): void {
  doc.getMap(notebookPlaces).delete(place)
}

function writeField(fields: Y.Map<unknown>, field: string, text: string): void {
  const before = fields.get(field)
  if (!(before instanceof Y.Text)) return void fields.set(field, new Y.Text(text))
  const old = before.toJSON()
  if (old === text) return
  const start = sameStart(old, text)
  const end = sameEnd(old, text, Math.min(old.length, text.length) - start)
  if (old.length > start + end) before.delete(start, old.length - start - end)
  if (text.length > start + end) before.insert(start, text.slice(start, text.length - end))
}

/** Counted in UTF-16 units; never between the two halves of one character. */
function sameStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1
  return isHighHalf(a.charCodeAt(length - 1)) ? length - 1 : length
}

function sameEnd(a: string, b: string, most: number): number {
  let length = 0
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1
  return isLowHalf(a.charCodeAt(a.length - length)) && length > 0 ? length - 1 : length
}

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
