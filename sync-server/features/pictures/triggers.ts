import type { Picture } from '#shared/pictures/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { picturesIn, withSizes } from '#shared/pictures/in-text.ts'
import { pictures } from '#shared/pictures/schema.ts'
import { publishPost } from '#shared/posts/mutations.ts'
import { publishPage } from '#shared/wiki/mutations.ts'
import { revisions } from '#shared/posts/schema.ts'
import { schedules } from '#shared/publishing/schema.ts'
import type { TriggerContext } from '#server/sync/triggers.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { shownAgain } from './operations.ts'

const comingMs = 2_000

/**
 * Nothing is published whose pictures are not here: no reader sees a broken one. What a device has
 * written may wait for its pictures, which come by a line of their own; one that was refused will
 * never come, and the publication is refused with it. Pictures without a size get theirs. Stands
 * before what else follows from a publication, which forgets that it was scheduled.
 */
export const pictureTriggers = [defineTrigger(publishPost, showPictures), defineTrigger(publishPage, showPictures)]

interface Publication {
  readonly id: string
  readonly revisionId: string
  readonly body: Doc
  readonly stateVector?: string | undefined
}

async function showPictures({ tx }: TriggerContext, { id, revisionId, body, stateVector }: Publication): Promise<void> {
  const isDue = (await tx.get(schedules, id))?.publicationId === revisionId
  const found = await requirePictures(tx, body, stateVector !== undefined || isDue)
  const revision = found.size === 0 ? undefined : await tx.get(revisions, revisionId)
  if (revision === undefined) return
  const sized = withSizes(revision.body, found)
  if (sized !== revision.body) await tx.put(revisions, { ...revision, body: sized })
}

/**
 * @param mayCome from a device; a form brings no pictures after it.
 * @throws AppError 'rate-limited' while one is on its way, 'invalid' when one will never be here
 */
async function requirePictures(tx: Transaction, body: Doc, mayCome: boolean): Promise<ReadonlyMap<string, Picture>> {
  const ids = picturesIn(body)
  const found = new Map((ids.length === 0 ? [] : await tx.getMany(pictures, ids)).map((picture) => [picture.id, picture]))
  const isMissing = found.size < ids.length
  if ([...found.values()].some(({ state }) => state !== 'kept') || (isMissing && !mayCome))
    throw new AppError('invalid', { field: 'pictures' })
  // What is to be shown is in use, whatever the last look through all texts has found.
  for (const picture of found.values()) if (picture.unusedSince !== undefined) await tx.put(pictures, shownAgain(picture))
  if (isMissing) throw new AppError('rate-limited', { retryAfterMs: comingMs, message: 'a picture is not here yet' })
  return found
}
