import { useEffect } from 'react'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { pointAt } from './point-at.ts'
import { useLocation, useNavigate } from '../../data/navigation.ts'

/**
 * The comment that the address ends with (`#ID`): what it is folded into is opened, it is marked
 * for a moment, and one that is too deep to stand in the thread is shown on its own page.
 */
export function usePointedComment(post: { readonly id: string; readonly slug: string | null }): void {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const { id, slug } = post
  useEffect(() => {
    const commentId = hash.slice(1)
    if (!isId(commentId)) return
    const found = pointAt(commentId)
    // In the address bar stands a comment that this page does not show.
    if (found === 'too-deep') void navigate(links.comment({ id, slug }, commentId), { replace: true })
    return typeof found === 'function' ? found : undefined
  }, [hash, id, slug, navigate])
}
