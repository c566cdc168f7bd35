import { moderationLinks } from '#shared/moderation/links.ts'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadAudit } from '../audit.load.ts'
import '../moderation-styles.ts'

/** What the staff did; nothing here is ever changed or taken away. */
export default function AuditPage() {
  const { entries, more, by, about, isNobody } = usePage<typeof loadAudit>()
  const now = useNow()
  return (
    <div className="moderation-log">
      <h1 className="page-title">Audit log</h1>
      <form className="audit-filter" action={moderationLinks.audit()} method="get" role="search" aria-label="Audit log">
        <label className="field">
          <span>Done by</span>
          <input className="input" name="by" defaultValue={by} maxLength={80} autoComplete="off" />
        </label>
        <label className="field">
          <span>About member</span>
          <input className="input" name="about" defaultValue={about} maxLength={80} autoComplete="off" />
        </label>
        <button className="btn" type="submit">
          Show
        </button>
      </form>
      {entries.length === 0 ? (
        <p className="empty">{isNobody ? 'No member has that name.' : 'No entries.'}</p>
      ) : (
        <ul className="plain-list">
          {entries.map((entry) => (
            <li key={entry.id} className="log-row">
              <p className="meta">
                {entry.by === null ? <span>The server</span> : <PersonLink person={entry.by} />}
                <Time at={entry.at} now={now} />
                {entry.about === null ? null : (
                  <span>
                    about <PersonLink person={entry.about} />
                  </span>
                )}
              </p>
              <p className="row-title">{entry.act}</p>
              {entry.details.length === 0 && entry.targetId === null ? null : (
                <dl className="audit-facts">
                  {entry.targetId === null ? null : <Fact name="target" value={entry.targetId} />}
                  {entry.details.map(({ name, value }) => (
                    <Fact key={name} name={name} value={value} />
                  ))}
                </dl>
              )}
            </li>
          ))}
        </ul>
      )}
      {more === null ? null : <MoreLink href={more}>More entries</MoreLink>}
    </div>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  )
}
