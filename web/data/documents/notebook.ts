/**
 * A member's notebook: what they have begun to write and not sent, so that it follows to their
 * other devices. One document a member; in it a map of places, each a map of a form's fields
 * (`Y.Text`) and `at`. Writing changes only what is different, so that two devices merge within a
 * text.
 */
import * as Y from 'yjs'
import { notebookPlaces } from '#shared/documents/rooms.ts'
import { changeOf } from '../merge-typed.ts'

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

/** Whether both have the very same place, and did not begin it apart from each other. */
export function isOneMap(a: Y.Doc, b: Y.Doc, place: string): boolean {
  const [one, other] = [a, b].map((doc) => doc.getMap(notebookPlaces).get(place))
  return one instanceof Y.Map && other instanceof Y.Map && Y.compareIDs(one._item?.id ?? null, other._item?.id ?? null)
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
  const change = changeOf(old, text)
  if (change.end > change.start) before.delete(change.start, change.end - change.start)
  if (change.text !== '') before.insert(change.start, change.text)
}
