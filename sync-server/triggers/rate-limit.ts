import type { Read } from '#shared/kernel/transaction.ts'
import type { MemberViewer } from '#shared/kernel/viewer.ts'
import type { PacedAction, RateLimitProfile, Wait } from '#shared/moderation/rate-limit.ts'
import type { Post } from '#shared/posts/schema.ts'
import { commentsOfMember } from '#shared/comments/queries.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isStaffOrOperator } from '#shared/kernel/viewer.ts'
import { reachOf, waitOf } from '#shared/moderation/rate-limit.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { limitEnd } from '#shared/moderation/limit-end.ts'
import { activeAction, activeLimits } from '#shared/moderation/measure-queries.ts'
import { isAuthor } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { publicationsOf, receptionOf } from './reception.ts'

/**
 * What is about to be done; `post` is the one that is published, or that a comment stands under;
 * `id` that of the work itself.
 */
export interface Pacing {
  readonly action: PacedAction
  readonly id: string | null
  readonly post: Post | null
}

/**
 * How long somebody has to wait before they publish or comment again; `null`: not at all. Staff and
 * the operator never wait. What a moderator has said counts besides, and whichever ends last.
 */
export async function waitFor(
  read: Read,
  profile: RateLimitProfile,
  author: MemberViewer,
  now: number,
  pacing: Pacing,
): Promise<Wait | null> {
  if (isStaffOrOperator(author)) return null
  const waits = [await limitedUntil(read, author, now, pacing), await pacedUntil(read, profile, author, now, pacing)]
  return waits.reduce((last, wait) => ((wait?.until ?? 0) > (last?.until ?? 0) ? wait : last))
}

/** By what everybody is asked, or whose work was received as theirs was. */
async function pacedUntil(read: Read, profile: RateLimitProfile, author: MemberViewer, now: number, pacing: Pacing): Promise<Wait | null> {
  const { action, id, post } = pacing
  if (action === 'post' && author.groups.includes('canBypassPostRateLimit')) return null
  if (action === 'comment' && post?.ignoresRateLimits === true) return null
  const { most, withinMs } = reachOf(profile, action)
  const times = (await timesOf(read, action, author, most + 1, id)).filter((at) => at > now - withinMs)
  if (times.length === 0 || (await activeAction(read, author.userId, 'exemptFromRateLimits', now)) !== undefined) return null
  const isOwnPost = action === 'comment' && post !== null && isAuthor(author, post)
  const reception = profile === 'karma' && !isOwnPost ? await receptionOf(read, author.userId, now, id) : null
  return waitOf(profile, action, { times, reception, isOwnPost, now })
}

/** By what a moderator has said of this member. */
async function limitedUntil(read: Read, author: MemberViewer, now: number, { action, id }: Pacing): Promise<Wait | null> {
  const type = action === 'post' ? 'allPosts' : 'allComments'
  const limits = (await activeLimits(read, author.userId, now)).filter((limit) => limit.type === type)
  if (limits.length === 0) return null
  const most = Math.max(...limits.map(({ actionsPerInterval }) => actionsPerInterval))
  const until = limitEnd(limits, await timesOf(read, action, author, most + 1, id), now)
  return until === null ? null : { until, reason: 'limited-by-moderator' }
}

/** @throws AppError 'rate-limited' with the reason and how long to wait. */
export async function requireRateLimit(
  read: Read,
  profile: RateLimitProfile,
  author: MemberViewer,
  now: number,
  pacing: Pacing,
): Promise<void> {
  const wait = await waitFor(read, profile, author, now, pacing)
  if (wait === null) return
  throw new AppError('rate-limited', { retryAfterMs: wait.until - now, ...(wait.reason === null ? {} : { reason: wait.reason }) })
}

/**
 * When the earlier ones were made, newest first, but for the one in question: it may be there
 * already. What waits for a moderator counts as well.
 */
async function timesOf(
  read: Read,
  action: PacedAction,
  { userId, isApproved }: MemberViewer,
  most: number,
  except: string | null,
): Promise<readonly number[]> {
  if (action === 'comment') {
    return (await read.list(commentsOfMember(userId, most))).filter((row) => row.id !== except).map((row) => row.postedAt)
  }
  const listed = (await read.list(publicationsOf(userId, most))).filter((row) => row.postId !== except).map((row) => row.at)
  if (isApproved) return listed
  const waiting = (await read.list(newestPosts(userId))).filter((post) => post.awaitsReview && post.id !== except)
  return [...listed, ...waiting.map(({ publishedAt, createdAt }) => publishedAt ?? createdAt)].toSorted((a, b) => b - a).slice(0, most)
}

const newestPosts = (userId: string) =>
  defineQuery({ table: posts, index: ['authorId', 'status', 'createdAt'], equals: [userId, 'published'], order: 'descending', limit: 50 })
