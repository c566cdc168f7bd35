import type { Mutation } from '#shared/kernel/mutation.ts'
import type { TextPlace } from '#shared/reading/text-place.ts'
import { deviceSoon } from '../../data/device/bring.ts'
import { currentDevice } from '../../data/device/current.ts'
import type { Device } from '../../data/device/device-api.ts'
import { sendMutation } from '../../data/mutation.ts'

/** Says of a post that it has been read, or has not. @returns words when it was refused. */
export async function setRead(postId: string, isRead: boolean): Promise<string | null> {
  const { setReadMark } = await import('#shared/reading/mutations.ts')
  return setMark(setReadMark, { postId, isRead, seenUpTo: 0 })
}

/** Takes a post off what is to be read on, or puts it back. @returns words when it was refused. */
export async function setBegun(postId: string, place: TextPlace, isBegun: boolean): Promise<string | null> {
  const { setReadingPlace } = await import('#shared/reading/mutations.ts')
  return setMark(setReadingPlace, { postId, place, isFinished: !isBegun })
}

/** On the device when it holds the post, else at the server at once. */
async function setMark<Args>(mutation: Mutation<Args>, args: Args): Promise<string | null> {
  const [{ isRefusal, refusalOf }, { wordsFor }] = await Promise.all([
    import('../../blocks/refusal-of.ts'),
    import('../../blocks/wording.ts'),
  ])
  const onDevice = async (device: Device | null): Promise<{ readonly words: string | null } | 'not-here'> => {
    if (device === null || device.account === null) return 'not-here'
    try {
      await device.commit(mutation, args)
      return { words: null }
    } catch (error) {
      if (!isRefusal(error)) throw error
      // A post that is not held here has nothing to stand on: the server knows it.
      return error.code === 'not-found' ? 'not-here' : { words: wordsFor(refusalOf(error)) }
    }
  }
  const here = currentDevice.get()
  const done = await onDevice(here)
  if (done !== 'not-here') return done.words
  const answer = await sendMutation(mutation.name, args)
  if (answer.outcome === 'applied') return null
  if (answer.outcome === 'offline') {
    // It was pressed before the device was there, and nobody else can take it.
    const doneLate = here === null ? await onDevice(await deviceSoon()) : 'not-here'
    return doneLate === 'not-here' ? 'You need to be online: the post isn’t on this device.' : doneLate.words
  }
  if (answer.outcome === 'later') return 'You’re doing that too fast. Try again in a moment.'
  return wordsFor(answer.error)
}
