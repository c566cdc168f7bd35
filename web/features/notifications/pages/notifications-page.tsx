import { useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import { noticeTabs } from '#shared/notifications/types.ts'
import { signed } from '#shared/notifications/words.ts'
import { FollowButton } from '../../../blocks/follow/follow-button.tsx'
import { counted } from '../../../blocks/counts.ts'
import { useUnreadConversations } from '../../../blocks/messages/use-unread-conversations.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useIsOnline } from '../../../data/connection.ts'
import { usePage } from '../../../data/page.ts'
import { useSendForm } from '../../../data/send-form.ts'
import { useViewer } from '../../../data/viewer.ts'
import { useNow } from '../../../ui/clock.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { Time } from '../../../ui/time.tsx'
import type { NoticeView } from '../../../blocks/bell/notice-view.ts'
import type { loadNotifications } from '../notifications.load.ts'
import { useFreshPage } from '../../../data/use-fresh-page.ts'
import { KarmaList } from '../parts/karma-list.tsx'
import { NoticeSettingsForm } from '../parts/notice-settings-form.tsx'

type Page = ReturnType<typeof usePage<typeof loadNotifications>>

const tabWords = {
  all: 'All',
  posts: 'New posts',
  comments: 'Comments',
  messages: 'Messages',
  other: 'Other',
  karma: 'Karma',
  settings: 'Settings',
} as const

/** Whose change makes the page another. */
const kindOf: Readonly<Record<Page['tab'], string>> = {
  ...{ all: 'notifications', posts: 'notifications', comments: 'notifications', messages: 'notifications', other: 'notifications' },
  karma: 'karma_news',
  settings: 'notice_settings',
}

/** What somebody was told, newest first, and how they want to be told. */
export default function NotificationsPage() {
  const page = usePage<typeof loadNotifications>()
  const { tab, settings } = page
  useFreshPage(kindOf[tab])
  useEffect(() => {
    const at = window.scrollY
    import('../../../blocks/bell/bell-styles.ts')
      .then(() => {
        // The table has another height by now; the setting that the address names stays in sight.
        if (window.scrollY === at) document.querySelector('.notices :target')?.scrollIntoView()
      })
      .catch(reportError)
  }, [])
  return (
    <div className="notices">
      <h1 className="page-title">Notifications</h1>
      <Tabs
        label="Notifications"
        tabs={(['all', ...noticeTabs, 'karma', 'settings'] as const).map((name) => ({
          href: links.notices({ tab: name === 'all' ? undefined : name }),
          word: tabWords[name],
          isCurrent: name === tab,
        }))}
      />
      {tab === 'karma' ? <KarmaList karma={page.karma} /> : null}
      {settings !== null ? <NoticeSettingsForm settings={settings} /> : null}
      {tab !== 'karma' && settings === null ? <List page={page} /> : null}
    </div>
  )
}

function List({ page: { views, newestAt, more, tab, karma } }: { readonly page: Page }) {
  const now = useNow()
  const isOnline = useIsOnline()
  const unread = views.filter(({ isViewed }) => !isViewed).length
  return (
    <>
      <div className="notices-head">
        {unread > 0 ? <MarkAll upTo={newestAt} /> : null}
        {karma === null || karma.isSeen ? null : (
          <p>
            <a href={links.notices({ tab: 'karma' })}>{`Karma ${signed(karma.sum)}`}</a>
          </p>
        )}
        <p>
          <a href={links.manageSubscriptions()}>Subscriptions</a>
        </p>
        <MessagesLink />
      </div>
      {isOnline ? null : <p className="meta soft">You’re offline. New notifications will load when you’re back online.</p>}
      {views.length === 0 ? (
        <p className="empty">
          {tab === 'all'
            ? 'No notifications yet. Replies to you and new posts from people you follow will appear here.'
            : 'No notifications of this kind yet.'}{' '}
          <a href={links.front()}>Find something to read</a>
        </p>
      ) : (
        <ul className="plain-list places">
          {views.map((view) => (
            <NoticeRow key={view.id} view={view} now={now} />
          ))}
        </ul>
      )}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More notifications</MoreLink>
        </p>
      )}
    </>
  )
}

/** On a phone the number of what is new leads here, and counts conversations too. */
function MessagesLink() {
  const viewer = useViewer()
  const unread = useUnreadConversations(viewer.kind === 'member' ? viewer.userId : '')
  return (
    <p>
      <a href={links.inbox()}>{unread === 0 ? 'Messages' : `New messages in ${counted(unread, 'conversation')}`}</a>
    </p>
  )
}

/** With a script on the device, also without a network; without one as a form. */
function MarkAll({ upTo }: { readonly upTo: number }) {
  const { form, from } = useSendForm('notifications.markAllViewed')
  const [message, setMessage] = useState<string | null>(null)
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        import('../../../blocks/bell/notice-actions.ts').then(({ markAll }) => markAll(upTo)).then(setMessage, reportError)
      }}
    >
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="upTo" value={upTo} />
      <button className="btn">Mark all as read</button>
      <span role="status" className="meta soft">
        {message}
      </span>
    </form>
  )
}

interface NoticeRowProps {
  readonly view: NoticeView
  readonly now: number | null
}

function NoticeRow({ view, now }: NoticeRowProps) {
  const { id, sentence, href, reason, text, at, isViewed, threadId } = view
  const set = (next: boolean) =>
    void import('../../../blocks/bell/notice-actions.ts').then(({ markViewed }) => markViewed(id, next)).catch(reportError)
  return (
    <li className={isViewed ? 'notice-row' : 'notice-row new'}>
      <h2 className="row-title">
        {isViewed ? null : <span className="sr">New: </span>}
        <a href={href} dir="auto" onClick={() => (isViewed ? undefined : set(true))}>
          {sentence}
        </a>
      </h2>
      {text === '' ? null : (
        <p className="place-words" dir="auto">
          {text}
        </p>
      )}
      <p className="meta soft">
        <Time at={at} now={now} /> · because {reason}
      </p>
      <div className="notice-acts">
        <button type="button" className="btn quiet live-only" onClick={() => set(!isViewed)}>
          {isViewed ? 'Mark as new' : 'Mark as read'}
          <span className="sr">: {sentence}</span>
        </button>
        {threadId === null ? null : <FollowButton kind="thread" id={threadId} name={sentence} />}
      </div>
    </li>
  )
}
