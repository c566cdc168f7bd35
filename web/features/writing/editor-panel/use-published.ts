import { useEffect, useRef } from 'react'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Device } from '../../../data/device/device-api.ts'

/**
 * By post, the revision that this tab has published and waits for. It outlives the form: a page of
 * the wiki moves to another address by being published, and its editor is mounted again there.
 */
const awaited = new Map<string, string>()

const editors = /^\/(?:newPost|editPost|w\/.+\/edit)$/u

interface Publication {
  readonly await: (revisionId: string) => void
  readonly forget: () => void
}

/** Calls `show` once the server has confirmed the revision that was published from this tab. */
export function usePublished(device: Device | null, postId: string, show: (post: Post) => Promise<void>): Publication {
  const newest = useRef(show)
  useEffect(() => {
    newest.current = show
  })
  useEffect(() => {
    if (device === null) return
    // Published is what another account can read: the server has said so.
    const look = async () => {
      if (!awaited.has(postId)) return
      const post = await device.confirmed.get(posts, postId)
      if (post?.status !== 'published' || post.revisionId !== awaited.get(postId)) return
      awaited.delete(postId)
      await newest.current(post)
    }
    look().catch(reportError)
    const stop = device.subscribe(({ kinds }) => {
      if (kinds.has('posts')) look().catch(reportError)
    })
    return () => {
      stop()
      // Who has gone elsewhere meanwhile is not taken away from there, nor from the editor another
      // time.
      if (!editors.test(location.pathname)) awaited.delete(postId)
    }
  }, [device, postId])
  return { await: (revisionId) => void awaited.set(postId, revisionId), forget: () => void awaited.delete(postId) }
}
