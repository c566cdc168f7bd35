import { noticeFlags } from '#shared/notifications/settings.ts'
import { links } from '#shared/links.ts'
import type { FirstNoticesView } from '../onboarding.load.ts'

interface FirstNoticesProps {
  readonly notices: FirstNoticesView
  readonly returnTo: string
}

const boxes = [
  ['ownPosts', noticeFlags.ownPosts.label],
  ['ownComments', noticeFlags.ownComments.label],
  ['curated', 'Follow posts that the moderators recommend'],
  ['emails', 'Send notifications by email too'],
] as const

/** The few choices that matter at first. A plain form with a script too, as in `GoTo`. */
export function FirstNotices({ notices, returnTo }: FirstNoticesProps) {
  return (
    <form method="post" action={links.form('onboarding.chooseNotices')} className="fields">
      <input type="hidden" name="returnTo" value={returnTo} />
      <div>
        {boxes.map(([name, word]) => (
          <p key={name} className="check">
            <input id={`first-${name}`} name={name} type="checkbox" defaultChecked={notices[name]} />
            <label htmlFor={`first-${name}`}>{word}</label>
          </p>
        ))}
      </div>
      <p className="hint-line">
        Emails about your account always come. Each kind of notification can be changed in{' '}
        <a href={links.notices({ tab: 'settings' })}>notification settings</a>.
      </p>
      <div className="compose-acts">
        <button className="btn primary">Save and finish</button>
      </div>
    </form>
  )
}
