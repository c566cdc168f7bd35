import type { Post } from '#shared/posts/schema.ts'
import { beside, dropChanges } from '../../blocks/comments/beside.ts'
import { keepChangesTrue } from '../../blocks/comments/own-changes.ts'
import { settled } from '../../blocks/comments/thread-life.ts'
import type { ThreadView } from '../../blocks/comments/thread-view.ts'
import { rememberHints } from '../../blocks/hints.ts'
import { followVotes, showMyVotes } from '../../blocks/votes/vote-rows.ts'
import type { Device } from '../../data/device/device-api.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'

interface Thread {
  readonly post: Post
  readonly view: ThreadView
}

/** As `liveThread`, for several threads of several posts: nothing here is marked as read. */
export function enliven(device: Device, threads: readonly Thread[]): void {
  if (beside.get().myId !== device.account) beside.set({ ...beside.get(), myId: device.account })
  keepChangesTrue(device)
  followVotes(device)
  const ids = threads.flatMap(({ view }) => view.comments.map(({ id }) => id))
  showMyVotes(device, ids).catch(reportUnlessClosed)
  for (const { post, view } of threads) {
    rememberHints(post, view)
    dropChanges(settled(view))
  }
}
