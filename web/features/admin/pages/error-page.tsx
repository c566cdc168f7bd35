import type { ErrorEvent } from '#shared/reports/schema.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { ActionForm } from '../../../blocks/forms/action-form.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadError } from '../error.load.ts'
import { Bars } from '../parts/bars.tsx'
import { Facts } from '../parts/facts.tsx'
import { Stack } from '../parts/stack.tsx'
import '../admin-styles.ts'

/** One group of errors and one of its events. */
export default function ErrorPage() {
  const { group, event, kept, older, newer } = usePage<typeof loadError>()
  const now = useNow()
  return (
    <div className="reports">
      <p className="meta">
        <a href={reportLinks.errorGroups({ state: group.state === 'resolved' ? 'resolved' : undefined })}>Errors</a>
      </p>
      <h1 className="page-title" dir="auto">
        {group.title}
      </h1>
      <p className="meta soft report-facts">
        {group.culprit === '' ? null : <bdi>{group.culprit}</bdi>}
        <span>{counted(group.count, 'time')}</span>
        <span>
          last seen <Time at={group.lastSeenAt} now={now} />
        </span>
        <span>
          first seen <Time at={group.firstSeenAt} now={now} />
        </span>
        <span>{group.state}</span>
      </p>
      <div className="acts page-acts">
        <ActionForm
          className="btn"
          name="reports.resolveError"
          about={{ id: group.id, resolved: group.state === 'open' ? 'yes' : 'no' }}
          of={group.title}
        >
          {group.state === 'open' ? 'Resolve' : 'Reopen'}
        </ActionForm>
      </div>
      <Bars days={group.days} of="times" />
      <nav className="meta report-tools" aria-label="Events">
        <span className="soft">{kept === 0 ? 'No events stored.' : `${counted(kept, 'event')} kept.`}</span>
        {newer === null ? null : <a href={newer}>Newer</a>}
        {older === null ? null : <a href={older}>Older</a>}
      </nav>
      {event === null ? <p className="empty">This event is no longer stored.</p> : <Event event={event} now={now} />}
    </div>
  )
}

function Event({ event, now }: { readonly event: ErrorEvent; readonly now: number | null }) {
  return (
    <>
      <Facts
        of={[
          ['Happened', <Time key="at" at={event.happenedAt} now={now} />],
          ['Release', event.release],
          ['Route', event.route],
          ['Address', event.url],
          ['Browser', event.browser],
          ['Digest', event.digest ?? ''],
          ['Event', event.id],
        ]}
      />
      <h2 className="section">Stack</h2>
      <Stack exceptions={event.exceptions} />
      {event.breadcrumbs.length === 0 ? null : (
        <>
          <h2 className="section">Breadcrumbs</h2>
          <ol className="crumbs">
            {event.breadcrumbs.map((crumb, at) => (
              <li key={at}>
                <span className="meta soft">
                  {crumb.at === null ? null : new Date(crumb.at).toISOString().slice(11, 19)} <bdi>{crumb.category}</bdi>
                  {crumb.level === '' || crumb.level === 'info' ? null : <bdi> {crumb.level}</bdi>}
                </span>{' '}
                <span dir="auto">{crumb.message}</span> {crumb.data === '' ? null : <code>{crumb.data}</code>}
              </li>
            ))}
          </ol>
        </>
      )}
      {event.tags.length === 0 ? null : (
        <>
          <h2 className="section">Tags</h2>
          <Facts of={event.tags} />
        </>
      )}
      {event.flags.length === 0 ? null : (
        <>
          <h2 className="section">Feature flags</h2>
          <Facts of={event.flags.map(([name, isOn]) => [name, isOn ? 'on' : 'off'])} />
        </>
      )}
    </>
  )
}
