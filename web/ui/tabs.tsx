import type { ReactNode } from 'react'

interface TabsProps {
  /** What the list of tabs is, for those who hear it. */
  readonly label: string
  readonly tabs: readonly { readonly href: string; readonly word: ReactNode; readonly isCurrent: boolean }[]
}

/** Tabs are links: each has its own address, and works without a script. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ href, word, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {word}
        </a>
      ))}
    </nav>
  )
}
