import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { useSite } from '../../../data/site.ts'

/** @param email where the operator reads letters; `null`: none is named. */
export function ContactText({ email }: { readonly email: string | null }) {
  const { name } = useSite()
  return (
    <>
      <h1 className="title">Contact</h1>
      <div className="essay">
        {email === null ? null : (
          <p>
            You can write to the people who run {name} at <a href={`mailto:${email}`}>{email}</a>.
          </p>
        )}
        <h2>Something is broken, or could be better</h2>
        <p>
          Use “Send feedback” in the menu of any page. You can mark up a screenshot and leave an email address if you want an answer.
          Without a network, your message is saved on your device and sent later.
        </p>
        <h2>A post or comment breaks the norms</h2>
        <p>
          Sign in and choose “Report” in its menu. Only moderators see the report. What moderators have done is public in the{' '}
          <a href={moderationLinks.log()}>moderation log</a>.
        </p>
        <h2>Your account</h2>
        <p>
          You can change your name, email address and password on your <a href={links.account()}>account page</a>. If you can’t sign in,{' '}
          <a href={links.login({ mode: 'reset' })}>reset your password</a>.
        </p>
      </div>
    </>
  )
}
