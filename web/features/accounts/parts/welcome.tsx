import { links } from '#shared/links.ts'
import { Notice } from '../../../ui/notice.tsx'

interface WelcomeProps {
  /** `null`: confirmed already. */
  readonly email: string | null
  readonly hasDevInbox: boolean
}

/** The mail to look for, and how one writes here. */
export function Welcome({ email, hasDevInbox }: WelcomeProps) {
  return (
    <>
      {email === null ? null : (
        <Notice kind="warm">
          <p>
            <b>Check your email.</b> We sent a link to <bdi>{email}</bdi>. Open it to confirm the address; it expires in 7 days.
          </p>
          <p>
            {hasDevInbox ? (
              <>
                This is a test site: the email is in the <a href={links.devInbox()}>development inbox</a>.
              </>
            ) : (
              <>
                Nothing there? Look in your spam folder, or <a href={links.resendVerification()}>resend it</a>.
              </>
            )}
          </p>
        </Notice>
      )}
      <p>
        Before you write, read <a href={links.about()}>what this site is for and how we talk</a>. The <a href={links.faq()}>FAQ</a> explains
        votes, posts and notifications.
      </p>
    </>
  )
}
