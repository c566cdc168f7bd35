import type { ReactNode } from 'react'

interface NoticeProps {
  /** `warm`: waiting or new. `danger`: refused. */
  readonly kind?: 'plain' | 'warm' | 'danger'
  /** Said aloud at once, rather than when the page falls silent. */
  readonly isUrgent?: boolean
  readonly children: ReactNode
}

/** Something to know about this page or this form, in place. Never a toast. */
export function Notice({ kind = 'plain', isUrgent = false, children }: NoticeProps) {
  return (
    <div className={kind === 'plain' ? 'notice' : `notice ${kind}`} role={isUrgent ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
