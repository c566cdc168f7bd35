import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { own } from '../kernel/visibility.ts'

/**
 * The name of a poll or an option, as the text has it (`shared/text/nodes.ts`). A poll is named
 * within its post: another post may use the same name.
 */
export const PollName = z.string().check(z.regex(/^[\w-]{1,40}$/))

const Counts = z.array(z.object({ optionUid: PollName, count: z.number() }))

/** What a member chose in one poll; id `POST:POLL:USER`. Nobody else ever sees it. */
export const PollVote = z.object({
  id: z.string(),
  userId: Id,
  postId: Id,
  pollUid: PollName,
  /** Empty: taken back. */
  optionUids: z.array(PollName),
  /** What the tally holds of it already; derived, so that deriving twice counts nothing twice. */
  counted: z.array(PollName),
  votedAt: Time,
  /**
   * Where results are for those who have voted: as they were then, this vote among them. Derived.
   */
  results: z.optional(z.object({ voterCount: z.number(), counts: Counts })),
})
export type PollVote = z.infer<typeof PollVote>

export const pollVotes = defineTable({
  name: 'poll_votes',
  row: PollVote,
  indexes: [
    ['userId', 'votedAt'],
    ['postId', 'pollUid'],
  ],
  visibility: own('userId'),
})

/**
 * How often each option was chosen; id `POST:POLL`. Changes in the transaction of the vote. Options
 * that the text has no more keep their count here.
 */
export const PollTally = z.object({
  id: z.string(),
  postId: Id,
  pollUid: PollName,
  voterCount: z.number(),
  counts: Counts,
  /**
   * They are not for everybody yet: for those who have voted, or for nobody before the poll has
   * closed. The read policy holds the counts back. Derived.
   */
  held: z.optional(z.enum(['afterVoting', 'afterClose'])),
  /** Of what is held: when the poll closes. */
  openAt: z.optional(Time),
})
export type PollTally = z.infer<typeof PollTally>

export const pollTallies = defineTable({
  name: 'poll_tallies',
  row: PollTally,
  indexes: [['postId'], ['openAt']],
  visibility: { scope: () => 'public', shape: (tally) => `thread:${tally.postId}` },
})

export const pollVoteId = (postId: string, pollUid: string, userId: string): string => `${postId}:${pollUid}:${userId}`
export const pollTallyId = (postId: string, pollUid: string): string => `${postId}:${pollUid}`
