import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { usePage } from '../../../data/page.ts'
import { MailedLinkForm } from '../parts/mailed-link-form.tsx'
import { useSendForm } from '../../../data/send-form.ts'
import { longDate } from '../../../ui/time-words.ts'
import type { loadToken } from '../sign-in.load.ts'

/** A link from a mail. It does nothing until somebody presses: mail scanners open links as well. */
export default function EmailTokenPage() {
  const page = usePage<typeof loadToken>()
  if (page.isSpent) return <SpentLink use={page.use} />
  return page.use === 'sign-in' ? <MailedLinkForm token={page.token} /> : <ConfirmForm {...page} use={page.use} />
}

type Page = ReturnType<typeof usePage<typeof loadToken>>

function SpentLink({ use }: Pick<Page, 'use'>) {
  return (
    <div className="narrow account-forms">
      <h1 className="page-title">This link no longer works</h1>
      <p className="stand">
        {use === 'reopen' ? 'It was used or has expired.' : 'It was used, has expired, or was replaced by a newer email.'}
        {use === 'email' ? ' If you used it before, your address is already confirmed.' : null}
      </p>
      <p className="acts">
        {use === 'email' ? (
          <a className="btn primary" href={links.resendVerification()}>
            Send a new link
          </a>
        ) : null}
        {use === 'reopen' || use === 'sign-in' ? (
          <a className="btn primary" href={links.login()}>
            Sign in
          </a>
        ) : (
          <a className="btn quiet" href={links.account()}>
            Your account
          </a>
        )}
      </p>
    </div>
  )
}

/** What `accounts.useToken` does: signing in has a form of its own. */
type Use = Exclude<Page['use'], 'sign-in'>

const words: Readonly<Record<Use, { readonly action: string; readonly about: string }>> = {
  email: { action: 'Confirm', about: 'Press the button to confirm this email address for your account.' },
  'new-address': {
    action: 'Confirm new address',
    about: 'Press the button to use this address for your account. Your old address can undo this for 7 days.',
  },
  'old-address': {
    action: 'Take my account back',
    about: 'Press the button to use this address for your account again. You’re signed out everywhere, and choose a new password.',
  },
  reopen: {
    action: 'Bring my account back',
    about: 'Your account is closed: your profile and name are hidden. Press the button to bring everything back as it was.',
  },
}

function ConfirmForm({ title, token, use, endsOn }: Page & { readonly use: Use }) {
  const { form, error, state, isSending, from } = useSendForm('accounts.useToken')
  return (
    <div className="narrow account-forms">
      <h1 className="page-title">{title}</h1>
      <form className="fields" {...form}>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="from" value={from} />
        <Refusal error={error} isNotSent={state.kind === 'not-sent'} />
        <p>{words[use].about}</p>
        {use === 'reopen' && endsOn !== null ? <p>Otherwise it will be deleted for good on {longDate(Date.parse(endsOn))}.</p> : null}
        <div className="compose-acts">
          <button className="btn primary" aria-disabled={isSending || undefined}>
            {words[use].action}
          </button>
          {use === 'reopen' ? null : (
            <a className="btn quiet" href={links.account()}>
              Your account
            </a>
          )}
        </div>
      </form>
    </div>
  )
}
