import { currentDevice } from '../../data/device/current.ts'
import { sendDeed } from '../../data/deed.ts'

/**
 * Says of a post that it has been read, or has not: on the device when it holds the post, else at the server at once.
 * @returns words when it was refused.
 */
export async function setRead(postId: string, isRead: boolean): Promise<string | null> {
  const [{ setReadMark }, { isRefusal, refusalOf }, { wordsFor }] = await Promise.all([
    import('#shared/reading/mutations.ts'),
    import('../../blocks/refusal-of.ts'),
    import('../../blocks/wording.ts'),
  ])
  const args = { postId, isRead, seenUpTo: 0 }
  const device = currentDevice.get()
  if (device !== null && device.account !== null) {
    try {
      await device.commit(setReadMark, args)
      return null
    } catch (error) {
      if (!isRefusal(error)) throw error
      // A post that is not held here has nothing to stand on: the server knows it.
      if (error.code !== 'not-found') return wordsFor(refusalOf(error))
    }
  }
  const answer = await sendDeed(setReadMark.name, args)
  if (answer.outcome === 'applied') return null
  if (answer.outcome === 'offline') return 'That needs a connection: the post is not on this device.'
  if (answer.outcome === 'later') return 'That was a little fast. Try again in a moment.'
  return wordsFor(answer.error)
}
