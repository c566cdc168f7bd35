import { reportLinks } from '#shared/reports/links.ts'
import type { GroupSort } from '#shared/reports/queries.ts'
import { counted } from '../../../blocks/counts.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { ActionForm } from '../../../blocks/forms/action-form.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Time } from '../../../ui/time.tsx'
import type { GroupView, loadErrors } from '../errors.load.ts'
import { Bars } from '../parts/bars.tsx'
import '../admin-styles.ts'

const sortWords: Readonly<Record<GroupSort, string>> = { lastSeenAt: 'Last seen', firstSeenAt: 'First seen', count: 'Count' }
const sorts = ['lastSeenAt', 'firstSeenAt', 'count'] as const

/** Errors that browsers and this server have reported, grouped. */
export default function ErrorsPage() {
  const { state, sort, digest, open, resolved, days, groups, more } = usePage<typeof loadErrors>()
  const now = useNow()
  const address = (asked: { readonly state?: 'open' | 'resolved'; readonly sort?: GroupSort }) => {
    const next = { state, sort, ...asked }
    return reportLinks.errorGroups({
      state: next.state === 'resolved' ? next.state : undefined,
      sort: next.sort === 'lastSeenAt' ? undefined : next.sort,
    })
  }
  return (
    <div className="reports">
      <h1 className="page-title">Errors</h1>
      <Bars days={days} of="errors" />
      <Tabs
        label="Errors"
        tabs={[
          { href: address({ state: 'open' }), word: `Open (${open})`, isCurrent: state === 'open' },
          { href: address({ state: 'resolved' }), word: `Resolved (${resolved})`, isCurrent: state === 'resolved' },
        ]}
      />
      <div className="report-tools">
        <nav className="meta" aria-label="Order">
          {sorts.map((each) => (
            <a key={each} href={address({ sort: each })} aria-current={each === sort ? 'true' : undefined}>
              {sortWords[each]}
            </a>
          ))}
        </nav>
        <form action={reportLinks.errorGroups()} role="search" aria-label="Errors">
          <label className="sr" htmlFor="digest">
            Digest
          </label>
          <input className="input" id="digest" name="digest" defaultValue={digest} placeholder="Digest" autoComplete="off" maxLength={40} />
          <button className="btn">Find</button>
        </form>
      </div>
      {digest === '' ? null : (
        <Notice kind="warm">
          No error with the digest <bdi>{digest}</bdi> found.
        </Notice>
      )}
      {groups.length === 0 ? (
        <p className="empty">{state === 'open' ? 'No errors are open.' : 'No errors are resolved.'}</p>
      ) : (
        <ul className="plain-list">
          {groups.map((group) => (
            <GroupRow key={group.id} group={group} now={now} />
          ))}
        </ul>
      )}
      {more === null ? null : <MoreLink href={more}>More errors</MoreLink>}
    </div>
  )
}

function GroupRow({ group, now }: { readonly group: GroupView; readonly now: number | null }) {
  const { id, title, culprit, count, firstSeenAt, lastSeenAt, release, route, browser, platform, state } = group
  return (
    <li className="report">
      <p className="row-title" dir="auto">
        <a href={reportLinks.errorGroup(id)}>{title}</a>
      </p>
      {culprit === '' ? null : (
        <p className="meta soft">
          <bdi>{culprit}</bdi>
        </p>
      )}
      <p className="meta report-facts">
        <b className="nums">{counted(count, 'time')}</b>
        <span>
          last seen <Time at={lastSeenAt} now={now} />
        </span>
        <span>
          first seen <Time at={firstSeenAt} now={now} />
        </span>
        {[platform === 'server' ? 'on the server' : '', release, route, browser]
          .filter((fact) => fact !== '')
          .map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
      </p>
      <div className="report-side">
        <Bars days={group.days} of="times" isSmall />
        <ActionForm name="reports.resolveError" about={{ id, resolved: state === 'open' ? 'yes' : 'no' }} of={title}>
          {state === 'open' ? 'Resolve' : 'Reopen'}
        </ActionForm>
      </div>
    </li>
  )
}
