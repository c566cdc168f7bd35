import type { MouseEvent } from 'react'
import { Suspense } from 'react'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { isStaff } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { unreadCount, useUnreadCount } from '../blocks/bell/unread-count.ts'
import { openFeedback } from '../blocks/feedback/open-feedback.ts'
import { SignOutForm } from '../blocks/sign-out/sign-out-form.tsx'
import { useSite } from '../data/site.ts'
import { useMe } from '../data/viewer.ts'
import { Icon } from '../ui/icon.tsx'
import { latePart } from '../ui/late-part.ts'
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

const sections = built([
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
const ownPlaces = built([
  { href: links.drafts(), word: 'Drafts' },
  { href: links.bookmarks(), word: 'Bookmarks & history' },
  { href: links.outbox(), word: 'Outbox' },
])
const settingsPlaces = built([
  { href: links.device(), word: 'Offline storage' },
  { href: links.settings(), word: 'Reading settings' },
  { href: links.about(), word: 'About' },
])
const bar = built<BarPlace>([
  { href: links.front(), word: 'Home', icon: 'home' },
  { href: links.search(), word: 'Search', icon: 'search' },
  { href: links.newPost(), word: 'Write', icon: 'pen' },
  { href: links.notices(), word: 'Notifications', icon: 'bell' },
])

// Few see them, and their addresses are not everybody's to load.
const StaffPlaces = latePart(() => import('./staff-places.tsx').then((part) => part.StaffPlaces))

/** The pages of administrators and moderators, for those who are. */
export function StaffLinks({ viewer }: { readonly viewer: Viewer }) {
  return isStaff(viewer) ? (
    <Suspense>
      <StaffPlaces viewer={viewer} />
    </Suspense>
  ) : null
}

const menuId = 'site'

/**
 * Every section, one's own places and the settings: beside a list, after other pages, and on a
 * phone the sheet that the bottom bar's Menu opens. A popover, so that it opens, closes and gives
 * the focus back without a script.
 */
export function SiteMenu({ pathname, isBeside }: NavigationProps & { readonly isBeside: boolean }) {
  const site = useSite()
  const closeOnLink = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    if (target instanceof Element && target.closest('a') !== null) currentTarget.hidePopover()
  }
  const sendFeedback = ({ currentTarget }: MouseEvent) => {
    // First, so that the focus goes back to what can be seen.
    currentTarget.closest<HTMLElement>('nav')?.hidePopover()
    openFeedback()
  }
  return (
    <nav className={isBeside ? 'rail' : 'rail foot'} id={menuId} popover="auto" aria-label="Site" onClick={closeOnLink}>
      <ul>
        <Places of={sections} pathname={pathname} />
      </ul>
      <Yours pathname={pathname} />
      <ul>
        <Places of={settingsPlaces} pathname={pathname} />
        <li>
          <a href={links.feed()}>RSS</a>
        </li>
        {site.hasDevInbox ? (
          <li>
            <a href={links.devInbox()}>Development inbox</a>
          </li>
        ) : null}
        <li>
          <button className="needs-js" type="button" data-live="" onClick={sendFeedback}>
            Send feedback
          </button>
        </li>
      </ul>
    </nav>
  )
}

function Places({ of, pathname }: NavigationProps & { readonly of: readonly Place[] }) {
  return of.map(({ href, word }) => (
    <li key={href}>
      <a href={href} aria-current={pathname === href ? 'page' : undefined}>
        {word}
      </a>
    </li>
  ))
}

/** What the account's menu has at a desk stands in the phone's sheet. */
function Yours({ pathname }: NavigationProps) {
  const { viewer, slug } = useMe()
  if (viewer.kind === 'visitor') return null
  const more = [...(slug === null ? [] : [{ href: links.user(slug), word: 'Profile' }]), { href: links.account(), word: 'Account' }]
  return (
    <>
      <h2>You</h2>
      <ul>
        <Places of={ownPlaces} pathname={pathname} />
      </ul>
      <ul className="phone">
        <Places of={more} pathname={pathname} />
        <li>
          <StaffLinks viewer={viewer} />
          <SignOutForm>Sign out</SignOutForm>
        </li>
      </ul>
    </>
  )
}

/**
 * A phone's way around: the same for everybody, so that nothing moves once it is known who is
 * here.
 */
export function BottomBar({ pathname }: NavigationProps) {
  const unread = useUnreadCount()
  return (
    <nav className="bottom" aria-label="Main">
      {bar.map(({ href, word, icon }) => (
        <a key={href} href={href} aria-current={pathname === href ? 'page' : undefined}>
          <Icon name={icon} />
          {icon !== 'bell' || unread === 0 ? null : (
            <span className="bell-count nums">
              {unreadCount(unread)}
              <span className="sr"> new </span>
            </span>
          )}
          {word}
        </a>
      ))}
      <button type="button" popoverTarget={menuId}>
        <Icon name="list" />
        Menu
      </button>
    </nav>
  )
}
