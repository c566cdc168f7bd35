/**
 * Erases pictures that no text shows: once a day all texts are looked through, page by page, and
 * what is found in none of them is noted; what was found in none for thirty days, uploads of the
 * last thirty days apart, goes. It reads rows and documents as they are stored, without
 * understanding them: an address that stands anywhere keeps its picture. What is to go is looked
 * for once more when nothing new can be published with it: a text that came during the first look,
 * or moved from one place to another, keeps its picture. Ends half way when the server does and
 * begins anew.
 */
import { promisify } from 'node:util'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliDecompress } from 'node:zlib'
import type { Store } from '#server/store/port.ts'
import type { Writer } from '#server/sync/writer.ts'
import type { Picture } from '#shared/pictures/schema.ts'
import type { Row } from '#shared/kernel/table.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import { storedPictures, goingPictures } from '#shared/pictures/queries.ts'
import { pictures } from '#shared/pictures/schema.ts'
import { runOperation } from '#server/sync/operations.ts'
import type { TextPlace } from './text-places.ts'
import { textPlaces } from './text-places.ts'
import { forgetPicture, isLongUnused, keepAfterAll, letPicturesGo, notePictureUse } from './operations.ts'
import { dayMs } from '#shared/kernel/durations.ts'

interface UnusedPorts {
  readonly store: Pick<Store, 'read'>
  readonly writer: Pick<Writer, 'work'>
  readonly now: () => number
  /** Its files, all widths. */
  readonly erase: (picture: Picture) => Promise<void>
  readonly log: (about: object, message: string) => void
}

interface UnusedPictures {
  /**
   * Looks through everything when the last time was a day ago. Resolves when it is done; one that
   * is under way is waited for.
   */
  look(): Promise<void>
  stop(): Promise<void>
}

const everyMs = dayMs
/** So many pictures are looked for in one walk through all texts. */
const soughtAtOnce = 50_000
const picturesAtOnce = 500
/** Of one day; what is over has to wait for the next. */
const maxErased = 5_000
/** As it stands in texts, with an id (shared/kernel/ids.ts). */
const addresses = new RegExp(`${links.picture('')}([0-9a-z]{26})`, 'gu')

const inflate = promisify(brotliDecompress)

export function unusedPictures(ports: UnusedPorts): UnusedPictures {
  const { store, writer, now, erase, log } = ports
  let lastAt = -Infinity
  let isStopped = false
  let running: Promise<void> | null = null

  async function lookThrough(): Promise<void> {
    for (const picture of await store.read((read) => read.list(goingPictures(maxErased)))) await eraseOne(picture)
    const figures = { kept: 0, unused: 0, erased: 0, erasedBytes: 0 }
    for (let place: Place<string> | null = { from: '', offset: 0 }; place !== null && !isStopped;) {
      const { sought, next } = await nextPictures(place)
      const unseen = new Map(sought.map((picture) => [picture.id, picture]))
      for (const where of textPlaces) await crossOut(unseen, where)
      if (isStopped) return
      figures.kept += sought.length
      figures.unused += unseen.size
      await noteUse(sought, unseen)
      const due = [...unseen.values()].filter((picture) => isLongUnused(picture, now())).slice(0, maxErased - figures.erased)
      const going: Picture[] = []
      for (const ids of pagesOf(due)) going.push(...(await runOperation(writer, letPicturesGo, ids)))
      for (const picture of await stillUnused(going)) {
        if (isStopped) return
        await eraseOne(picture)
        figures.erased += 1
        figures.erasedBytes += picture.bytes
      }
      place = next
    }
    log(figures, 'looked for pictures that no text shows; what stays unused for thirty days is erased')
  }

  async function nextPictures(begin: Place<string>): Promise<{ readonly sought: readonly Picture[]; readonly next: Place<string> | null }> {
    const sought: Picture[] = []
    let place = begin
    while (sought.length < soughtAtOnce) {
      const found = await store.read((read) => read.list(storedPictures(place.from, place.offset, picturesAtOnce)))
      if (found.length === 0) return { sought, next: null }
      sought.push(...found)
      place = after(found, ({ sha256 }) => sha256, place)
      await nextTurn()
    }
    return { sought, next: place }
  }

  /** Takes out of `unseen` what some row of this place names. */
  async function crossOut(unseen: Map<string, Picture>, { table, index, atOnce, textsOf }: TextPlace): Promise<void> {
    const [field = ''] = index
    let place: Place<string | number | null> = { from: null, offset: 0 }
    while (unseen.size > 0 && !isStopped) {
      const { from, offset } = place
      const query = defineQuery({ table, index, equals: [], ...(from !== null && { from }), offset, order: 'ascending', limit: atOnce })
      const rows = await store.read((read) => read.list(query))
      const [first] = rows
      if (first === undefined) return
      for (const row of rows)
        for (const text of await textsOf(row, inflate)) for (const [, id = ''] of text.matchAll(addresses)) unseen.delete(id)
      place = after<Row, string | number | null>(rows, (row) => fieldOf(row, field), place)
      // Rows that go meanwhile let others be passed over. So those of the last value are read once
      // more, unless they fill a page.
      if (place.from !== fieldOf(first, field)) place = { ...place, offset: 0 }
      // Readers come in between.
      await nextTurn()
    }
  }

  async function noteUse(sought: readonly Picture[], unseen: ReadonlyMap<string, Picture>): Promise<void> {
    for (const isUsed of [true, false]) {
      const news = sought.filter(({ id, unusedSince }) => unseen.has(id) !== isUsed && (unusedSince === undefined) !== isUsed)
      for (const ids of pagesOf(news)) await runOperation(writer, notePictureUse, { ids, isUsed })
    }
  }

  /** Of those that are going: what no text shows now either. The others stay. */
  async function stillUnused(going: readonly Picture[]): Promise<readonly Picture[]> {
    if (going.length === 0) return going
    const unseen = new Map(going.map((picture) => [picture.id, picture]))
    for (const where of textPlaces) await crossOut(unseen, where)
    // Not looked through to the end: whether they are shown is not known.
    const isWhole = !isStopped
    const wanted = going.filter(({ id }) => !isWhole || !unseen.has(id))
    for (const ids of pagesOf(wanted)) await runOperation(writer, keepAfterAll, { ids, isSeen: isWhole })
    return isWhole ? [...unseen.values()] : []
  }

  async function eraseOne(picture: Picture): Promise<void> {
    // Another node may have erased it, and its owner sent it again.
    if ((await store.read((read) => read.get(pictures, picture.id)))?.state !== 'going') return
    await erase(picture)
    await runOperation(writer, forgetPicture, picture.id)
  }

  return {
    async look() {
      if (running !== null || isStopped || now() - lastAt < everyMs) return running ?? undefined
      lastAt = now()
      running = lookThrough().finally(() => {
        running = null
      })
      return running
    },
    async stop() {
      isStopped = true
      // What went wrong was told to whoever began it.
      await running?.catch(() => undefined)
    },
  }
}

/** Ids, so many as one transaction takes. */
function pagesOf(found: readonly Picture[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(found.length / picturesAtOnce) }, (_none, page) =>
    found.slice(page * picturesAtOnce, (page + 1) * picturesAtOnce).map(({ id }) => id),
  )
}

/**
 * Where a walk over an index goes on: from this value of its first field, after so many rows that
 * have it.
 */
interface Place<Value> {
  readonly from: Value
  readonly offset: number
}

function after<R, Value>(rows: readonly R[], valueOf: (row: R) => Value, { from, offset }: Place<Value>): Place<Value> {
  const [last] = rows.slice(-1).map(valueOf)
  if (last === undefined) return { from, offset }
  const atLast = rows.filter((row) => valueOf(row) === last).length
  return { from: last, offset: last === from ? offset + atLast : atLast }
}

function fieldOf(row: Row, field: string): string | number {
  // A field of an index, which is of one kind and, in the first place of these, never null.
  return (row as unknown as Readonly<Record<string, string | number>>)[field] ?? ''
}
