import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { usePage } from '../../../data/page.ts'
import { useSendForm } from '../../../data/send-form.ts'
import type { loadToken } from '../sign-in.load.ts'

/** A link from a mail. It does nothing until somebody presses: mail scanners open links as well. */
export default function EmailTokenPage() {
  const { token, isSpent } = usePage<typeof loadToken>()
  return isSpent ? <SpentLink /> : <ConfirmForm token={token} />
}

function SpentLink() {
  return (
    <div className="narrow account-forms">
      <h1 className="page-title">This link no longer works</h1>
      <p className="stand">
        It was used, has expired, or was replaced by a newer email. If you used it before, your address is already confirmed.
      </p>
      <p className="acts">
        <a className="btn primary" href={links.resendVerification()}>
          Send a new link
        </a>
        <a className="btn quiet" href={links.account()}>
          Your account
        </a>
      </p>
    </div>
  )
}

function ConfirmForm({ token }: { readonly token: string }) {
  const { form, error, state, isSending, from } = useSendForm('accounts.useToken')
  return (
    <div className="narrow account-forms">
      <h1 className="page-title">Confirm your email</h1>
      <form className="fields" {...form}>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="from" value={from} />
        <Refusal error={error} isNotSent={state.kind === 'not-sent'} />
        <p>Press the button to confirm this email address for your account.</p>
        <div className="compose-acts">
          <button className="btn primary" aria-disabled={isSending || undefined}>
            Confirm
          </button>
          <a className="btn quiet" href={links.account()}>
            Your account
          </a>
        </div>
      </form>
    </div>
  )
}
