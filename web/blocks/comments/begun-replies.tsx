import { useEffect, useState } from 'react'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'
import { useDevice } from '../../data/device/use-device.ts'
import { counted } from '../counts.ts'
import { begunReplyIds } from './begun-reply-ids.ts'
import { repliesBegun } from './replies-begun.ts'

/**
 * Above a discussion: replies in it that one began on this device and has not sent (content.md
 * 2.6). One leads to its form, several to all of them.
 */
export function BegunReplies({ postId }: { readonly postId: string }) {
  const device = useDevice()
  const [parents, setParents] = useState<readonly string[]>([])
  useEffect(() => {
    if (device === null || !isId(postId)) return
    let isGone = false
    const look = async () => {
      const begun = repliesBegun(await device.drafts.list(), postId)
      if (isGone) return
      const before = begunReplyIds.get()
      if (begun.length !== before.size || begun.some((id) => !before.has(id))) begunReplyIds.set(new Set(begun))
      return begun
    }
    // Said here once: what is begun from now on is said at its comment alone, and nothing moves
    // under who writes it.
    look().then((begun) => setParents(begun ?? []), reportUnlessClosed)
    const leave = device.subscribe(({ places }) => {
      if ([...places].some((place) => place.startsWith(`comment:${postId}:`))) look().catch(reportUnlessClosed)
    })
    return () => {
      isGone = true
      leave()
      setParents([])
      begunReplyIds.set(new Set())
    }
  }, [device, postId])
  const [first] = parents
  if (first === undefined) return null
  return (
    <a className="meta" href={parents.length === 1 ? links.reply({ id: postId, slug: null }, first) : links.outbox()} rel="nofollow">
      {counted(parents.length, 'unsent reply', 'unsent replies')}
    </a>
  )
}
