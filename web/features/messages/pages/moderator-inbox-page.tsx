import type { ComponentProps } from 'react'
import { useEffect, useId } from 'react'
import { links } from '#shared/links.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { RecipientsField } from '../../../blocks/messages/recipients-field.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useFreshPage } from '../../../data/use-fresh-page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadModeratorInbox } from '../moderator-inbox.load.ts'
import { ConversationView } from '../parts/conversation-view.tsx'
import { newMessages } from '../parts/message-form.tsx'
import { ReadingForm } from '../parts/staff-reading.tsx'
import { TemplatePicker } from '../parts/template-picker.tsx'

/** What the moderators write to members, and what they answer: every moderator has all of it. */
export default function ModeratorInboxPage() {
  const { shown, templates, draft } = usePage<typeof loadModeratorInbox>()
  useFreshPage('messages')
  useEffect(() => {
    import('../../../blocks/messages/messages-styles.ts').catch(reportError)
  }, [])
  return (
    <div className={shown.kind === 'none' ? 'inbox' : 'inbox open'}>
      <Conversations />
      {shown.kind === 'none' ? null : (
        <section className="inbox-open" aria-label="Conversation">
          <p className="inbox-back">
            <a href={links.moderatorInbox()}>All conversations</a>
          </p>
          {shown.kind === 'open' ? (
            <ConversationView key={shown.id} conversation={shown} draft={draft} templates={templates} />
          ) : shown.kind === 'new' ? (
            <NewConversation key={shown.to} />
          ) : (
            <Absent asked={shown.asked} />
          )}
        </section>
      )}
    </div>
  )
}

function Absent({ asked }: { readonly asked: ComponentProps<typeof ReadingForm>['asked'] | null }) {
  return (
    <>
      <p className="empty">This conversation doesn’t exist, or isn’t one of the moderators’.</p>
      {asked === null ? null : <ReadingForm asked={asked} />}
    </>
  )
}

function Conversations() {
  const { rows, shown, user, isNobody, more } = usePage<typeof loadModeratorInbox>()
  const now = useNow()
  return (
    <div className="inbox-list">
      <h1 className="page-title">Moderator inbox</h1>
      <p className="acts">
        <a className="btn" href={links.moderatorInbox({ compose: 'new', to: user || undefined })}>
          New conversation
        </a>
        <a href={links.inbox()}>Own messages</a>
      </p>
      <form className="inbox-filter" action={links.moderatorInbox()} method="get" role="search" aria-label="Conversations" key={user}>
        <label className="field">
          <span>With member</span>
          <input className="input" name="user" defaultValue={user} maxLength={80} autoComplete="off" />
        </label>
        <button className="btn">Show</button>
        {user === '' ? null : <a href={links.moderatorInbox()}>Show all</a>}
      </form>
      {rows.length === 0 ? (
        <p className="empty">
          {isNobody
            ? 'No member has that name.'
            : user === ''
              ? 'No conversations yet. Start one to write to a member as the moderators.'
              : 'No conversations with this member.'}
        </p>
      ) : (
        <ul className="plain-list">
          {rows.map(({ id, title, excerpt, by, at, isAnswered, isEvent }) => (
            <li
              key={id}
              className={isAnswered || isEvent ? 'conversation-row' : 'conversation-row new'}
              aria-current={shown.kind === 'open' && shown.id === id ? 'true' : undefined}
            >
              <span className="row-title" dir="auto">
                <a href={links.moderatorInbox({ conversation: id, user: user || undefined })}>{title}</a>
              </span>
              <span className="meta soft">
                {' '}
                <Time at={at} now={now} />
                {isAnswered || isEvent ? '' : ' · Not answered'}
              </span>
              <p className="soft" dir="auto">
                {isEvent ? '' : `${by}: `}
                {excerpt}
              </p>
            </li>
          ))}
        </ul>
      )}
      {more === null ? null : <MoreLink href={more}>Load more</MoreLink>}
    </div>
  )
}

/** Whom it is to first, since the templates say the name. */
function NewConversation() {
  const { shown, templates, draft } = usePage<typeof loadModeratorInbox>()
  const [toId, titleId, fieldId] = [useId(), useId(), useId()]
  const navigate = useNavigate()
  const refused = useRefusedForm('conversations.beginAsModerators', {})
  if (shown.kind !== 'new') return null
  const { to, isNobody } = shown
  if ((to === '' || isNobody) && refused === null)
    return (
      <>
        <h2 className="section">New conversation</h2>
        <form action={links.moderatorInbox()} method="get">
          <input type="hidden" name="compose" value="new" />
          <RecipientsField
            {...{ id: toId, label: 'To', defaultValue: to, messages: newMessages }}
            error={isNobody ? { code: 'invalid', reason: null, field: 'to', retryAfterMs: null } : null}
            required
          />
          <button className="btn primary">Continue</button>
        </form>
      </>
    )
  return (
    <>
      <h2 className="section">New conversation</h2>
      <p className="notice-line">Every moderator can read this conversation and answer in it.</p>
      <MutationForm name="conversations.beginAsModerators" about={{}} messages={newMessages} onDone={(location) => navigate(location)}>
        <RecipientsField id={toId} label="To" defaultValue={refused?.values['to'] ?? to} required />
        <TextField
          {...{ id: titleId, name: 'title', label: 'Title (optional)', maxLength: 200, dir: 'auto', autoComplete: 'off' }}
          defaultValue={refused?.values['title'] ?? ''}
        />
        <TemplatePicker
          groups={templates}
          fieldId={fieldId}
          hrefOf={(templateId) => links.moderatorInbox({ compose: 'new', to, templateId })}
        />
        <TextField
          {...{ id: fieldId, name: 'markdown', label: 'Message', rows: 8, maxLength: 100_000, dir: 'auto' }}
          defaultValue={refused?.values['markdown'] ?? draft}
          required
        />
        <button className="btn primary">Send</button>
      </MutationForm>
    </>
  )
}
