import type { MemberViewer } from '#shared/kernel/viewer.ts'
import { voteInPoll } from '#shared/polls/mutations.ts'
import { hintTarget } from '../hints.ts'
import { mutate } from '../mutate.ts'
import { waitWords } from '../wording.ts'

export interface PollChoice {
  readonly postId: string
  readonly pollUid: string
  /** Empty: the vote is taken back. */
  readonly optionUids: readonly string[]
}

/** @returns what the reader has to be told, or `null`. */
export async function castPollVote(viewer: MemberViewer, { postId, pollUid, optionUids }: PollChoice): Promise<string | null> {
  const { message } = await mutate(
    voteInPoll,
    { postId, pollUid, optionUids: [...optionUids] },
    {
      ...{ by: viewer.userId, patience: 'none', hint: (device) => hintTarget(device, postId) },
      offline: 'You’re offline, so your vote wasn’t sent.',
      later: (ms) => `You’re doing that too fast. Try again ${waitWords(ms)}.`,
    },
  )
  return message
}
