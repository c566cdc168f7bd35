import type { MouseEvent } from 'react'
import { useIsLoading, useNavigate } from '../../data/navigation.ts'

interface MoreLinkProps {
  readonly href: string
  readonly onAsk?: () => void
  readonly children: string
}

/**
 * A link to the longer form of this very page: with a script it replaces this one in the history
 * and does not move it.
 */
export function MoreLink({ href, onAsk, children }: MoreLinkProps) {
  const navigate = useNavigate()
  const isWaiting = useIsLoading()
  const grow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    onAsk?.()
    void navigate(href, { replace: true, preventScrollReset: true })
  }
  return (
    <a className="btn quiet" href={href} onClick={grow} aria-busy={isWaiting || undefined} rel="nofollow">
      {children}
    </a>
  )
}
