import type { MouseEvent } from 'react'
import { links } from '#shared/links.ts'
import { countClass, unreadCount, useHasUnreadMessages, useUnreadCount } from '../blocks/bell/unread-count.ts'
import { openFeedback } from '../blocks/feedback/open-feedback.ts'
import { SignOutForm } from '../blocks/sign-out/sign-out-form.tsx'
import type { MenuLink } from '../data/menu.ts'
import { menuOf } from '../data/menu.ts'
import { useSite } from '../data/site.ts'
import { useMe } from '../data/viewer.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/sprite.ts'

interface NavigationProps {
  readonly pathname: string
}

interface BarPlace extends MenuLink {
  readonly icon: IconName
}

/** A phone's bar has room for these and no more; every other list is declared by its pages. */
const bar: readonly BarPlace[] = [
  { href: links.front(), word: 'Home', icon: 'home' },
  { href: links.search(), word: 'Search', icon: 'search' },
  { href: links.newPost(), word: 'Write', icon: 'pen' },
  { href: links.notices(), word: 'Notifications', icon: 'bell' },
]

const menuId = 'site'

/**
 * Every section, one's own places and the settings: beside a list, after other pages, and on a
 * phone the sheet that the bottom bar's Menu opens. A popover, so that it opens, closes and gives
 * the focus back without a script.
 */
export function SiteMenu({ pathname, isBeside }: NavigationProps & { readonly isBeside: boolean }) {
  const site = useSite()
  const me = useMe()
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
        <Places of={menuOf('sections', me)} pathname={pathname} />
      </ul>
      <Yours pathname={pathname} />
      <ul>
        <Places of={menuOf('settings', me)} pathname={pathname} />
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

function Places({ of, pathname }: NavigationProps & { readonly of: readonly MenuLink[] }) {
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
  const me = useMe()
  if (me.viewer.kind === 'visitor') return null
  const settings = menuOf('settings', me)
  const account = menuOf('account', me).filter(({ href }) => settings.every((each) => each.href !== href))
  return (
    <>
      <h2>You</h2>
      <ul>
        <Places of={menuOf('own', me)} pathname={pathname} />
      </ul>
      <ul className="phone">
        <Places of={me.slug === null ? account : [{ href: links.user(me.slug), word: 'Profile' }, ...account]} pathname={pathname} />
        <li>
          <MenuLinks of={menuOf('staff', me)} />
          <SignOutForm>Sign out</SignOutForm>
        </li>
      </ul>
    </>
  )
}

/** As they stand in a menu that is no list. */
export function MenuLinks({ of }: { readonly of: readonly MenuLink[] }) {
  return of.map(({ href, word }) => (
    <a key={href} href={href}>
      {word}
    </a>
  ))
}

/**
 * A phone's way around: the same for everybody, so that nothing moves once it is known who is
 * here.
 */
export function BottomBar({ pathname }: NavigationProps) {
  const unread = useUnreadCount()
  const hasMessages = useHasUnreadMessages()
  return (
    <nav className="bottom" aria-label="Main">
      {bar.map(({ href, word, icon }) => (
        <a key={href} href={href} aria-current={pathname === href ? 'page' : undefined}>
          <Icon name={icon} />
          {icon !== 'bell' || unread === 0 ? null : (
            <span className={countClass(hasMessages)}>
              {unreadCount(unread)}
              <span className="sr"> new{hasMessages ? ', with messages' : ''} </span>
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
