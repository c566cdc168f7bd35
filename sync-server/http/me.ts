import type { FastifyInstance } from 'fastify'
import type { MeAnswer } from '#shared/pages/page-data.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { SiteContext } from './site-context.ts'
import type { Vote } from '#shared/votes/schema.ts'
import { commentsOfPost } from '#shared/comments/queries.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { isId } from '#shared/kernel/ids.ts'
import { members } from '#shared/accounts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { axes, tallies, voteId, votes } from '#shared/votes/schema.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { neverKept, sessionOf } from './site-context.ts'

/** Above this many votes since the post was made, its comments are asked instead of the member's votes. */
const fewVotes = 400

/** `GET /api/me?thread=POST`: who I am here, and my votes in this thread. */
export function meRoutes(app: FastifyInstance, context: SiteContext): void {
  app.get<{ Querystring: { thread?: unknown } }>('/api/me', async (request, reply): Promise<MeAnswer> => {
    neverKept(reply)
    const session = await sessionOf(context, request)
    if (session === null) return { viewer: visitor, name: null, slug: null, votes: [] }
    const { thread } = request.query
    return context.store.read(async (read) => {
      const member = await read.get(members, session.userId)
      const mine = typeof thread === 'string' && isId(thread) ? await votesInThread(read, session.userId, thread) : []
      return {
        viewer: await context.viewerOf(read, session.userId, context.now()),
        name: member?.displayName ?? null,
        slug: member?.slug ?? null,
        votes: mine.filter((vote) => vote.value !== 0).map((vote) => [vote.targetId, vote.axis, vote.value] as const),
      }
    })
  })
}

async function votesInThread(read: Read, userId: string, postId: string): Promise<readonly Vote[]> {
  const post = await read.get(posts, postId)
  if (post === undefined) return []
  const since = await read.list(
    defineQuery({
      table: votes,
      index: ['userId', 'at'],
      equals: [userId],
      from: post.createdAt,
      order: 'descending',
      limit: fewVotes + 1,
    }),
  )
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
