import { links } from '#shared/links.ts'
import { useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'

/**
 * The secret address of one's own calendar. Plain forms: the address is in one answer and nowhere
 * else. @param madeAt `null`: there is none.
 */
export function CalendarAddress({ madeAt }: { readonly madeAt: number | null }) {
  const now = useNow()
  const made = useRefusedForm('calendars.renew')?.values['madeCalendar']
  const from = <input type="hidden" name="from" value={links.account('calendar')} />
  return (
    <>
      <p className="soft">
        Subscribe in your calendar app to the events you organize and those you answered “Going” or “Maybe”. Anyone who has the address can
        see them.
      </p>
      {made === undefined ? null : (
        <div className="field" role="status">
          <label htmlFor="made-calendar">
            <b>Your calendar’s address</b>
          </label>
          <p className="hint-line" id="made-calendar-hint">
            Copy it now: you won’t see it again.
          </p>
          <input id="made-calendar" className="input" readOnly value={made} spellCheck={false} aria-describedby="made-calendar-hint" />
          <p>
            <a href={made}>Open in your calendar app</a>
          </p>
        </div>
      )}
      {madeAt === null ? (
        <form method="post" action={links.form('calendars.renew')}>
          {from}
          <button className="btn primary">Create an address</button>
        </form>
      ) : (
        <section className="after-form" aria-labelledby="calendar-title">
          <h2 className="section" id="calendar-title">
            {made === undefined ? 'You have an address' : 'Replace or revoke it'}
          </h2>
          <p className="soft">
            Created <Time at={madeAt} now={now} />. It stops working when you make a new one, revoke it, change your password or sign out
            everywhere else.
          </p>
          <div className="compose-acts">
            <form method="post" action={links.form('calendars.renew')}>
              {from}
              <button className="btn">Make a new address</button>
            </form>
            <form method="post" action={links.form('calendars.end')}>
              {from}
              <button className="btn quiet" aria-label="Revoke your calendar’s address">
                Revoke
              </button>
            </form>
          </div>
        </section>
      )}
    </>
  )
}
