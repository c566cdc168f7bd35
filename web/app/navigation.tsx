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
}

interface BarPlace extends Place {
  readonly icon: IconName
}

// Only places that answer: one that is not built yet shows itself as soon as its route stands in
// the table.
const built = <P extends Place>(places: readonly P[]): readonly P[] =>
  places.filter(({ href }) => pageRoutes.some(({ path }) => path === href))

const everyonesPlaces = built([
  { href: links.front(), word: 'Home' },
  { href: links.allPosts(), word: 'All posts' },
  { href: links.library(), word: 'Library' },
  { href: links.wikiTags(), word: 'Wiki & tags' },
  { href: links.mixedFeed(), word: 'Feed' },
  { href: links.questions(), word: 'Questions' },
  { href: links.quickTakes(), word: 'Quick takes' },
  { href: links.dialogues(), word: 'Dialogues' },
  { href: links.allComments(), word: 'All comments' },
  { href: links.leaderboard(), word: 'Leaderboard' },
])
const membersPlaces = built([
  { href: links.drafts(), word: 'Drafts' },
  { href: links.bookmarks(), word: 'Bookmarks & history' },
  { href: links.outbox(), word: 'Outbox' },
])
const settingsPlaces = built([
  { href: links.device(), word: 'Offline storage' },
  { href: links.settings(), word: 'Reading settings' },
])

export function SiteRail({ pathname }: NavigationProps) {
  const viewer = useViewer()
  return (
    <nav className="rail" aria-label="Site">
      <PlaceList places={everyonesPlaces} pathname={pathname} />
      {viewer.kind === 'member' ? <h2>You</h2> : null}
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

const bottomPlaces = built<BarPlace>([
  { href: links.front(), word: 'Home', icon: 'home' },
  { href: links.allPosts(), word: 'All posts', icon: 'list' },
  { href: links.newPost(), word: 'New', icon: 'pen' },
])
const library = built<BarPlace>([{ href: links.bookmarks(), word: 'Saved', icon: 'mark' }])
const device = built<BarPlace>([{ href: links.device(), word: 'Device', icon: 'books' }])
const signIn = built<BarPlace>([{ href: links.login(), word: 'Sign in', icon: 'person' }])

/**
 * A phone's way around. Five at most: what more there is stands in the account's menu and on the
 * pages themselves.
 */
export function BottomBar({ pathname }: NavigationProps) {
  const viewer = useViewer()
  const places = [...bottomPlaces, ...library, ...(viewer.kind === 'member' ? device : signIn)]
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
