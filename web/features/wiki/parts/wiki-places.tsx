import { links } from '#shared/links.ts'
import '../../../blocks/wiki/wiki.css'

interface WikiPlacesProps {
  readonly current: 'all' | 'tree' | 'dashboard' | 'feed' | 'activity' | null
}

/** The pages about the wiki as a whole. */
export function WikiPlaces({ current }: WikiPlacesProps) {
  const places = [
    ['all', 'All pages', links.wikiTags()],
    ['tree', 'As a tree', links.arbital()],
    ['feed', 'What is new', links.wikiFeed()],
    ['dashboard', 'What needs work', links.wikiDashboard()],
    ['activity', 'Votes on tags', links.wikiActivity()],
  ] as const
  return (
    <nav className="tabs" aria-label="The wiki">
      {places.map(([name, word, href]) => (
        <a key={name} href={href} aria-current={name === current ? 'page' : undefined}>
          {word}
        </a>
      ))}
      <a href={links.randomWiki()} rel="nofollow">
        A random page
      </a>
    </nav>
  )
}
