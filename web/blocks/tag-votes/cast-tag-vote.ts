import type { MemberViewer } from '#shared/kernel/viewer.ts'
import { emptyTag } from '#shared/wiki/empty-tag.ts'
import { voteOnTag } from '#shared/wiki/tag-vote-mutations.ts'
import { tags } from '#shared/wiki/schema.ts'
import type { TagChoice } from '#shared/wiki/tag-names.ts'
import { sendMutation } from '../../data/mutation.ts'
import { deviceSoon } from '../../data/device/bring.ts'
import type { LocalOutcome } from '../mutate-locally.ts'
import { hintTarget } from '../hints.ts'
import { isRefusal, refusalOf } from '../refusal-of.ts'
import { waitWords, wordsFor } from '../wording.ts'

/** As little as its name: made up from what is shown, and never drawn from. */
const tagOf = ({ id, name, slug, isCore }: TagChoice) => emptyTag({ id, state: 'placeholder', name, slug, isCore, createdAt: 0 })

type Args = Parameters<typeof voteOnTag.run>[1]

/**
 * Votes on this device, which sends it when it can; straight on the server where there is none, or
 * it knows nothing of the tag.
 * @param choice what is shown of the tag: the device may never have met it.
 */
export async function castTagVote(viewer: MemberViewer, args: Args, choice?: TagChoice): Promise<LocalOutcome> {
  const device = await deviceSoon()
  if (device !== null && device.account === viewer.userId) {
    try {
      hintTarget(device, args.postId)
      if (choice !== undefined) device.hint(tags, tagOf(choice))
      await device.commit(voteOnTag, args)
      return { words: null, wasSent: false }
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (error.code !== 'not-found') return { words: wordsFor(refusalOf(error)), wasSent: false }
    }
  }
  const answer = await sendMutation(voteOnTag.name, args)
  if (answer.outcome === 'applied') return { words: null, wasSent: true }
  if (answer.outcome === 'offline') return { words: 'The vote was not sent: there is no connection.', wasSent: false }
  const words =
    answer.outcome === 'later' ? `That was a lot of votes. You can go on ${waitWords(answer.retryAfterMs)}.` : wordsFor(answer.error)
  return { words, wasSent: false }
}
