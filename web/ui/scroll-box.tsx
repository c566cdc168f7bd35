import type { ReactNode } from 'react'

interface ScrollBoxProps {
  readonly label: string
  /** Worth a landmark of its own. */
  readonly isRegion?: boolean
  readonly children: ReactNode
}

/** What may be wider than the page: it scrolls by itself, by keyboard too. */
export function ScrollBox({ label, isRegion = false, children }: ScrollBoxProps) {
  return (
    <div className="scroll" tabIndex={0} role={isRegion ? 'region' : 'group'} aria-label={label}>
      {children}
    </div>
  )
}
