import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Transaction } from '../kernel/transaction.ts'
import type { Chapter, Sequence } from './schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { members } from '../accounts/schema.ts'
import { withMentions } from '../accounts/typed-mentions.ts'
import { posts } from '../posts/schema.ts'
import { EssayBody } from '../text/schema.ts'
import type { Doc } from '../text/schema.ts'
import { plainText } from '../text/measure.ts'
import { noText, placedBefore, putNumbered, withOrWithout } from './ordering.ts'
import { chaptersOf, isInReading, placesOfPost, postsIn, sequencesBy } from './queries.ts'
import {
  canEditSequence,
  canMakeSequence,
  canModerateSequence,
  canPutPost,
  canReadSequence,
  canRestoreSequence,
  canTakeOverSequence,
} from './rules.ts'
import {
  chapters,
  OptionalTitle,
  Order,
  OwnPicture,
  sequenceLimits,
  sequencePostId,
  sequencePosts,
  sequences,
  SequenceTitle,
} from './schema.ts'
import { isSameJson } from '../kernel/same.ts'

/**
 * Begins a sequence, as a draft with one empty chapter. Running it twice with one id leaves one
 * sequence.
 */
export const createSequence = defineMutation({
  name: 'sequences.create',
  runs: 'device',
  args: z.strictObject({ id: Id, chapterId: Id, title: SequenceTitle }),
  makes: ({ id }) => id,
  opens: ({ id }) => `sequence:${id}`,
  async run({ tx, viewer, now }, { id, chapterId, title }) {
    authorize(canMakeSequence(viewer))
    const { userId: authorId } = signedIn(viewer)
    const existing = await tx.get(sequences, id)
    if (existing !== undefined) {
      if (existing.authorId !== authorId) throw new AppError('not-found')
      return
    }
    if ((await tx.get(chapters, chapterId)) !== undefined) throw new AppError('not-found')
    if ((await tx.count(sequencesBy(authorId))) >= sequenceLimits.sequences) throw new AppError('invalid', { field: 'sequences' })
    await tx.put(sequences, {
      ...{ id, authorId, title, body: noText, bannerUrl: null, cardUrl: null, isDraft: true, isHiddenFromProfile: false },
      ...{ profileOrder: null, curatedOrder: null, isHidden: false, noIndex: false, bookId: null },
      ...{ createdAt: now, publishedAt: null, lastUpdatedAt: now, removedAt: null, removedById: null },
    })
    await tx.put(chapters, { id: chapterId, sequenceId: id, authorId, number: 1, title: '', subtitle: '', body: noText, postIds: [] })
  },
})

/** What its author says of it. */
const ownDetail = z.discriminatedUnion('field', [
  z.strictObject({ field: z.literal('title'), value: SequenceTitle }),
  z.strictObject({ field: z.literal('body'), value: EssayBody }),
  z.strictObject({ field: z.literal('bannerUrl'), value: OwnPicture }),
  z.strictObject({ field: z.literal('cardUrl'), value: OwnPicture }),
  z.strictObject({ field: z.literal('isDraft'), value: z.boolean() }),
  z.strictObject({ field: z.literal('isHiddenFromProfile'), value: z.boolean() }),
  z.strictObject({ field: z.literal('profileOrder'), value: Order }),
])

/** What only the staff say of it. */
const staffDetail = z.discriminatedUnion('field', [
  z.strictObject({ field: z.literal('curatedOrder'), value: Order }),
  z.strictObject({ field: z.literal('isHidden'), value: z.boolean() }),
  z.strictObject({ field: z.literal('noIndex'), value: z.boolean() }),
  z.strictObject({ field: z.literal('authorId'), value: Id }),
])

/**
 * Sets one thing about a sequence; two people who set different things take nothing from each
 * other.
 */
export const setSequenceDetail = defineMutation({
  name: 'sequences.setDetail',
  runs: 'device',
  args: z.strictObject({ id: Id, detail: ownDetail }),
  needs: ({ id }) => [id],
  key: ({ id, detail: { field } }) => `sequence:${id}:${field}`,
  async run({ tx, viewer, now }, { id, detail }) {
    const sequence = await getOrThrow(tx, sequences, id)
    authorize(canEditSequence(viewer, sequence))
    if (detail.field === 'body') requireShort(detail.value)
    const value = detail.field === 'body' ? await withMentions(tx, detail.value, now) : detail.value
    const next = { ...sequence, [detail.field]: value }
    await putIfOther(tx, sequence, { ...next, publishedAt: next.isDraft ? next.publishedAt : (next.publishedAt ?? now) })
  },
})

export const moderateSequence = defineMutation({
  name: 'sequences.moderate',
  args: z.strictObject({ id: Id, detail: staffDetail }),
  async run({ tx, viewer }, { id, detail }) {
    const sequence = await getOrThrow(tx, sequences, id)
    authorize(canModerateSequence(viewer, sequence))
    if (detail.field === 'authorId') {
      authorize(canTakeOverSequence(viewer, sequence, detail.value))
      await handOver(tx, id, (await getOrThrow(tx, members, detail.value)).id)
    }
    await putIfOther(tx, sequence, { ...sequence, [detail.field]: detail.value })
  },
})

/** Takes a sequence away, or has it back. Its posts are not touched. */
export const setSequenceRemoved = defineMutation({
  name: 'sequences.setRemoved',
  runs: 'device',
  args: z.strictObject({ id: Id, isRemoved: z.boolean() }),
  needs: ({ id }) => [id],
  key: ({ id }) => `sequence:${id}:removed`,
  async run({ tx, viewer, now }, { id, isRemoved }) {
    const sequence = await getOrThrow(tx, sequences, id)
    authorize(canEditSequence(viewer, sequence))
    if ((sequence.removedAt !== null) === isRemoved) return
    if (!isRemoved) authorize(canRestoreSequence(viewer, sequence))
    await tx.put(sequences, {
      ...sequence,
      removedAt: isRemoved ? now : null,
      removedById: isRemoved ? signedIn(viewer).userId : null,
    })
  },
})

/** At the end. Running it twice with one id leaves one chapter. */
export const addChapter = defineMutation({
  name: 'sequences.addChapter',
  runs: 'device',
  args: z.strictObject({ id: Id, sequenceId: Id, title: OptionalTitle }),
  makes: ({ id }) => id,
  needs: ({ sequenceId }) => [sequenceId],
  async run({ tx, viewer }, { id, sequenceId, title }) {
    const sequence = await getOrThrow(tx, sequences, sequenceId)
    authorize(canEditSequence(viewer, sequence))
    const existing = await tx.get(chapters, id)
    if (existing !== undefined) {
      if (existing.sequenceId !== sequenceId) throw new AppError('not-found')
      return
    }
    const before = await tx.list(chaptersOf(sequenceId))
    if (before.length >= sequenceLimits.chapters) throw new AppError('invalid', { field: 'chapters' })
    const number = (before.at(-1)?.number ?? 0) + 1
    await tx.put(chapters, { id, sequenceId, authorId: sequence.authorId, number, title, subtitle: '', body: noText, postIds: [] })
  },
})

const chapterDetail = z.discriminatedUnion('field', [
  z.strictObject({ field: z.literal('title'), value: OptionalTitle }),
  z.strictObject({ field: z.literal('subtitle'), value: OptionalTitle }),
  z.strictObject({ field: z.literal('body'), value: EssayBody }),
])

export const setChapterDetail = defineMutation({
  name: 'sequences.setChapterDetail',
  runs: 'device',
  args: z.strictObject({ id: Id, detail: chapterDetail }),
  needs: ({ id }) => [id],
  key: ({ id, detail: { field } }) => `chapter:${id}:${field}`,
  async run(context, { id, detail }) {
    const chapter = await editableChapter(context, id)
    if (detail.field === 'body') requireShort(detail.value)
    const value = detail.field === 'body' ? await withMentions(context.tx, detail.value, context.now) : detail.value
    const next = { ...chapter, [detail.field]: value }
    if (!isSameJson(next, chapter)) await context.tx.put(chapters, next)
  },
})

/** Puts a chapter before another one; `null`, or one that has gone since: at the end. */
export const moveChapter = defineMutation({
  name: 'sequences.moveChapter',
  runs: 'device',
  args: z.strictObject({ id: Id, beforeId: z.nullable(Id) }),
  needs: ({ id, beforeId }) => (beforeId === null ? [id] : [id, beforeId]),
  async run(context, { id, beforeId }) {
    const moved = await editableChapter(context, id)
    if (beforeId === id) return
    const all = await context.tx.list(chaptersOf(moved.sequenceId))
    await putNumbered(context.tx, chapters, all, placedBefore(idsOf(all), id, beforeId))
  },
})

/**
 * Takes a chapter away. What stood in it goes to the end of the one before, or the beginning of the
 * one after: no post is lost. One chapter always stays.
 */
export const removeChapter = defineMutation({
  name: 'sequences.removeChapter',
  runs: 'device',
  args: z.strictObject({ id: Id }),
  needs: ({ id }) => [id],
  async run(context, { id }) {
    const { tx, viewer } = context
    const gone = await tx.get(chapters, id)
    if (gone === undefined) {
      signedIn(viewer)
      return
    }
    await editableChapter(context, id)
    const all = await tx.list(chaptersOf(gone.sequenceId))
    const at = all.findIndex((chapter) => chapter.id === id)
    const before = all[at - 1]
    const heir = before ?? all[at + 1]
    if (heir === undefined) throw new AppError('invalid', { field: 'chapters' })
    const postIds = before === undefined ? [...gone.postIds, ...heir.postIds] : [...heir.postIds, ...gone.postIds]
    await tx.delete(chapters, id)
    const hiddenIds = [...(heir.hiddenIds ?? []), ...(gone.hiddenIds ?? [])]
    if (gone.postIds.length > 0) await tx.put(chapters, { ...heir, postIds, hiddenIds })
    const left = await tx.list(chaptersOf(gone.sequenceId))
    await putNumbered(tx, chapters, left, idsOf(left))
  },
})

/**
 * Puts a post before another one of a chapter, wherever in the sequence it stood until now; `null`,
 * or one that has gone since: at the end. Two people who order at once both get what they said, the
 * later one last.
 */
export const putPostInSequence = defineMutation({
  name: 'sequences.putPost',
  runs: 'device',
  args: z.strictObject({ chapterId: Id, postId: Id, beforeId: z.nullable(Id) }),
  needs: ({ chapterId, postId }) => [chapterId, postId],
  async run(context, { chapterId, postId, beforeId }) {
    const { tx, viewer, now } = context
    const chapter = await editableChapter(context, chapterId)
    const sequence = await getOrThrow(tx, sequences, chapter.sequenceId)
    const placeId = sequencePostId(sequence.id, postId)
    const place = await tx.get(sequencePosts, placeId)
    const isNew = place === undefined
    // One that has been withdrawn can still be moved, so that it comes back where it belongs.
    const post = isNew ? await getOrThrow(tx, posts, postId) : undefined
    if (post !== undefined) authorize(canPutPost(viewer, sequence, post))
    const isHidden = post === undefined ? place?.isHidden === true : !isInReading(post)
    if (isNew && (await tx.count(postsIn(sequence.id))) >= sequenceLimits.posts) throw new AppError('invalid', { field: 'posts' })
    if (beforeId === postId && chapter.postIds.includes(postId)) return
    for (const other of await tx.list(chaptersOf(sequence.id))) {
      if (other.id !== chapterId && other.postIds.includes(postId)) await tx.put(chapters, without(other, postId))
    }
    const postIds = placedBefore(chapter.postIds, postId, beforeId)
    if (postIds.join() !== chapter.postIds.join())
      await tx.put(chapters, { ...chapter, postIds, hiddenIds: withOrWithout(chapter.hiddenIds, postId, isHidden) })
    if (!isNew) return
    const added = { id: placeId, sequenceId: sequence.id, postId, addedAt: now, isMain: false, isHidden, authorId: sequence.authorId }
    await tx.put(sequencePosts, added)
    await tx.put(sequences, { ...sequence, lastUpdatedAt: now })
  },
})

/** Takes a post out of a sequence; the post itself stays as it is. */
export const takePostFromSequence = defineMutation({
  name: 'sequences.takePost',
  runs: 'device',
  args: z.strictObject({ sequenceId: Id, postId: Id }),
  needs: ({ sequenceId }) => [sequenceId],
  async run({ tx, viewer }, { sequenceId, postId }) {
    authorize(canEditSequence(viewer, await getOrThrow(tx, sequences, sequenceId)))
    for (const chapter of await tx.list(chaptersOf(sequenceId)))
      if (chapter.postIds.includes(postId)) await tx.put(chapters, without(chapter, postId))
    await tx.delete(sequencePosts, sequencePostId(sequenceId, postId))
  },
})

/** Of all sequences with a post, the one by which readers go on from it. */
export const setMainSequence = defineMutation({
  name: 'sequences.setMain',
  args: z.strictObject({ sequenceId: Id, postId: Id }),
  async run({ tx, viewer }, { sequenceId, postId }) {
    authorize(canModerateSequence(viewer, await getOrThrow(tx, sequences, sequenceId)))
    await getOrThrow(tx, sequencePosts, sequencePostId(sequenceId, postId))
    for (const place of await tx.list(placesOfPost(postId))) {
      const isMain = place.sequenceId === sequenceId
      if (place.isMain !== isMain) await tx.put(sequencePosts, { ...place, isMain })
    }
  },
})

/**
 * What introduces a sequence, a chapter or a book is no essay. @throws AppError 'invalid' with
 * `body`.
 */
export function requireShort(body: Doc): void {
  if (plainText(body).length > sequenceLimits.bodyCharacters) throw new AppError('invalid', { field: 'body' })
}

/**
 * @throws AppError 'not-found' alike for one that is absent and one in a sequence that is hidden.
 */
async function editableChapter({ tx, viewer }: Pick<MutationContext, 'tx' | 'viewer'>, id: string): Promise<Chapter> {
  const chapter = await getOrThrow(tx, chapters, id)
  const sequence = await getOrThrow(tx, sequences, chapter.sequenceId)
  authorize(canReadSequence(viewer, sequence))
  authorize(canEditSequence(viewer, sequence))
  return chapter
}

async function putIfOther(tx: Transaction, before: Sequence, next: Sequence): Promise<void> {
  if (!isSameJson(next, before)) await tx.put(sequences, next)
}

/** Its chapters and places say whose they are, too. */
async function handOver(tx: Transaction, sequenceId: string, authorId: string): Promise<void> {
  for (const chapter of await tx.list(chaptersOf(sequenceId))) await tx.put(chapters, { ...chapter, authorId })
  for (const place of await tx.list(postsIn(sequenceId))) await tx.put(sequencePosts, { ...place, authorId })
}

function without(chapter: Chapter, postId: string): Chapter {
  return {
    ...chapter,
    postIds: chapter.postIds.filter((id) => id !== postId),
    hiddenIds: withOrWithout(chapter.hiddenIds, postId, false),
  }
}

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id)
