/**
 * Letting others into a draft: by name, or by a link. Each mutation states how things are to be and
 * may run twice. Whoever came by the link follows it: its level is theirs, and with another key, or
 * none, they are out again, unless the author has given them a level by name.
 */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Post } from './schema.ts'
import type { Share } from './shares.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { canShareByName } from './invitation-rules.ts'
import { invitationId, invitations } from './invitation-schema.ts'
import { invitationContext, noteAnswer, noteInvitation } from './invitations.ts'
import { putPost } from './put-post.ts'
import { canEndShare, canJoinByLink, canSharePost, isAuthor } from './rules.ts'
import { posts } from './schema.ts'
import { maxShares, ShareLevel } from './shares.ts'

/** That there is such a member only the server knows: devices have those whom they have met. */
export const sharePost = defineMutation({
  name: 'posts.share',
  runs: 'device',
  args: z.strictObject({ id: Id, userId: Id, level: ShareLevel }),
  needs: ({ id }) => [id],
  key: ({ id, userId }) => `post:${id}:share:${userId}`,
  async run(context, { id, userId, level }) {
    const post = await getOrThrow(context.tx, posts, id)
    authorize(canSharePost(context.viewer, post))
    if (userId === post.authorId || post.coauthorIds.includes(userId)) return
    const known = post.shares?.find((share) => share.userId === userId)
    if (level !== 'none' && (known === undefined || known.level === 'none')) {
      authorize(canShareByName(context.viewer, post, userId, await invitationContext(context)))
      const before = await context.tx.get(invitations, invitationId(id, userId))
      if (before === undefined || before.to === 'share') await noteInvitation(context, post, userId, 'share')
    }
    const isInvited = level !== 'none' && known?.isInvited === true
    await put(context, post, { userId, level, isByLink: false, ...(isInvited && { isInvited }) })
  },
})

/**
 * Takes somebody's part away, or gives one's own back. While there is a link, it does not let in
 * again whom the author took out.
 */
export const unsharePost = defineMutation({
  name: 'posts.unshare',
  runs: 'device',
  args: z.strictObject({ id: Id, userId: Id }),
  needs: ({ id }) => [id],
  key: ({ id, userId }) => `post:${id}:share:${userId}`,
  async run(context, { id, userId }) {
    const post = await getOrThrow(context.tx, posts, id)
    authorize(canEndShare(context.viewer, post, userId))
    const share = post.shares?.find((one) => one.userId === userId)
    const isLeaving = signedIn(context.viewer).userId === userId
    // Who was shut out cannot undo that by leaving.
    if (share === undefined || (isLeaving && share.level === 'none')) return
    if (isLeaving && share.isInvited === true) await noteAnswer(context, post, userId, 'declined')
    // Also while the link lets nobody in: it may again, and they know it.
    const staysOut = !isLeaving && post.link !== undefined
    if (staysOut) await put(context, post, { userId, level: 'none', isByLink: share.isByLink })
    else await putPost(context, { ...post, shares: without(post, userId) })
  },
})

/**
 * What whoever has the link may do. `key` is made where the mutation is; the same key again changes
 * the level alone.
 */
export const setLinkSharing = defineMutation({
  name: 'posts.setLinkSharing',
  runs: 'device',
  args: z.strictObject({ id: Id, level: ShareLevel, key: Id }),
  needs: ({ id }) => [id],
  key: ({ id }) => `post:${id}:link`,
  async run(context, { id, level, key }) {
    const post = await getOrThrow(context.tx, posts, id)
    authorize(canSharePost(context.viewer, post))
    if (post.link?.key === key && post.link.level === level) return
    const isOver = level === 'none' || post.link?.key !== key
    const shares = (post.shares ?? []).flatMap((share): readonly Share[] => {
      if (!share.isByLink) return [share]
      // The same link may be opened again; another one nobody has.
      if (isOver) return share.level === 'none' && post.link?.key === key ? [share] : []
      return [share.level === 'none' ? share : { ...share, level }]
    })
    await putPost(context, { ...post, shares, link: { level, key } })
  },
})

/**
 * Takes part in a text by its link. The server's alone: a device that was not let in has nothing of
 * the post.
 */
export const joinByLink = defineMutation({
  name: 'posts.joinByLink',
  args: z.strictObject({ id: Id, key: Id }),
  opens: ({ id }) => `draft:${id}`,
  async run(context, { id, key }) {
    const post = await getOrThrow(context.tx, posts, id)
    authorize(canJoinByLink(context.viewer, post, key))
    const { userId } = signedIn(context.viewer)
    const known = post.shares?.find((share) => share.userId === userId)
    if (post.link === undefined || isAuthor(context.viewer, post) || known?.isByLink === false) return
    await put(context, post, { userId, level: post.link.level, isByLink: true })
  },
})

async function put(context: MutationContext, post: Post, share: Share): Promise<void> {
  const { shares = [] } = post
  const known = shares.find(({ userId }) => userId === share.userId)
  if (known?.level === share.level && known.isByLink === share.isByLink) return
  if (known === undefined && shares.length >= maxShares) throw new AppError('invalid', { field: 'shares', message: 'shared with too many' })
  // In its place: a list that somebody looks at does not jump.
  const changed = known === undefined ? [...shares, share] : shares.map((one) => (one === known ? share : one))
  await putPost(context, { ...post, shares: changed })
}

const without = (post: Post, userId: string): Share[] => (post.shares ?? []).filter((share) => share.userId !== userId)
