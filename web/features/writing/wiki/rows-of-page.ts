import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import type { Device } from '../../../data/device/device-api.ts'

interface PageRows {
  readonly tag: Tag
  readonly post: Post
}

/**
 * What a page is and what was published of it last, once both are on this device: beside the text
 * that is being written they come by another way, and on a slow network later. @returns `null` when
 * they have not come within `patienceMs`.
 */
export function rowsOfPage(device: Pick<Device, 'read' | 'subscribe'>, postId: string, patienceMs: number): Promise<PageRows | null> {
  const { promise, resolve, reject } = Promise.withResolvers<PageRows | null>()
  const look = async (isLast = false): Promise<void> => {
    const [tag, post] = [await device.read.get(tags, postId), await device.read.get(posts, postId)]
    if (tag !== undefined && post !== undefined) resolve({ tag, post })
    else if (isLast) resolve(null)
  }
  const leave = device.subscribe(({ kinds }) => {
    if (kinds.has('tags') || kinds.has('posts')) look().catch(reject)
  })
  const timer = setTimeout(() => void look(true).catch(reject), patienceMs)
  look().catch(reject)
  return promise.finally(() => {
    clearTimeout(timer)
    leave()
  })
}
