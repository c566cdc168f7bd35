import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import type { Read } from '../kernel/transaction.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import { placedBefore } from '../sequences/ordering.ts'
import { canPinPost, isShownFirst, maxPinnedPosts } from './pin-rules.ts'
import { members } from './schema.ts'

/** Puts a post of one's own first on one's page, behind those that stand there; or takes it off. */
export const pinPost = defineMutation({
  name: 'accounts.pinPost',
  args: z.strictObject({ postId: Id, isOn: z.boolean() }),
  async run({ tx, viewer }, { postId, isOn }) {
    const member = await getOrThrow(tx, members, signedIn(viewer).userId)
    const { pinnedPostIds = [] } = member
    if (pinnedPostIds.includes(postId) === isOn) return
    if (!isOn) return tx.put(members, { ...member, pinnedPostIds: pinnedPostIds.filter((id) => id !== postId) })
    const post = await getOrThrow(tx, posts, postId)
    authorize(canPinPost(viewer, post))
    // What has been taken back or erased since is shown nowhere, and nobody could take it off.
    const pinned = pinnedPostIds.length < maxPinnedPosts ? pinnedPostIds : await stillShown(tx, pinnedPostIds, member.id)
    if (pinned.length >= maxPinnedPosts) throw new AppError('invalid', { field: 'pinnedPosts' })
    await tx.put(members, { ...member, pinnedPostIds: [...pinned, postId] })
  },
})

/** Puts a pinned post before another one; `null`, or one that has gone since: at the end. */
export const movePinnedPost = defineMutation({
  name: 'accounts.movePinnedPost',
  args: z.strictObject({ postId: Id, beforeId: z.nullable(Id) }),
  async run({ tx, viewer }, { postId, beforeId }) {
    const member = await getOrThrow(tx, members, signedIn(viewer).userId)
    const { pinnedPostIds = [] } = member
    if (!pinnedPostIds.includes(postId)) throw new AppError('not-found')
    if (beforeId === postId) return
    const next = placedBefore(pinnedPostIds, postId, beforeId)
    if (next.join() !== pinnedPostIds.join()) await tx.put(members, { ...member, pinnedPostIds: next })
  },
})

async function stillShown(read: Read, postIds: readonly string[], memberId: string): Promise<readonly string[]> {
  return (await read.getMany(posts, postIds)).filter((post) => isShownFirst(post, memberId)).map(({ id }) => id)
}
