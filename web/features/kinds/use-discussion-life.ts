import { useEffect } from 'react'
import type { Post } from '#shared/posts/schema.ts'
import type { ThreadView } from '../../blocks/comments/thread-view.ts'
import { currentDevice } from '../../data/device/current.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'

interface Thread {
  readonly post: Post
  readonly view: ThreadView
}

/**
 * Lets the device add to a list of threads what it knows, once it is there: my words on their way,
 * my votes, rows that replies need.
 */
export function useDiscussionLife(threads: readonly Thread[]): void {
  useEffect(() => {
    const begin = async () => {
      const device = currentDevice.get()
      if (device === null) return
      const { enliven } = await import('./enliven-discussion.ts')
      enliven(device, threads)
    }
    const tell = () => void begin().catch(reportUnlessClosed)
    tell()
    return currentDevice.subscribe(tell)
  }, [threads])
}
