import type { ReactNode } from 'react'

interface NoticeProps {
  /** `warm`: waiting or new. `danger`: refused. */
  readonly kind?: 'plain' | 'warm' | 'danger'
  /** A screen reader announces it at once, instead of at the next pause. */
  readonly isUrgent?: boolean
  readonly children: ReactNode
}

/** A message about this page or form, shown where it belongs; never a toast. */
export function Notice({ kind = 'plain', isUrgent = false, children }: NoticeProps) {
  return (
    <div className={kind === 'plain' ? 'notice' : `notice ${kind}`} role={isUrgent ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
