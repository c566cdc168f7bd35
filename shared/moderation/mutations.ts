/**
 * What authors do with the discussion under their posts. Asked of the server: only it knows who is
 * a member and who is staff.
 */
import * as z from 'zod/mini'
import { members } from '../accounts/schema.ts'
import { authorize } from '../kernel/errors.ts'
import { Id, prose } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import { ownersOf } from '../wiki/access.ts'
import { BarScope, threadBanId, threadBans } from './schema.ts'
import { canBar, canLetBackIn, canSetGuidelines, threadFigures } from './thread-rules.ts'

const Guidelines = prose(threadFigures.guidelines)

/** Says what readers are asked for before they comment; empty: nothing. */
export const setGuidelines = defineMutation({
  name: 'posts.setGuidelines',
  args: z.strictObject({ id: Id, guidelines: Guidelines }),
  async run({ tx, viewer }, { id, guidelines }) {
    const post = await getOrThrow(tx, posts, id)
    authorize(canSetGuidelines(viewer, post))
    const { guidelines: before = '', ...rest } = post
    if (before !== guidelines) await tx.put(posts, guidelines === '' ? rest : { ...rest, guidelines })
  },
})

/** Shows the scores of comments under a post, or hides them (comments/scores.ts). */
export const setScoresHidden = defineMutation({
  name: 'posts.setScoresHidden',
  args: z.strictObject({ id: Id, isOn: z.boolean() }),
  async run({ tx, viewer }, { id, isOn }) {
    const post = await getOrThrow(tx, posts, id)
    authorize(canSetGuidelines(viewer, post))
    const { hidesCommentScores: before = false, ...rest } = post
    if (before !== isOn) await tx.put(posts, isOn ? { ...rest, hidesCommentScores: true } : rest)
  },
})

/**
 * Keeps a member from commenting, under one post or more. Of `personal` and `all` the last said
 * stands.
 */
export const barFromThread = defineMutation({
  name: 'moderation.bar',
  args: z.strictObject({ postId: Id, userId: Id, scope: BarScope }),
  async run({ tx, viewer, now }, { postId, userId, scope }) {
    const byId = signedIn(viewer).userId
    const post = await getOrThrow(tx, posts, postId)
    const target = await getOrThrow(tx, members, userId)
    const isStaff = target.isAdmin || target.groups.includes('moderators')
    authorize(canBar(viewer, post, scope, { id: userId, isStaff }))
    const id = threadBanId(scope === 'post' ? postId : post.authorId, userId)
    if ((await tx.get(threadBans, id))?.scope === scope) return
    // Of a page that is everybody's it is whoever barred them.
    const ownerId = ownersOf(post)[0] ?? byId
    await tx.put(threadBans, { id, ownerId, postId: scope === 'post' ? postId : null, userId, scope, byId, at: now })
  },
})

/** Lets somebody comment again. Beyond one post it is the author's, as it was to begin with. */
export const letBackIn = defineMutation({
  name: 'moderation.letBackIn',
  args: z.strictObject({ postId: Id, userId: Id, scope: BarScope }),
  async run({ tx, viewer }, { postId, userId, scope }) {
    const post = await getOrThrow(tx, posts, postId)
    authorize(canLetBackIn(viewer, post, scope))
    const id = threadBanId(scope === 'post' ? postId : post.authorId, userId)
    if ((await tx.get(threadBans, id)) !== undefined) await tx.delete(threadBans, id)
  },
})
