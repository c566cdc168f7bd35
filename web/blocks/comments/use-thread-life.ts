import { useEffect, useRef } from 'react'
import type { Post } from '#shared/posts/schema.ts'
import type { Device } from '../../data/device/device-api.ts'
import { currentDevice } from '../../data/device/current.ts'
import { marks } from '../../data/marks.ts'
import type { ThreadLife } from './thread-life.ts'
import type { ThreadView } from './thread-view.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'

/**
 * Lets the device add to a discussion what it knows, once it is there: until then the page is as
 * the server made it.
 */
export function useThreadLife(post: Post, view: ThreadView): void {
  const shown = useRef({ post, view })
  const life = useRef<ThreadLife | null>(null)
  const { id } = post
  useEffect(() => {
    shown.current = { post, view }
    life.current?.update(view)
  }, [post, view])
  useEffect(() => {
    let isGone = false
    let living: Device | null = null
    const begin = async () => {
      const device = currentDevice.get()
      if (device === null || !marks.get().isKnown) return
      const { liveThread } = await import('./thread-life.ts')
      if (isGone || currentDevice.get() !== device || living === device) return
      life.current?.stop()
      living = device
      life.current = liveThread(device, shown.current.post, shown.current.view)
    }
    const tryAgain = () => {
      if (currentDevice.get() !== living) begin().catch(reportUnlessClosed)
    }
    const leaves = [currentDevice.subscribe(tryAgain), marks.subscribe(tryAgain)]
    tryAgain()
    return () => {
      isGone = true
      for (const leave of leaves) leave()
      life.current?.stop()
      life.current = null
    }
  }, [id])
}
