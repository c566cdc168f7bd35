import { startTransition, useEffect, useState } from 'react'
import { useCurrentPage } from '../../data/navigation.ts'
import type { CommentBranch } from './comment-tree.ts'

/** More than any window holds, so that nothing in sight moves when the others come. */
const atFirst = 20
/** In one task of React's: a thousand at once would hold a click up. */
const more = 75

/**
 * The branches to draw. Who follows a link inside the app to another post begins at the essay: for
 * its first frame a few comments are enough, the others are added behind it. Whoever comes back to
 * where they were, or goes to a certain comment, has all of them at once; so has a document that
 * comes alive, and a post that stays while its comments are put in another order.
 */
export function useFewFirst(branches: readonly CommentBranch[], postId: string): readonly CommentBranch[] {
  const { place, action } = useCurrentPage()
  const countFor = () => (action === 'PUSH' && place.hash === '' ? atFirst : Infinity)
  const [shown, setShown] = useState(() => ({ postId, count: countFor() }))
  const current = shown.postId === postId ? shown : { postId, count: countFor() }
  if (current !== shown) setShown(current)
  const drawn = firstOf(branches, current.count)
  const isWhole = drawn.length === branches.length
  useEffect(() => {
    if (isWhole) {
      // What comes later is drawn at once.
      setShown((known) => (known.postId === postId && known.count === Infinity ? known : { postId, count: Infinity }))
      return
    }
    // After the frame that this effect belongs to.
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setShown({ postId, count: current.count + more })))
    })
    // A tab that is not seen has no frames, and nothing to hold up.
    const later = setTimeout(() => setShown({ postId, count: Infinity }), 1_000)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      clearTimeout(later)
    }
  }, [isWhole, current.count, postId])
  return drawn
}

/** Whole branches with at least so many comments among them. */
export function firstOf(branches: readonly CommentBranch[], count: number): readonly CommentBranch[] {
  let size = 0
  const at = branches.findIndex((branch) => {
    size += branch.size
    return size >= count
  })
  return at === -1 ? branches : branches.slice(0, at + 1)
}
