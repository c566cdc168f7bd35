import type { Comment } from '#shared/comments/schema.ts'
import type { Picture } from '#shared/pictures/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import { postReview } from '#shared/annual-review/review-mutations.ts'
import { editComment, postComment, postQuickTake } from '#shared/comments/mutations.ts'
import { comments } from '#shared/comments/schema.ts'
import { sayInDialogue } from '#shared/dialogues/mutations.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { beginAsModerators } from '#shared/messages/moderator-mutations.ts'
import { beginConversation, sendMessage } from '#shared/messages/mutations.ts'
import { messagePictureId, messagePictures } from '#shared/messages/picture-schema.ts'
import { messages } from '#shared/messages/schema.ts'
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
export const pictureTriggers = [
  defineTrigger(publishPost, showPictures),
  defineTrigger(publishPage, showPictures),
  defineTrigger(postComment, showInComment),
  defineTrigger(postQuickTake, showInComment),
  defineTrigger(postReview, showInComment),
  defineTrigger(editComment, showInComment),
  defineTrigger(sayInDialogue, showInComment),
  defineTrigger(sendMessage, showInMessage),
  defineTrigger(beginConversation, (context, { messageId: id, uploading }) => showInMessage(context, { id, uploading })),
  defineTrigger(beginAsModerators, (context, { messageId: id }) => showInMessage(context, { id })),
]

interface Publication {
  readonly id: string
  readonly revisionId: string
  readonly body: Doc
  readonly stateVector?: string | undefined
}

async function showPictures({ tx }: TriggerContext, { id, revisionId, body, stateVector }: Publication): Promise<void> {
  const isDue = (await tx.get(schedules, id))?.publicationId === revisionId
  const mayCome = stateVector !== undefined || isDue
  const found = await requirePictures(tx, picturesIn(body), () => mayCome)
  const revision = found.size === 0 ? undefined : await tx.get(revisions, revisionId)
  if (revision === undefined) return
  const sized = withSizes(revision.body, found)
  if (sized !== revision.body) await tx.put(revisions, { ...revision, body: sized })
}

interface Said {
  readonly id: string
  readonly uploading?: readonly string[] | undefined
}

/**
 * A comment waits only for what its device says to be on the way. What it showed before an edit is
 * not asked about again: staff may have taken that down.
 */
async function showInComment({ tx }: TriggerContext, { id, uploading = [] }: Said): Promise<void> {
  const comment = await getOrThrow(tx, comments, id)
  const shown = picturesIn(comment.body)
  if (shown.length === 0) return
  const known = await shownBefore(tx, comment)
  const fresh = shown.filter((picture) => !known.includes(picture))
  const found = await requirePictures(tx, fresh, (picture) => uploading.includes(picture))
  const body = withSizes(comment.body, found)
  if (body !== comment.body) await tx.put(comments, { ...comment, body })
}

/**
 * A message shows what its sender has added for messages, and waits for it as a comment does. From
 * then on those who may read the message see its pictures.
 */
async function showInMessage({ tx, viewer }: TriggerContext, { id, uploading = [] }: Said): Promise<void> {
  const message = await tx.get(messages, id)
  if (message === undefined || message.body === null) return
  const shown = picturesIn(message.body)
  if (shown.length === 0) return
  const known = await tx.getMany(
    messagePictures,
    shown.map((picture) => messagePictureId(picture, id)),
  )
  // Sent again: what its pictures have become since is not asked.
  const fresh = shown.filter((picture) => !known.some(({ pictureId }) => pictureId === picture))
  const found = await requirePictures(tx, fresh, (picture) => uploading.includes(picture), signedIn(viewer).userId)
  for (const pictureId of found.keys()) await tx.put(messagePictures, { id: messagePictureId(pictureId, id), pictureId, messageId: id })
  const body = withSizes(message.body, found)
  if (body !== message.body) await tx.put(messages, { ...message, body })
}

async function shownBefore(tx: Transaction, { id, bodyVersion }: Comment): Promise<readonly string[]> {
  const earlier = bodyVersion === 1 ? undefined : await tx.get(revisions, `${id}:${bodyVersion - 1}`)
  return earlier === undefined ? [] : picturesIn(earlier.body)
}

/**
 * @param mayCome its device says so; a form brings no pictures after it.
 * @param senderId of a message, which shows its sender's private pictures alone; nothing else shows
 * a private one. What is another's is answered as what is not here.
 * @throws AppError 'rate-limited' while one is on its way, 'invalid' when one will never be here
 */
async function requirePictures(
  tx: Transaction,
  ids: readonly string[],
  mayCome: (id: string) => boolean,
  senderId: string | null = null,
): Promise<ReadonlyMap<string, Picture>> {
  const found = new Map((ids.length === 0 ? [] : await tx.getMany(pictures, ids)).map((picture) => [picture.id, picture]))
  const missing = ids.filter((id) => !found.has(id))
  const isShownHere = ({ isPrivate, ownerId }: Picture) =>
    senderId === null ? isPrivate !== true : isPrivate === true && ownerId === senderId
  if (![...found.values()].every(isShownHere)) throw new AppError('invalid', { field: 'pictures.missing' })
  if ([...found.values()].some(({ state }) => state !== 'kept')) throw new AppError('invalid', { field: 'pictures' })
  if (!missing.every(mayCome)) throw new AppError('invalid', { field: 'pictures.missing' })
  // What is to be shown is in use, whatever the last look through all texts has found.
  for (const picture of found.values()) if (picture.unusedSince !== undefined) await tx.put(pictures, shownAgain(picture))
  if (missing.length > 0)
    throw new AppError('rate-limited', { reason: 'pictures-on-their-way', retryAfterMs: comingMs, message: 'a picture is not here yet' })
  return found
}
