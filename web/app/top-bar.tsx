import { Suspense, useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import { useIsOnline } from '../data/connection.ts'
import { menuOf } from '../data/menu.ts'
import { useSite } from '../data/site.ts'
import { hearSignOut } from '../data/sign-out-news.ts'
import { useCurrentPage } from '../data/navigation.ts'
import { useOutbox } from '../data/outbox.ts'
import { useMe } from '../data/viewer.ts'
import { clockTime } from '../blocks/comments/pending-words.ts'
import { Bell } from '../blocks/bell/bell.tsx'
import { openFeedback } from '../blocks/feedback/open-feedback.ts'
import { SearchBox } from '../blocks/search-box/search-box.tsx'
import { SignOutForm } from '../blocks/sign-out/sign-out-form.tsx'
import { latePart } from '../ui/late-part.ts'
import { Menu } from '../ui/menu.tsx'
import { MenuLinks } from './navigation.tsx'
import { ReadingMenu } from './reading-menu.tsx'

export function TopBar() {
  const site = useSite()
  const isAway = useScrollsAway()
  useEffect(() => hearSignOut(), [])
  return (
    <header className={isAway ? 'top away' : 'top'}>
      <a className="wordmark" href={links.front()}>
        <span className="name">{site.name}</span>
      </a>
      <div className="top-find">
        <SearchBox id="find" />
      </div>
      <OfflineWord />
      <Waiting />
      <div className="top-acts">
        <ReadingMenu />
        <a className="btn quiet desktop-only" href={links.newPost()}>
          New post
        </a>
        <Bell />
        <Account />
      </div>
    </header>
  )
}

// Without it the page does all it does; the outbox itself is in the menu.
const OutboxLink = latePart(() => import('./outbox-link.tsx').then((part) => part.OutboxLink))

/** Nobody who only reads has anything to send. */
function Waiting() {
  const { waiting, refused } = useOutbox()
  return waiting.length + refused.length === 0 ? null : (
    <Suspense>
      <OutboxLink />
    </Suspense>
  )
}

function Account() {
  const me = useMe()
  if (me.viewer.kind === 'visitor') {
    // Signing in would be refused: the page says until when, and why.
    const isSuspended = me.viewer.bannedUntil !== undefined
    return (
      <a
        className="btn quiet"
        href={isSuspended ? links.banNotice({ user: me.slug ?? undefined }) : links.login()}
        data-known={me.isKnown ? '' : undefined}
      >
        {isSuspended ? 'Suspended' : 'Sign in'}
      </a>
    )
  }
  const name = me.name ?? 'you'
  return (
    <Menu
      className="desktop-only"
      label={`${initials(name)}, ${name}, your account`}
      summary={<span className="face">{initials(name)}</span>}
    >
      <p className="menu-head">{name}</p>
      {me.slug === null ? null : <a href={links.user(me.slug)}>Your page</a>}
      <MenuLinks of={[...menuOf('own', me), ...menuOf('account', me), ...menuOf('staff', me)]} />
      <button type="button" data-closes="" onClick={() => openFeedback()}>
        Send feedback
      </button>
      <SignOutForm>Sign out</SignOutForm>
    </Menu>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/u)
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return `${[...(words[0] ?? '')][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase()
}

function OfflineWord() {
  const isOnline = useIsOnline()
  const { answer } = useCurrentPage()
  const [first] = useState(answer)
  // The document that the worker kept is shown, and nothing newer: its time is said here, where
  // nothing moves for it. Never at the first drawing.
  const at = isOnline || answer !== first ? 0 : Number(document.documentElement.dataset['kept'] ?? 0)
  return (
    <span className="word-state" role="status">
      {isOnline ? null : at === 0 ? (
        'Offline'
      ) : (
        <>
          Offline<span className="desktop-only"> copy from</span> {clockTime(at)}
        </>
      )}
    </span>
  )
}

/** On a phone the bar goes while one reads on, and comes back with the first move up. */
function useScrollsAway(): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    let last = scrollY
    const follow = () => {
      const moved = scrollY - last
      if (Math.abs(moved) < 8) return
      last = scrollY
      setAway(moved > 0 && scrollY > 160)
    }
    addEventListener('scroll', follow, { passive: true })
    return () => removeEventListener('scroll', follow)
  }, [])
  return isAway
}
