/**
 * Co-authors are asked, and agree, before their name shows anywhere (docs/decisions/0025). An open
 * invitation is a share with `isInvited`: it gives access, and no authorship. Every mutation states
 * how things are to be and may run twice.
 */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Post } from './schema.ts'
import type { Share } from './shares.ts'
import { invitation } from '../dialogues/rules.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { canAcceptCoauthor, canEndCoauthor, canInviteCoauthor, canManageCoauthors } from './invitation-rules.ts'
import { invitationId, invitations } from './invitation-schema.ts'
import { invitationContext, noteAnswer, noteInvitation } from './invitations.ts'
import { putPost } from './put-post.ts'
import { posts } from './schema.ts'
import { maxShares } from './shares.ts'
import { kindFacts } from './kinds.ts'

export const maxCoauthors = 10

/**
 * Asks a member to be a co-author. That there is such a member only the server knows: devices have
 * those whom they have met.
 */
export const inviteCoauthor = defineMutation({
  name: 'posts.inviteCoauthor',
  runs: 'device',
  args: z.strictObject({ id: Id, userId: Id }),
  needs: ({ id }) => [id],
  key: ({ id, userId }) => coauthorKey(id, userId),
  async run(context, { id, userId }) {
    const { tx, viewer } = context
    const post = await getOrThrow(tx, posts, id)
    authorize(canManageCoauthors(viewer, post))
    const { shares = [] } = post
    const share = shares.find((one) => one.userId === userId)
    if (userId === post.authorId || post.coauthorIds.includes(userId) || (share?.isInvited === true && share.level !== 'none')) return
    const before = await tx.get(invitations, invitationId(id, userId))
    authorize(canInviteCoauthor(viewer, post, before, await invitationContext(context)))
    const asked = shares.filter(({ isInvited }) => isInvited === true).length
    if (post.coauthorIds.length + asked >= maxCoauthors) throw new AppError('invalid', { field: 'userId', message: 'too many coauthors' })
    if (share === undefined && shares.length >= maxShares) throw new AppError('invalid', { field: 'userId', message: 'too many shares' })
    const others = shares.filter((one) => one !== share)
    await noteInvitation(context, post, userId, kindFacts(post).hasMessages ? 'dialogue' : 'coauthor')
    await putPost(context, { ...post, shares: [...others, openInvitation(post, userId)] })
  },
})

/**
 * In a dialogue one reads what has been said before one says yes; a text one may change from the
 * start.
 */
const openInvitation = (post: Post, userId: string): Share =>
  kindFacts(post).hasMessages ? invitation(userId) : { userId, level: 'edit', isByLink: false, isInvited: true }

/** Agrees to be a co-author: from now on the name stands in the byline. */
export const acceptCoauthor = defineMutation({
  name: 'posts.acceptCoauthor',
  runs: 'device',
  args: z.strictObject({ id: Id }),
  needs: ({ id }) => [id],
  key: ({ id }) => `post:${id}:coauthor:me`,
  async run(context, { id }) {
    const post = await getOrThrow(context.tx, posts, id)
    if (post.coauthorIds.includes(signedIn(context.viewer).userId)) return
    // A dialogue has a rule of its own (`dialogues.join`).
    if (kindFacts(post).hasMessages) throw new AppError('not-found')
    authorize(canAcceptCoauthor(context.viewer, post))
    await becomeCoauthor(context, post)
  },
})

/** Who was asked has said yes; the caller has judged that they may. */
export async function becomeCoauthor(context: MutationContext, post: Post): Promise<void> {
  const { userId } = signedIn(context.viewer)
  if (post.coauthorIds.length >= maxCoauthors) throw new AppError('invalid', { field: 'id', message: 'too many coauthors' })
  const shares = (post.shares ?? []).filter((share) => share.userId !== userId)
  await noteAnswer(context, post, userId, 'accepted')
  await putPost(context, { ...post, coauthorIds: [...post.coauthorIds, userId], shares })
}

/**
 * Takes a name off again: the author withdraws an invitation or removes a co-author, a member
 * declines or leaves.
 */
export const endCoauthor = defineMutation({
  name: 'posts.endCoauthor',
  runs: 'device',
  args: z.strictObject({ id: Id, userId: Id }),
  needs: ({ id }) => [id],
  key: ({ id, userId }) => coauthorKey(id, userId),
  async run(context, { id, userId }) {
    const post = await getOrThrow(context.tx, posts, id)
    authorize(canEndCoauthor(context.viewer, post, userId))
    const isAsked = post.shares?.some((share) => share.userId === userId && share.isInvited === true) === true
    if (!isAsked && !post.coauthorIds.includes(userId)) return
    const isSelfMade = signedIn(context.viewer).userId === userId
    if (isSelfMade) await noteAnswer(context, post, userId, 'declined')
    const coauthorIds = post.coauthorIds.filter((other) => other !== userId)
    // What they were allowed before they had a byline is not theirs again; and they know the link,
    // if there is one.
    const others = (post.shares ?? []).filter((share) => share.userId !== userId)
    const staysOut = !isSelfMade && post.link !== undefined
    const shares: Share[] = staysOut ? [...others, { userId, level: 'none', isByLink: false }] : others
    await putPost(context, { ...post, coauthorIds, shares })
  },
})

/**
 * What earlier versions of the app and of the API send: switching somebody on invites them, nothing
 * more.
 */
export const setCoauthor = defineMutation({
  name: 'posts.setCoauthor',
  runs: 'device',
  args: z.strictObject({ id: Id, userId: Id, isOn: z.boolean() }),
  needs: ({ id }) => [id],
  key: ({ id, userId }) => coauthorKey(id, userId),
  run: (context, { id, userId, isOn }) => (isOn ? inviteCoauthor : endCoauthor).run(context, { id, userId }),
})

const coauthorKey = (id: string, userId: string): string => `post:${id}:coauthor:${userId}`
