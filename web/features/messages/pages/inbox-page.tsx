import { useEffect } from 'react'
import { links } from '#shared/links.ts'
import { Pieces } from '../../../blocks/search-box/pieces.tsx'
import { RefusalWords, refusedFor } from '../../../blocks/forms/refusal-words.tsx'
import { usePage } from '../../../data/page.ts'
import { useFreshPage } from '../../../data/use-fresh-page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadInbox } from '../messages.load.ts'
import { ConversationView } from '../parts/conversation-view.tsx'
import { NewConversationForm } from '../parts/message-form.tsx'

/** What members write to each other: on the left all of it, on the right what is opened. */
export default function InboxPage() {
  const { shown, moderators } = usePage<typeof loadInbox>()
  useFreshPage('messages')
  useFreshPage('conversation_states')
  useEffect(() => {
    import('../../../blocks/messages/messages-styles.ts').catch(reportError)
  }, [])
  return (
    <div className={shown.kind === 'none' ? 'inbox' : 'inbox open'}>
      <Conversations />
      {shown.kind === 'none' ? null : (
        <section className="inbox-open" aria-label="Conversation">
          <p className="inbox-back">
            <a href={links.inbox()}>All messages</a>
          </p>
          {shown.kind === 'open' ? (
            <ConversationView key={shown.id} conversation={shown} />
          ) : shown.kind === 'new' ? (
            <>
              <h2 className="section">New conversation</h2>
              {moderators === undefined || shown.to === null ? null : (
                <p className="meta">
                  <a href={links.moderatorInbox({ compose: 'new', to: shown.to.slug })}>Write as the moderators instead</a>
                </p>
              )}
              {shown.refusal === null ? (
                <NewConversationForm key={shown.to?.id ?? ''} to={shown.to} />
              ) : (
                <p className="notice-line">
                  <RefusalWords of={refusedFor(shown.refusal)} />
                </p>
              )}
            </>
          ) : (
            <Absent />
          )}
        </section>
      )}
    </div>
  )
}

function Absent() {
  const { moderators, asked } = usePage<typeof loadInbox>()
  return (
    <p className="empty">
      This conversation doesn’t exist, or you don’t take part in it.
      {moderators === undefined || asked === undefined ? null : (
        <>
          {' '}
          <a href={links.moderatorInbox({ conversation: asked })}>Look for it as a moderator</a>
        </>
      )}
    </p>
  )
}

function Conversations() {
  const { rows, hits, isArchive, moderators } = usePage<typeof loadInbox>()
  return (
    <div className="inbox-list">
      <h1 className="page-title">Messages</h1>
      <p className="acts">
        <a className="btn" href={links.newConversation()}>
          New conversation
        </a>
        <a href={isArchive ? links.inbox() : links.inbox({ showArchive: true })}>{isArchive ? 'Back to messages' : 'Archived'}</a>
        {moderators === undefined ? null : (
          <a href={links.moderatorInbox()}>
            {moderators.unread === 0 ? 'Moderator inbox' : `Moderator inbox (${moderators.unread} unread)`}
          </a>
        )}
      </p>
      {rows.length === 0 && hits === undefined ? null : <Search />}
      {hits === undefined ? <Listed /> : <Hits />}
    </div>
  )
}

/** By a plain form: the device answers it without a network. */
function Search() {
  const { query = '' } = usePage<typeof loadInbox>()
  return (
    <form className="inbox-filter" action={links.inbox()} method="get" role="search" aria-label="Messages" key={query}>
      <label className="field">
        <span>Search messages</span>
        <input className="input" type="search" name="query" defaultValue={query} maxLength={100} dir="auto" autoComplete="off" required />
      </label>
      <button className="btn">Search</button>
      {query === '' ? null : <a href={links.inbox()}>Show all</a>}
    </form>
  )
}

function Hits() {
  const { query = '', hits = [] } = usePage<typeof loadInbox>()
  const now = useNow()
  return (
    <>
      <h2 className="section">
        Messages with “<bdi>{query}</bdi>”
      </h2>
      {hits.length === 0 ? (
        <p className="empty">Nothing found. The newest messages of each conversation are searched; try fewer words.</p>
      ) : (
        <ul className="plain-list">
          {hits.map(({ id, title, by, at, excerpt, href }) => (
            <li key={id} className="conversation-row">
              <span className="row-title" dir="auto">
                <a href={href}>{title}</a>
              </span>
              <span className="meta soft">
                {' '}
                <Time at={at} now={now} />
              </span>
              <p className="soft" dir="auto">
                {by}: <Pieces of={excerpt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Listed() {
  const { rows, shown, isArchive, more } = usePage<typeof loadInbox>()
  const now = useNow()
  return (
    <>
      {isArchive ? <h2 className="section">Archived</h2> : null}
      {rows.length === 0 ? (
        <p className="empty">
          {isArchive ? 'No archived conversations.' : 'No messages yet. Start a conversation to write to other members.'}
        </p>
      ) : (
        <ul className="plain-list">
          {rows.map(({ id, title, excerpt, isMine, at, isUnread, isMuted, isModerators }) => (
            <li
              key={id}
              className={isUnread ? 'conversation-row new' : 'conversation-row'}
              aria-current={shown.kind === 'open' && shown.id === id ? 'true' : undefined}
            >
              <span className="row-title" dir="auto">
                <a href={links.inbox({ conversation: id, ...(isArchive && { showArchive: true }) })}>{title}</a>
              </span>
              <span className="meta soft">
                {' '}
                <Time at={at} now={now} />
                {isModerators === undefined ? '' : ' · Moderators'}
                {isUnread ? ' · Unread' : ''}
                {isMuted ? ' · Muted' : ''}
              </span>
              <p className="soft" dir="auto">
                {isMine ? 'You: ' : ''}
                {excerpt}
              </p>
            </li>
          ))}
        </ul>
      )}
      {more === null ? null : (
        <p>
          <a className="btn" href={more}>
            Load more
          </a>
        </p>
      )}
    </>
  )
}
