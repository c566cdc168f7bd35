import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { links } from '#shared/links.ts'
import { useViewer } from '../../../data/viewer.ts'
import { latePart } from '../../../ui/late-part.ts'

const MemberTabs = latePart(() => import('./member-tabs.tsx').then((part) => part.MemberTabs))

export type ListTab = 'ranked' | 'latest' | 'recommended' | 'unread'

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

/** The three lists of the front page, and a member’s own. */
export function ListTabs({ current, children }: ListTabsProps) {
  const viewer = useViewer()
  return (
    <div className="head posts-head">
      <nav className="tabs" aria-label="Lists">
        {tabs.map(([tab, word, href]) => (
          <a key={tab} href={href} aria-current={tab === current ? 'page' : undefined}>
            {word}
          </a>
        ))}
        {viewer.kind === 'visitor' ? null : (
          <Suspense>
            <MemberTabs isUnread={current === 'unread'} />
          </Suspense>
        )}
      </nav>
      {children}
      <a className="more soft desktop-only" href={links.allPosts()}>
        All posts
      </a>
    </div>
  )
}
