import { setBookmark, setReadMark } from '#shared/reading/mutations.ts'
import { currentDevice } from '../../data/device/current.ts'
import { deviceSoon } from '../../data/device/bring.ts'
import { sendMutation } from '../../data/mutation.ts'
import { marks } from '../../data/marks.ts'
import { markOwn } from '../../data/rank-mark.ts'
import { hintTarget } from '../hints.ts'
import { isRefusal, refusalOf } from '../refusal-of.ts'
import { wordsFor } from '../wording.ts'

export interface Target {
  readonly kind: 'post' | 'comment'
  readonly id: string
  readonly postId: string
}

/**
 * Puts something on the reader's list or takes it off. A visitor's list is this device's alone.
 * What is saved is kept on the device with its thread.
 * @returns what the reader has to be told, or `null`.
 */
export async function saveForLater({ kind, id, postId }: Target, isSaved: boolean): Promise<string | null> {
  const args = { targetKind: kind, targetId: id, isSaved }
  let device = currentDevice.get()
  if (device === null) {
    const answer = await sendMutation('bookmarks.set', args)
    if (answer.outcome === 'applied') {
      const saved = new Set(marks.get().saved)
      if (isSaved) saved.add(id)
      else saved.delete(id)
      marks.set({ ...marks.get(), saved })
      return null
    }
    if (answer.outcome === 'rejected') return wordsFor(answer.error)
    device = await deviceSoon()
    if (device === null) return 'Not saved: there is no connection.'
  }
  try {
    hintTarget(device, id)
    hintTarget(device, postId)
    await device.commit(setBookmark, args)
  } catch (error) {
    if (isRefusal(error)) return wordsFor(refusalOf(error))
    throw error
  }
  if (device.account !== null) {
    if (isSaved) await device.follow(`thread:${postId}`, 'pinned')
    else await device.pin(`thread:${postId}`, false)
  } else if (isSaved) markOwn()
  return null
}

/** Says of a post that it has been read, or has not. What was new in it stays as it was. */
export async function markRead(postId: string, isRead: boolean): Promise<void> {
  const device = currentDevice.get()
  if (device === null) return
  hintTarget(device, postId)
  await device.commit(setReadMark, { postId, isRead, seenUpTo: marks.get().read.get(postId)?.seenUpTo ?? 0 })
}
