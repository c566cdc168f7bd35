import { useEffect } from 'react'
import { links } from '#shared/links.ts'
import { signed } from '#shared/notifications/words.ts'
import type { KarmaView } from '../../../blocks/bell/karma-view.ts'
import { useSendForm } from '../../../data/send-form.ts'
import { shortDate } from '../../../ui/time-words.ts'

/**
 * What the votes on one's work came to. With a script, seeing it is having seen it; without one
 * there is a button.
 */
export function KarmaList({ karma }: { readonly karma: KarmaView | null }) {
  const upTo = karma === null || karma.isSeen ? null : karma.at
  useEffect(() => {
    if (upTo !== null) import('../../../blocks/bell/notice-actions.ts').then(({ markKarma }) => markKarma(upTo)).catch(reportError)
  }, [upTo])
  if (karma === null)
    return (
      <p className="empty">
        No karma changes yet. They appear here at the time you choose in{' '}
        <a href={links.notices({ tab: 'settings' })}>notification settings</a>.
      </p>
    )
  return (
    <section aria-labelledby="karma-title">
      <h2 className="section" id="karma-title">
        {signed(karma.sum)} {/* No age takes this date's place (web/app/ages.inline.js). */}
        <time dateTime={new Date(karma.since).toISOString()}>since {shortDate(karma.since)}</time>
      </h2>
      {upTo === null ? null : <SeenForm upTo={upTo} />}
      <ul className="plain-list karma-list">
        {karma.items.map(({ id, by, words, href }) => (
          <li key={id}>
            <span className="nums">{signed(by)}</span>
            <a href={href} dir="auto">
              {words}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SeenForm({ upTo }: { readonly upTo: number }) {
  const { form, from } = useSendForm('notifications.seeKarma')
  return (
    <form {...form} className="no-js">
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="upTo" value={upTo} />
      <button className="btn">Mark as read</button>
    </form>
  )
}
