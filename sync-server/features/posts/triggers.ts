import type { TriggerContext } from '#server/sync/triggers.ts'
import type { TriggerSettings } from '#server/features/define-server-domain.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { relistPost } from '#server/triggers/relist.ts'
import { addToKarmaStats } from '#server/triggers/karma-stats.ts'
import { freeSlug } from '#server/triggers/free-slug.ts'
import { updateListings } from '#server/triggers/listings.ts'
import { holdsBack, noticed, requireConfirmedEmail } from '#server/triggers/new-members.ts'
import { requireRateLimit } from '#server/triggers/rate-limit.ts'
import { castSelfVote } from '#server/triggers/self-vote.ts'
import { createDialogue, joinDialogue, publishDialogue, sayInDialogue } from '#shared/dialogues/mutations.ts'
import { members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { publishNotice } from '#shared/curation/mutations.ts'
import { curationNotices } from '#shared/curation/schema.ts'
import { listings } from '#shared/feed/schema.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { isStaff } from '#shared/kernel/viewer.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import {
  archivePost,
  createPost,
  publishPost,
  restorePost,
  saveDraft,
  setCommentsLocked,
  setCurated,
  setFrontpage,
  setOffLists,
  setSticky,
  unpublishPost,
} from '#shared/posts/mutations.ts'
import { acceptCoauthor, endCoauthor, inviteCoauthor, setCoauthor } from '#shared/posts/coauthor-mutations.ts'
import { sharePost } from '#shared/posts/share-mutations.ts'
import { canAskUnder } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { requireDocument } from './document-in-memory.ts'
import { isSameJson } from '#shared/kernel/same.ts'

/**
 * Slug, front page, lists, counts, the author's own vote: everything that follows from a
 * publication.
 */
const updateFromPublication = (settings: TriggerSettings) =>
  defineTrigger(publishPost, async (context, { id, stateVector }) => {
    await requireDocument(context.tx, id, stateVector)
    await letGoOfParent(context, { id })
    await arrive(context, settings, id)
  })

/** A dialogue's text is what was said in it. */
const updateFromDialogue = (settings: TriggerSettings) => defineTrigger(publishDialogue, (context, { id }) => arrive(context, settings, id))

async function arrive(context: TriggerContext, settings: TriggerSettings, id: string): Promise<void> {
  const { tx, now } = context
  const author = signedIn(context.viewer)
  const post = await getOrThrow(tx, posts, id)
  const isFirst = post.slug === null
  requireConfirmedEmail(author, settings)
  if (isFirst) await requireRateLimit(tx, settings.rateLimitProfile, author, now, { action: 'post', id, post })
  const isAgain = post.rejectedReason !== null && !isStaff(author)
  // What waits goes on waiting, however often it is said anew; what was let in stays so.
  const awaitsReview =
    post.awaitsReview || isAgain || (isFirst && (await holdsBack(context, author, settings, { what: 'post', postId: id })))
  if (isAgain) await noticed(context, author.userId, 'unreviewedPost', { postId: id })
  const rejectedReason = isAgain ? null : post.rejectedReason
  const slug = post.slug ?? (await freeSlug(tx, post))
  const frontpageAt = post.submitToFrontpage ? (post.frontpageAt ?? (isFirst ? now : null)) : null
  const next = { ...post, slug, frontpageAt, awaitsReview, rejectedReason }
  if (!isSameJson(next, post)) await tx.put(posts, next)
  await relistPost(tx, id, now)
  if (isFirst) await castSelfVote(tx, author, { kind: 'post', id }, await getOrThrow(tx, posts, id), now)
}

/**
 * What a question is asked under only the server knows for sure: where that is none, it stands by
 * itself.
 */
async function letGoOfParent({ tx, viewer, now }: TriggerContext, { id }: { readonly id: string }): Promise<void> {
  const post = await getOrThrow(tx, posts, id)
  if (post.parentQuestionId === undefined || post.createdAt !== now) return
  const parent = post.parentQuestionId === id ? undefined : await tx.get(posts, post.parentQuestionId)
  if (parent !== undefined && canAskUnder(viewer, parent).allowed) return
  const { parentQuestionId: _none, ...alone } = post
  await tx.put(posts, alone)
}

const relist = async ({ tx, now }: TriggerContext, { id }: { readonly id: string }): Promise<void> => relistPost(tx, id, now)

async function requireMember({ tx }: Pick<TriggerContext, 'tx'>, { userId }: { readonly userId: string }): Promise<void> {
  await getOrThrow(tx, members, userId)
}

/**
 * A member's name was put to a post, or taken off it: the post joins or leaves their page, and
 * their count of posts.
 */
async function relistFor({ tx, now }: TriggerContext, id: string, userId: string): Promise<void> {
  const isListed = async () => (await tx.get(listings, `author:${userId}:${id}`)) !== undefined
  const wasListed = await isListed()
  await relistPost(tx, id, now)
  await addToKarmaStats(tx, userId, { postCount: Number(await isListed()) - Number(wasListed) })
}

export const postTriggers = (settings: TriggerSettings) => [
  updateFromPublication(settings),
  updateFromDialogue(settings),
  defineTrigger(createDialogue, async ({ tx }, { participantIds }) => {
    for (const userId of participantIds) await getOrThrow(tx, members, userId)
  }),
  defineTrigger(joinDialogue, (context, { id }) => relistFor(context, id, signedIn(context.viewer).userId)),
  defineTrigger(acceptCoauthor, (context, { id }) => relistFor(context, id, signedIn(context.viewer).userId)),
  defineTrigger(inviteCoauthor, requireMember),
  defineTrigger(endCoauthor, (context, { id, userId }) => relistFor(context, id, userId)),
  defineTrigger(sayInDialogue, async ({ tx, now }, { id, postId }) => {
    const post = await getOrThrow(tx, posts, postId)
    const isRepeated = (await getOrThrow(tx, comments, id)).postedAt !== now
    if (isRepeated || post.status !== 'published') return
    const next = { ...post, lastCommentedAt: now, lastSaidAt: now }
    await tx.put(posts, next)
    await updateListings(tx, next, now)
  }),
  defineTrigger(unpublishPost, relist),
  defineTrigger(archivePost, relist),
  defineTrigger(restorePost, relist),
  defineTrigger(setCoauthor, async (context, { id, userId, isOn }) => {
    await (isOn ? requireMember(context, { userId }) : relistFor(context, id, userId))
  }),
  defineTrigger(sharePost, requireMember),
  defineTrigger(setFrontpage, relist),
  defineTrigger(setCurated, relist),
  defineTrigger(publishNotice, async (context, { id }) =>
    relist(context, { id: (await getOrThrow(context.tx, curationNotices, id)).postId }),
  ),
  defineTrigger(setCommentsLocked, relist),
  defineTrigger(setSticky, relist),
  defineTrigger(setOffLists, relist),
  defineTrigger(createPost, letGoOfParent),
  defineTrigger(saveDraft, letGoOfParent),
]
