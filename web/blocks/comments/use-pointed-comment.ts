import { useEffect } from 'react'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { useLocation, useNavigate } from '../../data/navigation.ts'

const markedForMs = 3_000

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
    const target = document.getElementById(commentId)
    if (target === null || target.matches('.c-on > span')) {
      // In the address bar stands a comment that this page does not show.
      if (target !== null) void navigate(links.comment({ id, slug }, commentId), { replace: true })
      return
    }
    for (
      let box = target.closest('details:not(.c-more)');
      box instanceof HTMLDetailsElement;
      box = box.parentElement?.closest('details') ?? null
    )
      box.open = true
    const fold = target.querySelector<HTMLDetailsElement>(':scope > details.c-folded')
    if (fold !== null) fold.open = true
    target.toggleAttribute('data-open', true)
    target.scrollIntoView({ block: 'start' })
    target.classList.add('pointed')
    const timer = setTimeout(() => target.classList.remove('pointed'), markedForMs)
    return () => {
      clearTimeout(timer)
      target.classList.remove('pointed')
    }
  }, [hash, id, slug, navigate])
}
