import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { latePart } from '../ui/late-part.ts'

interface ContainedProps {
  readonly children: ReactNode
  /** As it stands in a sentence: "this comment", "the list of posts". */
  readonly what: string
  /** Another value tries again: what is shown has changed. */
  readonly of: unknown
  /** What its place is made of: an item of a list stays one. */
  readonly as?: 'div' | 'li'
}

const BrokenPart = latePart(() => import('./broken-part.tsx').then((part) => part.BrokenPart), 'Something went wrong here.')

/**
 * A part of a page that may fail alone: a line stands in its place, and everything else goes on.
 */
export function Contained({ children, of, ...place }: ContainedProps) {
  return (
    <ErrorBoundary
      of={of}
      instead={(error, again) => (
        <Suspense>
          <BrokenPart {...place} error={error} again={again} />
        </Suspense>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
