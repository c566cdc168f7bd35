import { menuOf } from '../../../data/menu.ts'
import { usePage } from '../../../data/page.ts'
import { useViewer } from '../../../data/viewer.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { loadAdmin } from '../admin.load.ts'
import { EndSessionsForm } from '../parts/end-sessions-form.tsx'
import '../admin-styles.ts'

export default function AdminPage() {
  const { notes, hasEndedSessions } = usePage<typeof loadAdmin>()
  const viewer = useViewer()
  return (
    <div className="narrow reports">
      <h1 className="page-title">Administration</h1>
      {hasEndedSessions ? <Notice>They’re signed out everywhere and can sign in again.</Notice> : null}
      <ul className="plain-list">
        {menuOf('administration', { viewer }).map(({ href, word }) => (
          <li key={href}>
            <p className="row-title">
              <a href={href}>{word}</a>
            </p>
            <p className="meta soft">{notes[href]}</p>
          </li>
        ))}
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
