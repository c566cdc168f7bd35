import type { FastifyInstance } from 'fastify'
import type { MeAnswer } from '#shared/pages/page-data.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { SiteContext } from './site-context.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Vote } from '#shared/votes/schema.ts'
import { commentsOfPost } from '#shared/comments/queries.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { isId } from '#shared/kernel/ids.ts'
import { memberPlaces } from '#shared/local-groups/member-place-schema.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { bansAgainst } from '#shared/moderation/queries.ts'
import { canPostInThread } from '#shared/moderation/thread-rules.ts'
import { inQueue } from '#shared/moderation-queue/queries.ts'
import { onboardings } from '#shared/accounts/onboarding-schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { axes, tallies, voteId, votes } from '#shared/votes/schema.ts'
import { isStaff, visitor } from '#shared/kernel/viewer.ts'
import { noStore, sessionOf } from './site-context.ts'

/**
 * Above this many votes since the post was made, its comments are asked instead of the member's
 * votes.
 */
const fewVotes = 400
/** For a page of comments from everywhere. */
const maxVotes = 1_000

type MeQuery = Readonly<Partial<Record<'thread' | 'votesSince' | 'email', unknown>>>

/**
 * `GET /api/me?thread=POST`: who I am here, my votes in this thread, and how long I have to wait
 * before I comment in it, or that its authors have shut me out; with `votesSince` (ms since 1970)
 * my latest ones from then on; with `email=true` my address.
 */
export function meRoutes(app: FastifyInstance, context: SiteContext): void {
  app.get<{ Querystring: MeQuery }>('/api/me', async (request, reply): Promise<MeAnswer> => {
    noStore(reply)
    const session = await sessionOf(context, request)
    if (session === null) {
      // A device with unsent work says why nothing is sent: "sign in" would be no help.
      const ban = await context.accounts.banOf(request)
      const viewer = ban === null ? visitor : { ...visitor, bannedUntil: ban.until }
      const closed = await context.accounts.closureOf(request)
      return { viewer, name: null, slug: ban?.slug ?? null, votes: [], ...(closed !== null && { closed }) }
    }
    const { thread, votesSince, email } = request.query
    const since = typeof votesSince === 'string' && /^\d{1,15}$/u.test(votesSince) ? Number(votesSince) : null
    return context.store.read(async (read) => {
      const member = await read.get(members, session.userId)
      const inThread = typeof thread === 'string' && isId(thread) ? await votesInThread(read, session.userId, thread) : []
      const lately = since === null ? [] : await read.list(votesOf(session.userId, since, maxVotes))
      const mine = [...inThread, ...lately]
      const viewer = await context.viewerOf(read, session.userId, context.now())
      const wait = typeof thread === 'string' && isId(thread) ? await waitIn(context, read, viewer, thread) : undefined
      const isBannedFromDiscussion = typeof thread === 'string' && isId(thread) && (await isShutOut(read, viewer, thread))
      const own = email === 'true' ? await read.get(credentials, session.userId) : undefined
      return {
        viewer,
        name: member?.displayName ?? null,
        slug: member?.slug ?? null,
        votes: mine.filter((vote) => vote.value !== 0).map((vote) => [vote.targetId, vote.axis, vote.value] as const),
        ...(own === undefined ? {} : { email: own.email }),
        ...(isStaff(viewer) ? { inQueue: await inQueue(read) } : {}),
        ...((await read.get(memberPlaces, session.userId)) === undefined ? {} : { hasPlace: true as const }),
        ...((await read.get(onboardings, session.userId))?.endedAt === null ? { hasFirstSteps: true as const } : {}),
        ...(wait === undefined ? {} : { wait }),
        ...(isBannedFromDiscussion ? { bannedFrom: thread } : {}),
      }
    })
  })
}

/** A pause that is over before a comment is written is not worth a word. */
const shortestWaitSaidMs = 30_000

async function waitIn(context: SiteContext, read: Read, viewer: Viewer, postId: string): Promise<MeAnswer['wait']> {
  const post = await read.get(posts, postId)
  const wait = post === undefined ? null : await context.waitToComment(read, viewer, post, context.now())
  if (wait === null) return undefined
  const leftMs = wait.until - context.now()
  return leftMs < shortestWaitSaidMs ? undefined : { postId, leftMs, reason: wait.reason }
}

async function isShutOut(read: Read, viewer: Viewer, postId: string): Promise<boolean> {
  const post = await read.get(posts, postId)
  return post !== undefined && !canPostInThread(viewer, post, await bansAgainst(read, viewer, post)).allowed
}

const votesOf = (userId: string, from: number, limit: number) =>
  defineQuery({ table: votes, index: ['userId', 'at'], equals: [userId], from, order: 'descending', limit })

async function votesInThread(read: Read, userId: string, postId: string): Promise<readonly Vote[]> {
  const post = await read.get(posts, postId)
  if (post === undefined) return []
  const since = await read.list(votesOf(userId, post.createdAt, fewVotes + 1))
  if (since.length <= fewVotes) {
    const targets = await read.getMany(tallies, [...new Set(since.map((vote) => vote.targetId))])
    const here = new Set(targets.filter((tally) => tally.postId === postId).map((tally) => tally.id))
    return since.filter((vote) => here.has(vote.targetId))
  }
  const targetIds = [postId, ...(await read.list(commentsOfPost(postId))).map((comment) => comment.id)]
  return read.getMany(
    votes,
    targetIds.flatMap((id) => axes.map((axis) => voteId(userId, id, axis))),
  )
}
