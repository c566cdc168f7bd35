import { links } from '#shared/links.ts'
import type { SessionFacts } from '#shared/pages/page-data.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'

/** Browsers that are signed in, each with a way to sign it out. */
export function SessionList({ sessions }: { readonly sessions: readonly SessionFacts[] }) {
  const now = useNow()
  return (
    <>
      <ul className="plain-list">
        {sessions.map((session) => (
          <li key={session.id} className="session">
            <div>
              <b>{session.label}</b>
              {session.isCurrent ? <span className="soft">, this browser</span> : null}
              <p className="meta soft">
                Signed in <Time at={session.createdAt} now={now} />, last seen <Time at={session.lastSeenAt} now={now} />
              </p>
            </div>
            {session.isCurrent ? null : (
              <form method="post" action={links.form('accounts.endSession')}>
                <input type="hidden" name="sessionId" value={session.id} />
                <input type="hidden" name="from" value={links.account('sessions')} />
                <button className="btn quiet" aria-label={`Sign out ${session.label}`}>
                  Sign out
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length < 2 ? null : (
        <form className="after-form" method="post" action={links.form('accounts.endOtherSessions')}>
          <input type="hidden" name="from" value={links.account('sessions')} />
          <button className="btn">Sign out everywhere else</button>
        </form>
      )}
    </>
  )
}
