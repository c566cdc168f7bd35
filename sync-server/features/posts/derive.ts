import type { DeriveContext } from '#server/sync/derive.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { PaceProfile } from '#shared/moderation/pace.ts'
import { defineDerive } from '#server/sync/derive.ts'
import { addToStanding } from '#server/derived/standing.ts'
import { freeSlug } from '#server/derived/free-slug.ts'
import { deriveListings } from '#server/derived/listings.ts'
import { insistOnPace } from '#server/derived/pace.ts'
import { castSelfVote } from '#server/derived/self-vote.ts'
import { createDialogue, joinDialogue, publishDialogue, sayInDialogue } from '#shared/dialogues/mutations.ts'
import { members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { listings } from '#shared/feed/schema.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
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
import { insistOnDocument } from './document-is-here.ts'

/** Slug, front page, lists, counts, the author's own vote: everything that follows from a publication. */
const deriveFromPublication = (pace: PaceProfile) =>
  defineDerive(publishPost, async (context, { id, stateVector }) => {
    await insistOnDocument(context.tx, id, stateVector)
    await letGoOfParent(context, { id })
    await arrive(context, pace, id)
  })

/** A dialogue's text is what was said in it. */
const deriveFromDialogue = (pace: PaceProfile) => defineDerive(publishDialogue, (context, { id }) => arrive(context, pace, id))

async function arrive(context: DeriveContext, pace: PaceProfile, id: string): Promise<void> {
  const { tx, now } = context
  const author = signedIn(context.viewer)
  const post = await getOrThrow(tx, posts, id)
  const isFirst = post.slug === null
  if (isFirst) await insistOnPace(tx, pace, author, now, { action: 'post', id, post })
  const slug = post.slug ?? (await freeSlug(tx, post))
  const frontpageAt = post.submitToFrontpage ? (post.frontpageAt ?? (isFirst ? now : null)) : null
  if (slug !== post.slug || frontpageAt !== post.frontpageAt) await tx.put(posts, { ...post, slug, frontpageAt })
  await countAndList(tx, id, now)
  if (isFirst) await castSelfVote(tx, author, { kind: 'post', id }, await getOrThrow(tx, posts, id), now)
}

/** What a question is asked under only the server knows for sure: where that is none, it stands by itself. */
async function letGoOfParent({ tx, viewer, now }: DeriveContext, { id }: { readonly id: string }): Promise<void> {
  const post = await getOrThrow(tx, posts, id)
  if (post.parentQuestionId === undefined || post.createdAt !== now) return
  const parent = post.parentQuestionId === id ? undefined : await tx.get(posts, post.parentQuestionId)
  if (parent !== undefined && canAskUnder(viewer, parent).allowed) return
  const { parentQuestionId: _none, ...alone } = post
  await tx.put(posts, alone)
}

const relist = async ({ tx, now }: DeriveContext, { id }: { readonly id: string }): Promise<void> => countAndList(tx, id, now)

async function insistOnMember({ tx }: Pick<DeriveContext, 'tx'>, { userId }: { readonly userId: string }): Promise<void> {
  await getOrThrow(tx, members, userId)
}

/** A member's name was put to a post, or taken off it: the post joins or leaves their page, and their count of posts. */
async function relistFor({ tx, now }: DeriveContext, id: string, userId: string): Promise<void> {
  const isListed = async () => (await tx.get(listings, `author:${userId}:${id}`)) !== undefined
  const wasListed = await isListed()
  await countAndList(tx, id, now)
  await addToStanding(tx, userId, { postCount: Number(await isListed()) - Number(wasListed) })
}

export const postDerivations = (pace: PaceProfile) => [
  deriveFromPublication(pace),
  deriveFromDialogue(pace),
  defineDerive(createDialogue, async ({ tx }, { participantIds }) => {
    for (const userId of participantIds) await getOrThrow(tx, members, userId)
  }),
  defineDerive(joinDialogue, (context, { id }) => relistFor(context, id, signedIn(context.viewer).userId)),
  defineDerive(acceptCoauthor, (context, { id }) => relistFor(context, id, signedIn(context.viewer).userId)),
  defineDerive(inviteCoauthor, insistOnMember),
  defineDerive(endCoauthor, (context, { id, userId }) => relistFor(context, id, userId)),
  defineDerive(sayInDialogue, async ({ tx, now }, { id, postId }) => {
    const post = await getOrThrow(tx, posts, postId)
    const isRepeated = (await getOrThrow(tx, comments, id)).postedAt !== now
    if (isRepeated || post.status !== 'published') return
    const next = { ...post, lastCommentedAt: now, lastSaidAt: now }
    await tx.put(posts, next)
    await deriveListings(tx, next, now)
  }),
  defineDerive(unpublishPost, relist),
  defineDerive(archivePost, relist),
  defineDerive(restorePost, relist),
  defineDerive(setCoauthor, async (context, { id, userId, isOn }) => {
    await (isOn ? insistOnMember(context, { userId }) : relistFor(context, id, userId))
  }),
  defineDerive(sharePost, insistOnMember),
  defineDerive(setFrontpage, relist),
  defineDerive(setCurated, relist),
  defineDerive(setCommentsLocked, relist),
  defineDerive(setSticky, relist),
  defineDerive(setOffLists, relist),
  defineDerive(createPost, letGoOfParent),
  defineDerive(saveDraft, letGoOfParent),
]

async function countAndList(tx: Transaction, id: string, now: number): Promise<void> {
  const post = await getOrThrow(tx, posts, id)
  const by = await deriveListings(tx, post, now)
  for (const authorId of [post.authorId, ...post.coauthorIds]) await addToStanding(tx, authorId, { postCount: by })
}
