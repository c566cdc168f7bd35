import type { Read } from '#shared/kernel/transaction.ts'
import { countsOf, talliesOfPost } from '#shared/polls/queries.ts'
import { pollsIn, type Poll } from '#shared/polls/rules.ts'
import type { PollTally } from '#shared/polls/schema.ts'
import type { Doc } from '#shared/text/schema.ts'

/** A poll of a page with what was counted, in the order of its options. */
export interface PollView {
  readonly poll: Poll
  readonly counts: readonly number[]
  readonly voterCount: number
  /** The counts are held back from whoever is to see this: there are none in it. */
  readonly isHeld: boolean
}

/** Those of a published text. Where it has none, nothing is read. */
export async function pollViews(read: Read, postId: string, body: Doc): Promise<readonly PollView[]> {
  const polls = pollsIn(body)
  if (polls.length === 0) return []
  const tallies = await read.list(talliesOfPost(postId))
  return polls.map((poll) =>
    pollView(
      poll,
      tallies.find(({ pollUid }) => pollUid === poll.uid),
    ),
  )
}

export function pollView(poll: Poll, tally: PollTally | undefined): PollView {
  return {
    poll,
    counts: countsOf(poll, tally),
    voterCount: tally?.voterCount ?? 0,
    isHeld: tally?.held !== undefined && tally.counts.length === 0,
  }
}
