import { links } from '#shared/links.ts'
import './wiki-page.css'

interface PageTabsProps {
  readonly slug: string
  readonly lens: string | null
  readonly current: 'page' | 'talk' | 'history' | 'edit'
  readonly commentCount: number
}

/** The ways to look at a page. Whoever may not edit is told why where they would. */
export function PageTabs({ slug, lens: given, current, commentCount }: PageTabsProps) {
  const lens = given ?? undefined
  const at = (name: PageTabsProps['current']) => (name === current ? 'page' : undefined)
  return (
    <nav className="tabs" aria-label="This page">
      <a href={links.wiki(slug, { lens })} aria-current={at('page')}>
        Page
      </a>
      <a href={links.wikiDiscussion(slug, { lens })} aria-current={at('talk')}>
        Discussion {commentCount === 0 ? null : <span className="n">{commentCount}</span>}
      </a>
      <a href={links.wikiHistory(slug, { lens })} aria-current={at('history')}>
        History
      </a>
      <a className="tabs-end" href={links.editWiki(slug, { lens })} aria-current={at('edit')} rel="nofollow">
        Edit
      </a>
    </nav>
  )
}
