import { links } from '#shared/links.ts'
import { useViewer } from '../data/viewer.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/sprite.ts'
import { pageRoutes } from './routes.ts'

interface NavigationProps {
  readonly pathname: string
}

interface Place {
  readonly href: string
  readonly word: string
  readonly icon: IconName
}

// Only places that answer: one that is not built yet shows itself as soon as its route stands in the table.
const built = (places: readonly Place[]): readonly Place[] => places.filter(({ href }) => pageRoutes.some(({ path }) => path === href))

const everyonesPlaces = built([
  { href: links.front(), word: 'Home', icon: 'home' },
  { href: links.allPosts(), word: 'All posts', icon: 'list' },
  { href: links.curated(), word: 'Curated', icon: 'mark' },
])
const membersPlaces = built([{ href: links.drafts(), word: 'Drafts', icon: 'pen' }])
const settingsPlaces = built([{ href: links.settings(), word: 'Reading settings', icon: 'books' }])

export function SiteRail({ pathname }: NavigationProps) {
  const viewer = useViewer()
  return (
    <nav className="rail" aria-label="Site">
      <PlaceList places={everyonesPlaces} pathname={pathname} />
      {viewer.kind === 'member' ? <h2>Yours</h2> : null}
      <PlaceList places={viewer.kind === 'member' ? [...membersPlaces, ...settingsPlaces] : settingsPlaces} pathname={pathname} />
    </nav>
  )
}

function PlaceList({ places, pathname }: { readonly places: readonly Place[]; readonly pathname: string }) {
  return (
    <ul>
      {places.map(({ href, word }) => (
        <li key={href}>
          <a href={href} aria-current={pathname === href ? 'page' : undefined}>
            {word}
          </a>
        </li>
      ))}
    </ul>
  )
}

const bottomPlaces: readonly Place[] = [...everyonesPlaces, ...built([{ href: links.newPost(), word: 'New', icon: 'pen' }])]

export function BottomBar({ pathname }: NavigationProps) {
  const viewer = useViewer()
  const own: Place =
    viewer.kind === 'member'
      ? { href: links.drafts(), word: 'Drafts', icon: 'books' }
      : { href: links.login(), word: 'Sign in', icon: 'person' }
  const places = [...bottomPlaces, ...built([own])]
  if (places.length === 0) return null
  return (
    <nav className="bottom" aria-label="Main">
      {places.map(({ href, word, icon }) => (
        <a key={href} href={href} aria-current={pathname === href ? 'page' : undefined}>
          <Icon name={icon} />
          {word}
        </a>
      ))}
    </nav>
  )
}
