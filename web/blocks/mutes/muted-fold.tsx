import type { ReactNode } from 'react'

/**
 * What a muted member has said, where others have answered it or may be looking for it. Who it was
 * is shown once it is opened; the element around it keeps the head of the comment in sight then.
 */
export function MutedFold({ children }: { readonly children: ReactNode }) {
  return (
    <details className="c-folded">
      <summary>Comment by a muted member</summary>
      <div>{children}</div>
    </details>
  )
}
