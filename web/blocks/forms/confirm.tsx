import type { ReactNode } from 'react'
import { links } from '#shared/links.ts'
import { useLocation } from '../../data/navigation.ts'

interface ConfirmProps {
  /** What is offered, before one has said yes. */
  readonly summary: string
  readonly deed: string
  readonly fields: Readonly<Record<string, string>>
  /** The button that does it. */
  readonly action: string
  /** What will happen. */
  readonly children: ReactNode
}

/** A deed that is asked for twice: opening says what will happen, the button inside does it. Works without a script. */
export function Confirm({ summary, deed, fields, action, children }: ConfirmProps) {
  const { pathname, search } = useLocation()
  return (
    <details className="confirm">
      <summary>{summary}</summary>
      <form method="post" action={links.form(deed)}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="from" value={`${pathname}${search}`} />
        <p className="soft">{children}</p>
        <button className="btn danger">{action}</button>
      </form>
    </details>
  )
}
