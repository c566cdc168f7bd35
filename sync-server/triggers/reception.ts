import type { Read } from '#shared/kernel/transaction.ts'
import type { Reception } from '#shared/moderation/rate-limit.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { commentsOfMember } from '#shared/comments/queries.ts'
import { listings } from '#shared/feed/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { votes } from '#shared/votes/schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/** How many of somebody's newest works are looked at. */
const newest = 20
const monthMs = 30 * dayMs
/** A work with more votes than that is no reason to slow anybody. */
const maxVotes = 500

type Operation = { readonly id: string; readonly kind: 'post' | 'comment'; readonly at: number }
export type Heard = Operation & {
  /** What others' votes add up to, and everybody's. */
  readonly karma: number
  readonly score: number
  readonly votesOfOthers: number
  readonly downVoterIds: readonly string[]
}

/** A member's newest publications, newest first; what was taken back is not among them. */
export const publicationsOf = (userId: string, most: number) =>
  defineQuery({ table: listings, index: ['feed', 'at'], equals: [`author:${userId}`], order: 'descending', limit: most })

/**
 * The newest posts and the newest comments of a member, newest first, with the votes on each.
 * `except`: the comment that is being judged, which may be there already.
 */
export async function heardWorks(read: Read, userId: string, except: string | null = null): Promise<readonly Heard[]> {
  const posts = (await read.list(publicationsOf(userId, newest))).map((row): Operation => ({ id: row.postId, kind: 'post', at: row.at }))
  const said = (await read.list(commentsOfMember(userId, newest + 1))).filter(({ id }) => id !== except).slice(0, newest)
  const comments = said.map((row): Operation => ({ id: row.id, kind: 'comment', at: row.postedAt }))
  const heard = await Promise.all([...posts, ...comments].map((work) => hear(read, work)))
  return heard.toSorted((a, b) => b.at - a.at)
}

/** How the newest work of a member was received by others; their own votes count for nothing. */
export async function receptionOf(read: Read, userId: string, now: number, except: string | null = null): Promise<Reception> {
  return receptionIn(await heardWorks(read, userId, except), (await read.get(karmaStats, userId))?.karma ?? 0, now)
}

export function receptionIn(heard: readonly Heard[], karma: number, now: number): Reception {
  const last = heard.slice(0, newest)
  const ofPosts = heard.filter(({ kind }) => kind === 'post')
  const ofMonth = last.filter(({ at }) => at >= now - monthMs)
  return {
    karma,
    last20Karma: karmaOf(last),
    last20PostKarma: karmaOf(ofPosts),
    downVoters: downVotersOf(last),
    postDownVoters: downVotersOf(ofPosts),
    monthKarma: karmaOf(ofMonth),
    monthDownVoters: downVotersOf(ofMonth),
  }
}

async function hear(read: Read, work: Operation): Promise<Heard> {
  const query = defineQuery({
    table: votes,
    index: ['targetId', 'axis'],
    equals: [work.id, 'approval'],
    order: 'ascending',
    limit: maxVotes,
  })
  const all = await read.list(query)
  const fromOthers = all.filter((vote) => !vote.isSelf)
  return {
    ...work,
    score: all.reduce((sum, vote) => sum + vote.power, 0),
    votesOfOthers: fromOthers.filter((vote) => vote.power !== 0).length,
    karma: fromOthers.reduce((sum, vote) => sum + vote.power, 0),
    downVoterIds: fromOthers.filter((vote) => vote.power < 0).map((vote) => vote.userId),
  }
}

const karmaOf = (works: readonly Heard[]): number => works.reduce((sum, { karma }) => sum + karma, 0)

function downVotersOf(works: readonly Heard[]): number {
  return new Set(works.filter(({ karma }) => karma <= 0).flatMap(({ downVoterIds }) => downVoterIds)).size
}
