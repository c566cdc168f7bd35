import { useCallback, useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import { withoutMuted } from '#shared/mutes/queries.ts'
import { noticeTypes } from '#shared/notifications/all-types.ts'
import { recentOf } from '#shared/notifications/queries.ts'
import { karmaChoiceOf, newestNotified, noticeSettings, standardKarma } from '#shared/notifications/schema.ts'
import type { Device } from '../../data/device/device-api.ts'
import { useFromDevice } from '../../data/device/use-device.ts'
import { useRow, useRows } from '../../data/device/use-rows.ts'
import { useMuted } from '../../data/muted.ts'
import { useCurrentPage } from '../../data/navigation.ts'
import { useNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Time } from '../../ui/time.tsx'
import { counted } from '../counts.ts'
import { useUnreadConversations } from '../messages/use-unread-conversations.ts'
import './bell-styles.ts'
import { KarmaStar } from './karma-star.tsx'
import { markAll, markViewed } from './notice-actions.ts'
import { noticeViews } from './notice-view.ts'
import { countClass, setUnreadCount, unreadCount } from './unread-count.ts'

const shown = 8

/**
 * The number of what is new, and a menu of the newest, from this device's own rows: it works
 * without a network.
 */
export function LiveBell({ userId }: { readonly userId: string }) {
  const muted = useMuted().ids
  const rows = withoutMuted(useRows(recentOf(userId)) ?? [], muted)
  const settings = useRow(noticeSettings, userId)
  // What its lines say is looked up again with every change on the device: not before somebody
  // wants to see it.
  const [wasOpened, setOpened] = useState(false)
  const conversations = useUnreadConversations(userId)
  const notices = rows.filter(({ viewedAt }) => viewedAt === null)
  // Messages count by their conversations: a notification of one adds nothing.
  const unread = notices.filter(({ type }) => type !== 'newMessage').length + conversations
  const hasMessages = conversations > 0 || notices.some(({ type }) => noticeTypes[type].tab === 'messages')
  const count = unreadCount(unread)
  useEffect(() => {
    setUnreadCount(unread, hasMessages)
    return () => setUnreadCount(0)
  }, [unread, hasMessages])
  useBadge(settings?.badge === false ? 0 : unread)
  useTitleCount(settings?.countInTitle === true ? unread : 0)
  const choice = settings === undefined ? standardKarma : karmaChoiceOf(settings)
  const label = unread === 0 ? 'Notifications' : `Notifications, ${count} new${hasMessages ? ', with messages' : ''}`
  return (
    <>
      <KarmaStar userId={userId} choice={choice} />
      <Menu
        className="bell desktop-only"
        label={label}
        onOpen={() => setOpened(true)}
        summary={
          <>
            <Icon name="bell" />
            {unread === 0 ? null : <span className={countClass(hasMessages)}>{count}</span>}
          </>
        }
      >
        <p className="menu-head">Notifications</p>
        {wasOpened ? <Newest userId={userId} /> : null}
        {conversations === 0 || notices.some(({ type }) => type === 'newMessage') ? null : (
          <a className="notice-link new" href={links.inbox()}>
            New messages in {counted(conversations, 'conversation')}
          </a>
        )}
        {notices.length === 0 ? null : (
          <button type="button" data-closes="" onClick={() => void markAll(newestNotified(rows)).catch(reportError)}>
            Mark all as read
          </button>
        )}
        <a href={links.notices()}>All notifications</a>
        <a href={links.notices({ tab: 'settings' })}>Notification settings</a>
      </Menu>
    </>
  )
}

function Newest({ userId }: { readonly userId: string }) {
  const now = useNow()
  const muted = useMuted().ids
  const newest = useCallback(
    async ({ read }: Device) => noticeViews(read, withoutMuted(await read.list(recentOf(userId)), muted).slice(0, shown)),
    [userId, muted],
  )
  const [views] = useFromDevice(newest)
  if (views === undefined) return <p className="menu-head">Loading from this device…</p>
  if (views.length === 0) return <p className="menu-head">No notifications yet. Follow a member, post or tag to get some.</p>
  return views.map(({ id, href, sentence, at, isViewed }) => (
    <a
      key={id}
      className={isViewed ? 'notice-link' : 'notice-link new'}
      href={href}
      dir="auto"
      onClick={() => void (isViewed || markViewed(id).catch(reportError))}
    >
      {isViewed ? null : <span className="sr">New: </span>}
      {sentence}
      <span className="meta soft">
        <Time at={at} now={now} />
      </span>
    </a>
  ))
}

/** The number on the app's icon, where a browser has one. */
function useBadge(unread: number): void {
  useEffect(() => {
    // It says nothing to the reader when it fails: there is no icon, or the browser does not want
    // it.
    if (unread > 0) void navigator.setAppBadge?.(unread).catch(() => undefined)
    else void navigator.clearAppBadge?.().catch(() => undefined)
  }, [unread])
}

/** "(3) " before the page's own title. */
function useTitleCount(unread: number): void {
  const { answer } = useCurrentPage()
  useEffect(() => {
    // After the page has set its own (web/app/frame.tsx).
    const timer = setTimeout(() => {
      const own = document.title.replace(/^\(\d+\) /u, '')
      document.title = unread === 0 ? own : `(${unread}) ${own}`
    })
    return () => clearTimeout(timer)
  }, [unread, answer])
}
