import type { ReactNode } from 'react'
import { links } from '#shared/links.ts'
import { useIsOnline } from '../../data/connection.ts'

interface BookLinkProps {
  readonly sequenceId: string
  readonly children?: ReactNode
}

/** All of it in one file, for a reader of books; the server makes it. */
export function BookLink({ sequenceId, children = 'EPUB' }: BookLinkProps) {
  const isOnline = useIsOnline()
  if (!isOnline) return <span className="meta soft">EPUB once online</span>
  return (
    <a className="btn quiet" href={links.sequenceBook(sequenceId)} download rel="nofollow" aria-label="Download as EPUB">
      {children}
    </a>
  )
}
