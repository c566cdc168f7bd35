import { reportLinks } from '#shared/reports/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { usePage } from '../../../data/page.ts'
import type { loadAdmin } from '../admin.load.ts'
import '../admin-styles.ts'

export default function AdminPage() {
  const { openErrors, openFeedback } = usePage<typeof loadAdmin>()
  return (
    <div className="narrow reports">
      <h1 className="page-title">Administration</h1>
      <ul className="plain-list">
        <li>
          <p className="row-title">
            <a href={reportLinks.errorGroups()}>Errors</a>
          </p>
          <p className="meta soft">{openErrors === 0 ? 'None is open.' : `${counted(openErrors, 'open group')}.`}</p>
        </li>
        <li>
          <p className="row-title">
            <a href={reportLinks.feedback()}>Feedback</a>
          </p>
          <p className="meta soft">{openFeedback === 0 ? 'All is dealt with.' : `${counted(openFeedback, 'message')} to deal with.`}</p>
        </li>
        <li>
          <p className="row-title">
            <a href={reportLinks.health()}>Health</a>
          </p>
          <p className="meta soft">How quickly it answers, and what it has to do.</p>
        </li>
      </ul>
    </div>
  )
}
