import type { MemberViewer } from '#shared/kernel/viewer.ts'
import { voteInPoll } from '#shared/polls/mutations.ts'
import { sendMutation } from '../../data/mutation.ts'
import { currentDevice } from '../../data/device/current.ts'
import { hintTarget } from '../hints.ts'
import { isRefusal, refusalOf } from '../refusal-of.ts'
import { waitWords, wordsFor } from '../wording.ts'

export interface PollChoice {
  readonly postId: string
  readonly pollUid: string
  /** Empty: the vote is taken back. */
  readonly optionUids: readonly string[]
}

/**
 * Votes on this device, which sends it when it can; straight on the server where there is none, or
 * it does not hold the post.
 * @returns what the reader has to be told, or `null`.
 */
export async function castPollVote(viewer: MemberViewer, { postId, pollUid, optionUids }: PollChoice): Promise<string | null> {
  const args = { postId, pollUid, optionUids: [...optionUids] }
  const device = currentDevice.get()
  if (device !== null && device.account === viewer.userId) {
    try {
      hintTarget(device, postId)
      await device.commit(voteInPoll, args)
      return null
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (error.code !== 'not-found') return wordsFor(refusalOf(error))
    }
  }
  const answer = await sendMutation('polls.vote', args)
  if (answer.outcome === 'applied') return null
  if (answer.outcome === 'offline') return 'The vote was not sent: there is no connection.'
  return answer.outcome === 'later' ? `That was a lot at once. You can go on ${waitWords(answer.retryAfterMs)}.` : wordsFor(answer.error)
}
