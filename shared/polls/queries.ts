import type { Read } from '../kernel/transaction.ts'
import { defineQuery } from '../kernel/query.ts'
import type { Post } from '../posts/schema.ts'
import { revisions } from '../posts/schema.ts'
import { pollsIn, type Poll } from './rules.ts'
import { pollTallies, type PollTally } from './schema.ts'

/** A text has some; more than these are not drawn with their counts. */
const maxPolls = 200

export const talliesOfPost = (postId: string) =>
  defineQuery({ table: pollTallies, index: ['postId'], equals: [postId], order: 'ascending', limit: maxPolls })

/** Tallies that were held back until their poll closed, which it has by now. */
export const talliesToOpen = (now: number, limit: number) =>
  defineQuery({ table: pollTallies, index: ['openAt'], equals: [], from: 0, until: now + 1, order: 'ascending', limit })

/**
 * A poll of the text that readers see; `undefined` where it has none of that name, or none is
 * published.
 */
export async function publishedPoll(read: Read, post: Post, pollUid: string): Promise<Poll | undefined> {
  const revision = post.status !== 'published' || post.revisionId === null ? undefined : await read.get(revisions, post.revisionId)
  return revision === undefined ? undefined : pollsIn(revision.body).find(({ uid }) => uid === pollUid)
}

/** How often each option was chosen, in the order of the options. */
export function countsOf(poll: Poll, tally: PollTally | undefined): readonly number[] {
  return poll.options.map(({ uid }) => tally?.counts.find(({ optionUid }) => optionUid === uid)?.count ?? 0)
}
