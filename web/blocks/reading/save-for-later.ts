import { setBookmark, setReadMark } from '#shared/reading/mutations.ts'
import { deviceSoon } from '../../data/device/bring.ts'
import { currentDevice } from '../../data/device/current.ts'
import { marks } from '../../data/marks.ts'
import { keepAppFromNow } from '../../data/keep-app.ts'
import { currentMe } from '../../data/viewer.ts'
import { hintTarget, whenHinted } from '../hints.ts'
import { mutate } from '../mutate.ts'

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
  // The server knows no visitor's list: what was pressed on a page without the app waits for this
  // device.
  if (currentDevice.get() === null && currentMe().viewer.kind !== 'member' && (await deviceSoon()) !== null) await whenHinted(id)
  const { message, wasSent } = await mutate(setBookmark, args, {
    ...{ isForVisitors: true, patience: 'last', offline: 'You’re offline, so it wasn’t saved.' },
    hint(device) {
      hintTarget(device, id)
      hintTarget(device, postId)
    },
  })
  if (message !== null) return message
  if (wasSent) {
    const saved = new Set(marks.get().saved)
    if (isSaved) saved.add(id)
    else saved.delete(id)
    marks.set({ ...marks.get(), saved })
  }
  const device = currentDevice.get()
  if (device === null || wasSent) return null
  if (device.account !== null) {
    if (isSaved) await device.follow(`thread:${postId}`, 'pinned')
    else await device.pin(`thread:${postId}`, false)
  } else if (isSaved) void keepAppFromNow().catch(reportError)
  return null
}

/** Says of a post that it has been read, or has not. What was new in it stays as it was. */
export async function markRead(postId: string, isRead: boolean): Promise<void> {
  const device = currentDevice.get()
  if (device === null) return
  hintTarget(device, postId)
  await device.commit(setReadMark, { postId, isRead, seenUpTo: marks.get().read.get(postId)?.seenUpTo ?? 0 })
}
