/** What the writer does for pictures: one row each, and only one account may have an id. */
import type { Picture } from '#shared/pictures/schema.ts'
import { pictureLimits } from '#shared/pictures/limits.ts'
import { removedAsSent, removedAsShown } from '#shared/pictures/queries.ts'
import { pictures } from '#shared/pictures/schema.ts'
import type { AnyOperation } from '#server/sync/operations.ts'
import { defineOperation } from '#server/sync/operations.ts'

/**
 * `known`: the same bytes by the same member, once more. `taken`: the id is another picture's.
 * `removed`: staff have taken these bytes down. `going`: the files of that id are being erased;
 * soon it may be sent again.
 */
export type Kept = 'kept' | 'known' | 'taken' | 'removed' | 'going'

/**
 * A picture, or the note that what was sent under this id is none. What was refused before may be
 * sent again as something better.
 */
export const keepPicture = defineOperation('pictures.keep', async ({ tx }, picture: Picture): Promise<Kept> => {
  const before = await tx.get(pictures, picture.id)
  if (before !== undefined && before.ownerId !== picture.ownerId) return 'taken'
  if (before !== undefined && before.state !== 'refused' && before.isPrivate !== picture.isPrivate) return 'taken'
  if (before?.state === 'removed') return before.sha256 === picture.sha256 ? 'removed' : 'taken'
  // An upload that found its files there, when they were erased meanwhile: there is nothing to keep
  // until it is sent again.
  if (before?.state === 'going' || (before?.state === 'gone' && picture.unusedSince !== undefined)) return 'going'
  if (before?.state === 'kept' && before.sha256 !== picture.sha256) return 'taken'
  if (before?.state === 'kept') {
    // Whoever sends it again is going to show it.
    if (before.unusedSince !== undefined) await tx.put(pictures, shownAgain(before))
    return 'known'
  }
  const found = [...(await tx.list(removedAsSent(picture.sha256))), ...(await tx.list(removedAsShown(picture.sha256)))]
  if (picture.shownSha256 !== '') found.push(...(await tx.list(removedAsShown(picture.shownSha256))))
  if (found.length > 0 && picture.state === 'kept') {
    await tx.put(pictures, { ...picture, state: 'refused', kind: null, width: 0, height: 0, shownSha256: '' })
    return 'removed'
  }
  await tx.put(pictures, picture)
  return 'kept'
})

/**
 * What a look through all texts has found. A picture keeps the first time it was not found; being
 * shown again forgets that.
 */
export const notePictureUse = defineOperation(
  'pictures.noteUse',
  async ({ tx, now }, { ids, isUsed }: { readonly ids: readonly string[]; readonly isUsed: boolean }): Promise<void> => {
    for (const picture of await tx.getMany(pictures, ids)) {
      if (picture.state !== 'kept' || (picture.unusedSince === undefined) === isUsed) continue
      await tx.put(pictures, isUsed ? shownAgain(picture) : { ...picture, unusedSince: now })
    }
  },
)

/**
 * From here on nobody can count on it: a publication that shows it is refused, a new upload has to
 * wait until the files are away.
 * @returns those whose files may be erased.
 */
export const letPicturesGo = defineOperation('pictures.letGo', async ({ tx, now }, ids: readonly string[]): Promise<readonly Picture[]> => {
  const going: Picture[] = []
  for (const picture of await tx.getMany(pictures, ids)) {
    if (!isLongUnused(picture, now)) continue
    const gone: Picture = { ...picture, state: 'going' }
    await tx.put(pictures, gone)
    going.push(gone)
  }
  return going
})

/** They were not to go: something shows them (`isSeen`), or that was not looked for to the end. */
export const keepAfterAll = defineOperation(
  'pictures.keepAfterAll',
  async ({ tx }, { ids, isSeen }: { readonly ids: readonly string[]; readonly isSeen: boolean }): Promise<void> => {
    for (const picture of await tx.getMany(pictures, ids)) {
      if (picture.state !== 'going') continue
      await tx.put(pictures, { ...(isSeen ? shownAgain(picture) : picture), state: 'kept' })
    }
  },
)

/**
 * Its files are erased. The id stays its owner's, who may send the same or something else under it.
 */
export const forgetPicture = defineOperation('pictures.forget', async ({ tx }, id: string): Promise<void> => {
  const picture = await tx.get(pictures, id)
  if (picture?.state !== 'going') return
  await tx.put(pictures, { ...shownAgain(picture), state: 'gone', kind: null, width: 0, height: 0, sha256: '', shownSha256: '' })
})

/** As long as no look through all texts says otherwise. */
export function shownAgain({ unusedSince: _since, ...picture }: Picture): Picture {
  return picture
}

/** Both its upload and the last text that showed it are long ago. */
export function isLongUnused({ state, at, unusedSince }: Picture, now: number): boolean {
  const before = now - pictureLimits.unusedMs
  return state === 'kept' && at <= before && unusedSince !== undefined && unusedSince <= before
}

export const pictureOperations: readonly AnyOperation[] = [keepPicture, notePictureUse, letPicturesGo, keepAfterAll, forgetPicture]
