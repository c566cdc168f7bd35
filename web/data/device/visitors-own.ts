import { parseArgs } from '#shared/kernel/mutation.ts'
import { setBookmark, setReadingPlace, setReadMark } from '#shared/reading/mutations.ts'
import { bookmarksOf, readingPlacesOf, readMarksOf } from '#shared/reading/queries.ts'
import type { NewMutation } from '../sync/queue.ts'
import { mutationOf } from '../sync/queue.ts'
import type { SavedDraft } from './device-api.ts'
import type { LocalStore } from './local-store.ts'
import { localReader } from './local-reader.ts'

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
