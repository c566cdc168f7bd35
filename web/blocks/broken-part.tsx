import type { ReactNode } from 'react'
import { openFeedbackAbout } from './open-feedback-about.ts'

interface BrokenPartProps {
  readonly error: unknown
  readonly what: string
  readonly as?: 'div' | 'li'
  readonly again: () => void
}

/** In the place of a part of a page that failed: one line, and what can be done. */
export function BrokenPart({ error, what, as: Place = 'div', again }: BrokenPartProps): ReactNode {
  return (
    <Place className="notice-line danger">
      <span role="alert">Something went wrong in {what}.</span>{' '}
      <button className="linkish" type="button" onClick={again}>
        Try again
      </button>{' '}
      <button className="linkish" type="button" onClick={() => void openFeedbackAbout(error)}>
        Send feedback
      </button>
    </Place>
  )
}
