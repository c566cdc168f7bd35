/**
 * What a member does to comments, on the device first: shown at once, then stored and queued. A
 * refusal takes it back and says why.
 */
import { members } from '#shared/accounts/schema.ts'
import { postReview } from '#shared/annual-review/review-mutations.ts'
import { canWriteReview } from '#shared/annual-review/rules.ts'
import type { ReviewPlan } from '#shared/annual-review/schema.ts'
import { reviewPlans } from '#shared/annual-review/schema.ts'
import { quickTakesIdOf } from '#shared/comments/container.ts'
import type { CommentMark } from '#shared/comments/mark-mutations.ts'
import { setCommentMark } from '#shared/comments/mark-mutations.ts'
import { canAnswer, canComment, canPostQuickTake, canDiscuss } from '#shared/comments/rules.ts'
import { editComment, postComment, postQuickTake, removeComment, restoreComment } from '#shared/comments/mutations.ts'
import type { Comment } from '#shared/comments/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { freshId } from '../../data/fresh-id.ts'
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Device } from '../../data/device/device-api.ts'
import { placeOfMutation } from '../../data/saved-text.ts'
import { rememberLocalVotes } from '../../data/votes.ts'
import { outbox } from '../../data/outbox.ts'
import { hintTarget, isHint } from '../hints.ts'
import { isRefusal, refusalOf } from '../refusal-of.ts'
import type { CommentChange, CommentMarks } from './beside.ts'
import { beside, dropChanges, setChange } from './beside.ts'
import { authorOf, ownPower, roleOf } from './authorship.ts'
import { commentText } from './comment-text.ts'
import { keepChangesTrue } from './own-changes.ts'
import { reviewRole } from './review-role.ts'
import { uploadingIn } from './uploading-pictures.ts'

export type MutationAnswer = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly error: FormError }

interface NewComment {
  readonly postId: string
  readonly parentId: string | null
  readonly markdown: string
  readonly isAnswer?: boolean
  readonly isQuickTake?: boolean
  /** A review, for the review of this year. */
  readonly reviewOf?: number
}

interface NewReview {
  readonly post: Post
  readonly plan: ReviewPlan | null
  readonly year: number
  readonly markdown: string
}

interface NewQuickTake {
  readonly markdown: string
  readonly tags: readonly string[]
  readonly isOnFrontpage: boolean
}

/** Brings what the first comment needs while it is still being typed. */
export const makeReady = (): Promise<unknown> => commentText()

/** @throws what is no refusal: then the device could not do it. */
export function postOnDevice(device: Device, { postId, parentId, markdown, isAnswer = false }: NewComment): Promise<MutationAnswer> {
  return answered(async () => {
    hintTarget(device, parentId ?? postId)
    hintTarget(device, postId)
    const post = await device.read.get(posts, postId)
    // Refused here, it never shows; a round through the database's queue is not needed to know.
    if (post !== undefined && parentId === null) authorize(isAnswer ? canAnswer(device.viewer, post) : canComment(device.viewer, post))
    else if (post !== undefined) authorize(canDiscuss(device.viewer, post))
    const { id, body, change } = await newComment(device, { postId, parentId, markdown, ...(isAnswer ? { isAnswer } : {}) }, post)
    rememberLocalVotes([[id, 'approval', 1]])
    const draft = placeOfMutation('comments.post', { postId, parentId: parentId ?? '' })
    const args = { id, postId, parentId, body, ...(isAnswer ? { isAnswer } : {}), ...(await uploadingIn(body)) }
    await shownAtOnce(device, change, postComment, args, draft)
    return id
  })
}

/** @throws what is no refusal: then the device could not do it. */
export function postQuickTakeOnDevice(device: Device, { markdown, tags, isOnFrontpage }: NewQuickTake): Promise<MutationAnswer> {
  return answered(async () => {
    authorize(canPostQuickTake(device.viewer))
    const postId = quickTakesIdOf(device.account ?? '')
    const { id, body, change } = await newComment(
      device,
      { postId, parentId: null, markdown, isQuickTake: true },
      await device.read.get(posts, postId),
    )
    rememberLocalVotes([[id, 'approval', 1]])
    const args = { id, postId, body, tags: [...tags], isOnFrontpage, ...(await uploadingIn(body)) }
    await shownAtOnce(device, change, postQuickTake, args, placeOfMutation('comments.postQuickTake', {}))
    return id
  })
}

/** @throws what is no refusal: then the device could not do it. */
export function postReviewOnDevice(device: Device, { post, plan, year, markdown }: NewReview): Promise<MutationAnswer> {
  return answered(async () => {
    const postId = post.id
    device.hint(posts, post)
    if (plan !== null) device.hint(reviewPlans, plan)
    const joinedAt = (await device.read.get(members, device.account ?? ''))?.joinedAt ?? 0
    authorize(canWriteReview(device.viewer, { post, year, joinedAt, plan: plan ?? undefined }, Date.now()))
    const { id, body, change } = await newComment(device, { postId, parentId: null, markdown, reviewOf: year }, post)
    rememberLocalVotes([[id, 'approval', 1]])
    const args = { id, postId, year, body, ...(await uploadingIn(body)) }
    await shownAtOnce(device, change, postReview, args, placeOfMutation('comments.postReview', { postId }))
    return id
  })
}

async function newComment(
  device: Device,
  { postId, parentId, markdown, isAnswer, isQuickTake, reviewOf }: NewComment,
  post: Post | undefined,
) {
  const { docOf, htmlOf } = await commentText()
  const body = docOf(markdown)
  const id = freshId()
  const role = reviewOf === undefined ? roleOf(device, post) : reviewRole(reviewOf)
  const made = { postId, parentId, author: authorOf(device), at: Date.now(), power: ownPower(device) }
  const change: CommentChange = {
    id,
    made: {
      ...made,
      ...(role === undefined ? {} : { role }),
      ...(isAnswer === true ? { isAnswer } : {}),
      ...(isQuickTake === true ? { isQuickTake } : {}),
    },
    version: 1,
    html: htmlOf(id, body),
    removed: null,
    state: 'Saving…',
    isRefused: false,
    canUndo: false,
  }
  return { id, body, change }
}

/** Says of a comment what is not in its words. @param marks how the page shows it. */
export function markOnDevice(device: Device, id: string, mark: CommentMark, marks: CommentMarks): Promise<MutationAnswer> {
  return answered(async () => {
    hintTarget(device, id)
    const before = changeOf(id)
    const version = (await device.read.get(comments, id))?.bodyVersion ?? before.version
    const change = { ...before, version, marks: { ...before.marks, ...marks }, state: 'Saving…' }
    await shownAtOnce(device, change, setCommentMark, { id, mark })
    return id
  })
}

export interface EditedText {
  readonly markdown: string
  /** The version it began from: another in the store is a conflict. */
  readonly bodyVersion: number
}

export function editOnDevice(device: Device, id: string, { markdown, bodyVersion }: EditedText): Promise<MutationAnswer> {
  return answered(async () => {
    const { docOf, htmlOf } = await commentText()
    const body = docOf(markdown)
    const change = { ...changeOf(id), version: bodyVersion + 1, html: htmlOf(id, body), editedAt: Date.now(), state: 'Saving…' }
    const args = { id, body, bodyVersion, ...(await uploadingIn(body)) }
    await shownAtOnce(device, change, editComment, args, placeOfMutation('comments.edit', { commentId: id }))
    return id
  })
}

/** @param html as it stands, for when it comes back. */
export function removeOnDevice(device: Device, id: string, reason: string, html: string | undefined): Promise<MutationAnswer> {
  return answered(async () => {
    hintTarget(device, id)
    const comment = await device.read.get(comments, id)
    const by = comment?.authorId === device.account ? 'author' : 'moderator'
    const version = comment?.bodyVersion ?? 1
    const change = { ...changeOf(id), version, html, removed: { by, reason } as const, canUndo: true, state: 'Saving…' }
    await shownAtOnce(device, change, removeComment, { id, reason })
    return id
  })
}

export function restoreOnDevice(device: Device, id: string): Promise<MutationAnswer> {
  return answered(async () => {
    await shownAtOnce(device, { ...changeOf(id), removed: null, canUndo: false, state: 'Saving…' }, restoreComment, { id })
    return id
  })
}

export interface EditableText {
  readonly markdown: string
  readonly version: number
}

/** The text of a comment for its form; `null` when the device has not got it. */
export async function textOnDevice(device: Device, id: string): Promise<EditableText | null> {
  const comment: Comment | undefined = await device.read.get(comments, id)
  if (comment === undefined || isHint(comment)) return null
  const { markdownOf } = await commentText()
  return { markdown: markdownOf(comment.body), version: comment.bodyVersion }
}

export const htmlIn = (article: Element | null): string | undefined => article?.querySelector('.c-body')?.innerHTML

/** Of an edit that was refused later: what I wrote, and what stands in its way. */
export interface RefusedEdit {
  readonly n: number
  readonly mine: string
}

export async function refusedEdit(id: string): Promise<RefusedEdit | null> {
  const item = outbox.get().refused.findLast(({ name, about }) => name === 'comments.edit' && about.includes(id))
  const args = item === undefined ? null : editComment.args.safeParse(item.args)
  if (item === undefined || args === null || !args.success) return null
  const { markdownOf } = await commentText()
  return { n: item.n, mine: markdownOf(args.data.body) }
}

/** Sends a refused edit again, as it has been mended. */
export function retryEdit(device: Device, n: number, id: string, { markdown, bodyVersion }: EditedText): Promise<MutationAnswer> {
  return answered(async () => {
    const { docOf } = await commentText()
    const body = docOf(markdown)
    const args = { id, body, bodyVersion, ...(await uploadingIn(body)) }
    dropChanges([id])
    await device.outbox.retry(n, args, placeOfMutation('comments.edit', { commentId: id }))
    return id
  })
}

async function shownAtOnce<Args>(
  device: Device,
  change: CommentChange,
  mutation: Mutation<Args>,
  args: Args,
  draft?: string,
): Promise<void> {
  const before = beside.get().changes.get(change.id)
  setChange(change)
  try {
    await device.commit(mutation, args, draft)
    keepChangesTrue(device)
  } catch (error) {
    if (before === undefined) dropChanges([change.id])
    else setChange(before)
    throw error
  }
}

const changeOf = (id: string): CommentChange =>
  beside.get().changes.get(id) ?? {
    id,
    made: null,
    version: 1,
    html: undefined,
    removed: null,
    state: null,
    isRefused: false,
    canUndo: false,
  }

async function answered(mutation: () => Promise<string>): Promise<MutationAnswer> {
  try {
    return { ok: true, id: await mutation() }
  } catch (error) {
    if (isRefusal(error)) return { ok: false, error: refusalOf(error) }
    if (error instanceof RangeError) return { ok: false, error: refusalOf(new AppError('invalid', { field: 'markdown' })) }
    throw error
  }
}
