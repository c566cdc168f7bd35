import type { ReactNode } from 'react'
import { links } from '#shared/links.ts'

interface VoteFormProps {
  /** Path of the page it stands on, where a plain form comes back to. */
  readonly from: string
  readonly className?: string
  readonly children: ReactNode
}

/**
 * The plain form of all vote buttons inside it, a whole discussion's. Neither one form named by
 * each button (`form="votes"`: Chromium 156 took five seconds to parse 4,000 of those, against 0.2)
 * nor a form for each comment (its look for forms to fill lays every comment out that
 * `content-visibility` had put off: a second and more). Measured November 2026.
 */
export function VoteForm({ from, className, children }: VoteFormProps) {
  return (
    <form className={className} method="post" action={links.form('votes.set')}>
      <input type="hidden" name="from" value={from} />
      {children}
    </form>
  )
}
