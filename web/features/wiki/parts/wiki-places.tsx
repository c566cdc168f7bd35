import { links } from '#shared/links.ts'
import './wiki-places.css'

interface WikiPlacesProps {
  readonly current: 'all' | 'tree' | 'dashboard' | 'feed' | 'activity' | null
}

/** The pages about the wiki as a whole. */
export function WikiPlaces({ current }: WikiPlacesProps) {
  const places = [
    ['all', 'All', links.wikiTags()],
    ['tree', 'Tree', links.arbital()],
    ['feed', 'Recent changes', links.wikiFeed()],
    ['dashboard', 'To do', links.wikiDashboard()],
    ['activity', 'Tag votes', links.wikiActivity()],
  ] as const
  return (
    <nav className="tabs" aria-label="The wiki">
      {places.map(([name, word, href]) => (
        <a key={name} href={href} aria-current={name === current ? 'page' : undefined}>
          {word}
        </a>
      ))}
      <a href={links.randomWiki()} rel="nofollow">
        {' '}
        Random
      </a>
    </nav>
  )
}
