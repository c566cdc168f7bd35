import { parseArgs } from '#shared/kernel/mutation.ts'
import { setBookmark, setReadingPlace, setReadMark, visitsBefore } from '#shared/reading/mutations.ts'
import type { ReadingPlace, ReadMark } from '#shared/reading/schema.ts'
import { readingPlaceId, readingPlaces, readMarkId, readMarks } from '#shared/reading/schema.ts'
import { bookmarksOf, readingPlacesOf, readMarksOf } from '#shared/reading/queries.ts'
import type { NewMutation } from '../sync/queue.ts'
import { mutationOf } from '../sync/queue.ts'
import type { SavedDraft } from './device-api.ts'
import type { LocalStore } from './local-store.ts'
import { localReader } from './local-reader.ts'
import type { VisitorReadingStore } from '../visitor-reading.ts'

/**
 * What a visitor has marked and begun to write on this device, as mutations of whoever signs in
 * here.
 */
export interface VisitorsOwn {
  readonly mutations: readonly NewMutation[]
  readonly drafts: readonly SavedDraft[]
}

const most = 5_000

export async function readVisitorsOwn(store: LocalStore): Promise<VisitorsOwn> {
  const { saved, read, places, drafts } = await store.read(async (tx) => ({
    saved: await tx.rows.list(bookmarksOf(localReader, most)),
    read: await tx.rows.list(readMarksOf(localReader, most)),
    places: await tx.rows.list(readingPlacesOf(localReader, most)),
    drafts: await tx.drafts.all(),
  }))
  const bookmarks = saved.map(({ targetKind, targetId, isSaved, changedAt }) =>
    mutationOf(setBookmark, parseArgs(setBookmark, { targetKind, targetId, isSaved }), changedAt),
  )
  const readMarks = read.map(({ postId, isRead, seenUpTo, readAt }) =>
    mutationOf(setReadMark, parseArgs(setReadMark, { postId, isRead, seenUpTo }), readAt),
  )
  const stopped = places.map(({ postId, place, isFinished, keptAt }) =>
    mutationOf(setReadingPlace, parseArgs(setReadingPlace, { postId, place, isFinished, at: keptAt }), keptAt),
  )
  return {
    mutations: [...bookmarks.filter(({ args }) => isOn(args)), ...readMarks, ...stopped],
    drafts: drafts.filter(({ binnedAt }) => binnedAt === null),
  }
}

/**
 * Takes over what this visitor has read on pages without the app, where it is newer than what the
 * database has.
 */
export async function takeVisitorReading(store: LocalStore, reading: VisitorReadingStore): Promise<void> {
  const { marks, places } = reading.get()
  if (marks.size + places.size === 0) return
  await store.write(async (tx) => {
    for (const [postId, { isRead, seenUpTo, readAt }] of marks) {
      const id = readMarkId(localReader, postId)
      const before = await tx.rows.get(readMarks, id)
      if (before !== undefined && before.readAt >= readAt) continue
      const visits = visitsBefore(before, isRead, readAt)
      const seen = Math.max(before?.seenUpTo ?? 0, seenUpTo)
      const mark: ReadMark = { id, userId: localReader, postId, isRead, seenUpTo: seen, readAt, ...(visits.length > 0 && { visits }) }
      await tx.putRows(readMarks.name, [mark])
    }
    for (const [postId, kept] of places) {
      const id = readingPlaceId(localReader, postId)
      const before = await tx.rows.get(readingPlaces, id)
      const stopped: ReadingPlace = { id, userId: localReader, postId, ...kept }
      if (before === undefined || before.keptAt < kept.keptAt) await tx.putRows(readingPlaces.name, [stopped])
    }
  })
}

/** The other way: a row that the app has written for a visitor is known to pages without it. */
export function noteVisitorReading(reading: VisitorReadingStore, table: string, row: unknown): void {
  const mark = table === readMarks.name ? readMarks.row.safeParse(row) : null
  if (mark?.success === true) {
    const { postId, isRead, seenUpTo, readAt } = mark.data
    reading.setMark(postId, { isRead, seenUpTo, readAt })
  }
  const kept = table === readingPlaces.name ? readingPlaces.row.safeParse(row) : null
  if (kept?.success === true) {
    const { postId, place, isFinished, keptAt } = kept.data
    reading.setPlace(postId, { place, isFinished, keptAt })
  }
}

/** What a visitor took off the list again says nothing about the account's own list. */
function isOn(args: unknown): boolean {
  return typeof args === 'object' && args !== null && 'isSaved' in args && args.isSaved === true
}

/** It is the account's now. */
export async function forgetVisitorsOwn(store: LocalStore): Promise<void> {
  await store.write(async (tx) => {
    const saved = await tx.rows.list(bookmarksOf(localReader, most))
    const read = await tx.rows.list(readMarksOf(localReader, most))
    const places = await tx.rows.list(readingPlacesOf(localReader, most))
    await tx.deleteRows(
      'reading_places',
      places.map(({ id }) => id),
    )
    await tx.deleteRows(
      'bookmarks',
      saved.map(({ id }) => id),
    )
    await tx.deleteRows(
      'read_marks',
      read.map(({ id }) => id),
    )
    await tx.drafts.delete((await tx.drafts.all()).map(({ place }) => place))
  })
}
