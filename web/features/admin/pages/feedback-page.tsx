import { reportLinks } from '#shared/reports/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { Time } from '../../../ui/time.tsx'
import type { loadFeedback } from '../feedback.load.ts'
import { ActionButton } from '../parts/action-button.tsx'
import '../admin-styles.ts'

/** What people wrote with the feedback button. */
export default function FeedbackPage() {
  const { state, open, done, messages, more } = usePage<typeof loadFeedback>()
  const now = useNow()
  return (
    <div className="reports">
      <h1 className="page-title">Feedback</h1>
      <Tabs
        label="Feedback"
        tabs={[
          { href: reportLinks.feedback(), word: `Open (${open})`, isCurrent: state === 'open' },
          { href: reportLinks.feedback({ state: 'done' }), word: `Done (${done})`, isCurrent: state === 'done' },
        ]}
      />
      {messages.length === 0 ? (
        <p className="empty">{state === 'open' ? 'No open items.' : 'Nothing is done yet.'}</p>
      ) : (
        <ul className="plain-list">
          {messages.map(({ id, at, name, email, message, hasScreenshot, hasError, answers, route, assignee }) => (
            <li key={id} className="report">
              <p className="meta report-facts">
                <a href={reportLinks.feedbackMessage(id)}>
                  <bdi className="who">{name === '' ? (email === '' ? 'Anonymous' : email) : name}</bdi>
                </a>
                <Time at={at} now={now} />
                {route === '' ? null : <bdi>{route}</bdi>}
                {hasScreenshot ? <span>with a screenshot</span> : null}
                {hasError ? <span>about an error</span> : null}
                {assignee === null ? null : (
                  <span>
                    assigned to <bdi>{assignee}</bdi>
                  </span>
                )}
                {answers === 0 ? null : <span>{counted(answers, 'answer')}</span>}
              </p>
              <p className="said clamp" dir="auto">
                {message}
              </p>
              <div className="report-side">
                <ActionButton
                  mutation="reports.settleFeedback"
                  fields={{ id, done: state === 'open' ? 'yes' : 'no' }}
                  of={message.slice(0, 60)}
                  isQuiet
                >
                  {state === 'open' ? 'Mark done' : 'Reopen'}
                </ActionButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      {more === null ? null : <MoreLink href={more}>More feedback</MoreLink>}
    </div>
  )
}
