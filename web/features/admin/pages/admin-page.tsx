import { moderationLinks } from '#shared/moderation/links.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { usePage } from '../../../data/page.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { loadAdmin } from '../admin.load.ts'
import { EndSessionsForm } from '../parts/end-sessions-form.tsx'
import '../admin-styles.ts'

export default function AdminPage() {
  const { openErrors, openFeedback, hasEndedSessions } = usePage<typeof loadAdmin>()
  return (
    <div className="narrow reports">
      <h1 className="page-title">Administration</h1>
      {hasEndedSessions ? <Notice>They’re signed out everywhere and can sign in again.</Notice> : null}
      <ul className="plain-list">
        <li>
          <p className="row-title">
            <a href={reportLinks.errorGroups()}>Errors</a>
          </p>
          <p className="meta soft">{openErrors === 0 ? 'No open errors.' : `${counted(openErrors, 'open group')}.`}</p>
        </li>
        <li>
          <p className="row-title">
            <a href={reportLinks.feedback()}>Feedback</a>
          </p>
          <p className="meta soft">{openFeedback === 0 ? 'No open items.' : `${counted(openFeedback, 'message')} open.`}</p>
        </li>
        <li>
          <p className="row-title">
            <a href={reportLinks.health()}>Health</a>
          </p>
          <p className="meta soft">Response times and load.</p>
        </li>
        <li>
          <p className="row-title">
            <a href={moderationLinks.audit()}>Audit log</a>
          </p>
          <p className="meta soft">What moderators and administrators did.</p>
        </li>
      </ul>
      <section className="after-form" aria-labelledby="sign-out-title">
        <h2 className="section" id="sign-out-title">
          Sign a member out
        </h2>
        <EndSessionsForm />
      </section>
    </div>
  )
}
