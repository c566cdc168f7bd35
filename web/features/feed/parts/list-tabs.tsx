import type { ReactNode } from 'react'
import { links } from '#shared/links.ts'

export type ListTab = 'ranked' | 'latest' | 'recommended'

const tabs: readonly (readonly [ListTab, string, string])[] = [
  ['ranked', 'Top', links.front()],
  ['latest', 'New', links.front({ sort: 'latest' })],
  ['recommended', 'For you', links.recommendations()],
]

interface ListTabsProps {
  readonly current: ListTab
  /** What can be done with this list, at the end of the row. */
  readonly children?: ReactNode
}

/** The three lists of the front page. */
export function ListTabs({ current, children }: ListTabsProps) {
  return (
    <div className="head posts-head">
      <nav className="tabs" aria-label="Lists">
        {tabs.map(([tab, word, href]) => (
          <a key={tab} href={href} aria-current={tab === current ? 'page' : undefined}>
            {word}
          </a>
        ))}
      </nav>
      {children}
      <a className="more soft desktop-only" href={links.allPosts()}>
        All posts
      </a>
    </div>
  )
}
