import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'

interface TabsProps {
  /** What the list of tabs is, for those who hear it. */
  readonly label: string
  readonly tabs: readonly { readonly href: string; readonly word: ReactNode; readonly isCurrent: boolean }[]
}

/** Tabs are links: each has its own address, and works without a script. */
export function Tabs({ label, tabs }: TabsProps) {
  const list = useRef<HTMLElement>(null)
  const current = tabs.find(({ isCurrent }) => isCurrent)?.href
  // Where they are wider than the window: the one that is open is in sight. The page stays.
  useEffect(() => {
    const box = list.current?.getBoundingClientRect()
    const tab = list.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (box === undefined || tab === undefined) return
    if (tab.left < box.left || tab.right > box.right) list.current?.scrollBy({ left: tab.left - box.left - (box.width - tab.width) / 2 })
  }, [current])
  return (
    <nav className="tabs" aria-label={label} ref={list}>
      {tabs.map(({ href, word, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {word}
        </a>
      ))}
    </nav>
  )
}
