import type { MemberViewer } from '#shared/kernel/viewer.ts'
import { setPrediction } from '#shared/predictions/mutations.ts'
import { sendMutation } from '../../data/mutation.ts'
import { currentDevice } from '../../data/device/current.ts'
import { hintTarget } from '../hints.ts'
import { isRefusal, refusalOf } from '../refusal-of.ts'
import { waitWords, wordsFor } from '../wording.ts'

type Said = Parameters<typeof setPrediction.run>[1]

/**
 * Predicts on this device, which sends it when it can; straight on the server where there is none,
 * or it does not hold the post.
 * @returns what the reader has to be told, or `null`.
 */
export async function castPrediction(viewer: MemberViewer, args: Said): Promise<string | null> {
  const device = currentDevice.get()
  if (device !== null && device.account === viewer.userId) {
    try {
      hintTarget(device, args.postId)
      await device.commit(setPrediction, args)
      return null
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (error.code !== 'not-found') return wordsFor(refusalOf(error))
    }
  }
  const answer = await sendMutation('predictions.set', args)
  if (answer.outcome === 'applied') return null
  if (answer.outcome === 'offline') return 'The prediction was not sent: there is no connection.'
  return answer.outcome === 'later' ? `That was a lot at once. You can go on ${waitWords(answer.retryAfterMs)}.` : wordsFor(answer.error)
}
