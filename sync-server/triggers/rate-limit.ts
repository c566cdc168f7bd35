import type { Read } from '#shared/kernel/transaction.ts'
import type { MemberViewer } from '#shared/kernel/viewer.ts'
import type { PacedAction, RateLimitProfile, Wait } from '#shared/moderation/rate-limit.ts'
import type { Post } from '#shared/posts/schema.ts'
import { commentsOfMember } from '#shared/comments/queries.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isStaff } from '#shared/kernel/viewer.ts'
import { reachOf, waitOf } from '#shared/moderation/rate-limit.ts'
import { isAuthor } from '#shared/posts/rules.ts'
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
 * the operator never wait.
 */
export async function waitFor(
  read: Read,
  profile: RateLimitProfile,
  author: MemberViewer,
  now: number,
  pacing: Pacing,
): Promise<Wait | null> {
  const { action, id, post } = pacing
  if (isStaff(author) || author.isOperator === true) return null
  if (action === 'post' && author.groups.includes('canBypassPostRateLimit')) return null
  const { most, withinMs } = reachOf(profile, action)
  const times = (await timesOf(read, action, author.userId, most + 1, id)).filter((at) => at > now - withinMs)
  if (times.length === 0) return null
  const isOwnPost = action === 'comment' && post !== null && isAuthor(author, post)
  const reception = profile === 'karma' && !isOwnPost ? await receptionOf(read, author.userId, now) : null
  return waitOf(profile, action, { times, reception, isOwnPost, now })
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
 * already.
 */
async function timesOf(read: Read, action: PacedAction, userId: string, most: number, except: string | null): Promise<readonly number[]> {
  if (action === 'post') {
    return (await read.list(publicationsOf(userId, most))).filter((row) => row.postId !== except).map((row) => row.at)
  }
  return (await read.list(commentsOfMember(userId, most))).filter((row) => row.id !== except).map((row) => row.postedAt)
}
