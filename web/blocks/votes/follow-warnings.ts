/**
 * Brings up the warning about many votes on one author (content.md 12.3), wherever its reader is:
 * it is a row of their own, so that it also reaches a device that voted offline. Closing it is a
 * mutation, heard by the other tabs and devices. It waits for a tab that is seen and for a reader
 * who is not in the middle of writing. The words come with it; nothing of this is in what readers
 * load first.
 */
import { readVoteWarning } from '#shared/votes/mutations.ts'
import type { VoteWarning } from '#shared/votes/schema.ts'
import { voteWarnings } from '#shared/votes/schema.ts'
import { currentDevice } from '../../data/device/current.ts'
import type { Device } from '../../data/device/device-api.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'

/** From now on, once for a page. */
export function followVoteWarnings(): void {
  let leaveDevice = () => {}
  const watch = new WarningWatch()
  const follow = () => {
    leaveDevice()
    leaveDevice = () => {}
    watch.clear()
    const device = currentDevice.get()
    if (device === null || device.account === null) return
    const look = () => void watch.look(device).catch(reportUnlessClosed)
    /** Most of the time nothing waits, and the focus goes here and there all day. */
    const lookAgain = () => void (watch.isWaiting && look())
    const leaves = [
      device.subscribe((changed) => {
        if (changed.kinds.has(voteWarnings.name)) look()
      }),
      heard('visibilitychange', lookAgain),
      // A field or another dialog was left: the reader may be free now.
      heard('focusout', () => setTimeout(lookAgain)),
      heard('close', lookAgain),
    ]
    leaveDevice = () => leaves.forEach((leave) => leave())
    look()
  }
  currentDevice.subscribe(follow)
  follow()
}

/** The newest warning that is yet to be closed; `null`: there is none. */
export function unreadWarning(warning: VoteWarning | undefined, closedUpTo: number): number | null {
  if (warning === undefined || warning.warnedAt <= Math.max(warning.readUpTo, closedUpTo)) return null
  return warning.warnedAt
}

/** At most one dialog. */
class WarningWatch {
  /** Closed in this tab, whether or not the device could note it. */
  #closedUpTo = 0
  #shown: { readonly warnedAt: number; close(): void } | null = null
  #turn = 0
  /** A warning is there, and its reader was not free for it. */
  isWaiting = false

  /** Somebody else is here, or nobody. */
  clear(): void {
    this.#turn += 1
    this.#closedUpTo = 0
    this.isWaiting = false
    this.#takeAway()
  }

  async look(device: Device): Promise<void> {
    const turn = (this.#turn += 1)
    const isNewer = () => turn !== this.#turn
    const warnedAt = unreadWarning(await device.read.get(voteWarnings, device.account ?? ''), this.#closedUpTo)
    if (isNewer() || warnedAt === this.#shown?.warnedAt) return
    this.#takeAway()
    this.isWaiting = warnedAt !== null
    if (warnedAt === null || !isFree(document)) return
    const { showVoteWarning } = await import('./vote-warning.ts')
    if (isNewer() || !isFree(document)) return
    const close = showVoteWarning(() => {
      this.#shown = null
      this.#closedUpTo = warnedAt
      device.commit(readVoteWarning, { warnedAt }).catch(reportUnlessClosed)
    })
    this.#shown = { warnedAt, close }
    this.isWaiting = false
  }

  /** It was closed in another tab or on another device. */
  #takeAway(): void {
    this.#shown?.close()
    this.#shown = null
  }
}

function isFree(root: Document): boolean {
  if (root.visibilityState !== 'visible' || root.querySelector('dialog[open]') !== null) return false
  return root.activeElement?.matches('textarea, input, select, [contenteditable="true"]') !== true
}

function heard(type: string, listen: () => void): () => void {
  // `close` does not bubble.
  document.addEventListener(type, listen, { capture: true })
  return () => document.removeEventListener(type, listen, { capture: true })
}
