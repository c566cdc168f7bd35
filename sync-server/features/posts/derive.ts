import type { DeriveContext } from '#server/sync/derive.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import { defineDerive } from '#server/sync/derive.ts'
import { addToStanding } from '#server/derived/standing.ts'
import { deriveListings } from '#server/derived/listings.ts'
import { castSelfVote } from '#server/derived/self-vote.ts'
import { postBySlug } from '#shared/posts/queries.ts'
import { members } from '#shared/accounts/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { isStaff } from '#shared/kernel/viewer.ts'
import { listings } from '#shared/feed/schema.ts'
import {
  archivePost,
  publishPost,
  restorePost,
  setCoauthor,
  setCommentsLocked,
  setCurated,
  setFrontpage,
  setSticky,
  unpublishPost,
} from '#shared/posts/mutations.ts'
import { posts } from '#shared/posts/schema.ts'
import { inspectStateVector } from '#shared/documents/inspect-vector.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { fromBase64 } from '#server/documents/encoded.ts'
import { documentCovers } from '#server/documents/keep-updates.ts'
import { documents } from '#server/documents/tables.ts'

const dayMs = 24 * 3_600_000
const behindMs = 1_500
/** First publications by one member in a day (community.md 13.8, the default profile). */
export const postsPerDay = 5

/** Slug, front page, lists, counts, the author's own vote: everything that follows from a publication. */
export const deriveFromPublication = defineDerive(publishPost, async (context, { id, stateVector }) => {
  const { tx, now } = context
  if (stateVector !== undefined && !inspectStateVector(fromBase64(stateVector)).ok) throw new AppError('invalid', { field: 'stateVector' })
  if (stateVector !== undefined && !documentCovers(await tx.get(documents, postRoom(id)), stateVector)) {
    // Behind: the text is on its way by its own line (Y5).
    throw new AppError('rate-limited', { retryAfterMs: behindMs, message: 'the document is not here yet' })
  }
  const author = signedIn(context.viewer)
  const post = await getOrThrow(tx, posts, id)
  const isFirst = post.slug === null
  if (isFirst) await insistOnPace(context, post)
  const slug = post.slug ?? (await freeSlug(tx, post))
  const frontpageAt = post.submitToFrontpage ? (post.frontpageAt ?? (isFirst ? now : null)) : null
  if (slug !== post.slug || frontpageAt !== post.frontpageAt) await tx.put(posts, { ...post, slug, frontpageAt })
  await countAndList(tx, id, now)
  if (isFirst) await castSelfVote(tx, author, { kind: 'post', id }, await getOrThrow(tx, posts, id), now)
})

const relist = async ({ tx, now }: DeriveContext, { id }: { readonly id: string }): Promise<void> => countAndList(tx, id, now)

export const postDerivations = [
  deriveFromPublication,
  defineDerive(unpublishPost, relist),
  defineDerive(archivePost, relist),
  defineDerive(restorePost, relist),
  defineDerive(setCoauthor, async (context, { id, userId, isOn }) => {
    if (isOn) await getOrThrow(context.tx, members, userId)
    await relist(context, { id })
  }),
  defineDerive(setFrontpage, relist),
  defineDerive(setCurated, relist),
  defineDerive(setCommentsLocked, relist),
  defineDerive(setSticky, relist),
]

async function countAndList(tx: Transaction, id: string, now: number): Promise<void> {
  const post = await getOrThrow(tx, posts, id)
  const by = await deriveListings(tx, post, now)
  for (const authorId of [post.authorId, ...post.coauthorIds]) await addToStanding(tx, authorId, { postCount: by })
}

/** The title's slug, with a number where another post has it. A title without letters gets the post's own id. */
async function freeSlug(tx: Transaction, post: Post): Promise<string> {
  const wanted = slugify(post.title) || post.id
  for (let n = 1; n <= 50; n += 1) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`
    const holder = await postBySlug(tx, slug)
    if (holder === undefined || holder.id === post.id) return slug
  }
  return `${wanted}-${post.id}`
}

async function insistOnPace({ tx, viewer, now }: DeriveContext, post: Post): Promise<void> {
  const author = signedIn(viewer)
  if (isStaff(author) || author.isOperator === true || author.groups.includes('canBypassPostRateLimit')) return
  const recent = await tx.list(
    defineQuery({
      table: listings,
      index: ['feed', 'at'],
      equals: [`author:${post.authorId}`],
      from: now - dayMs,
      order: 'descending',
      limit: postsPerDay,
    }),
  )
  const oldestThatCounts = recent[postsPerDay - 1]
  if (oldestThatCounts !== undefined) throw new AppError('rate-limited', { retryAfterMs: oldestThatCounts.at + dayMs - now })
}
