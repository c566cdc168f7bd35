import { accountLimits } from '#shared/accounts/rules.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { usePage } from '../../../data/page.ts'
import { useSendForm } from '../../../data/send-form.ts'
import { ResetForm } from '../parts/reset-form.tsx'
import type { loadToken } from '../sign-in.load.ts'

export default function ResetPasswordPage() {
  const { token, isSpent, hasDevInbox } = usePage<typeof loadToken>()
  return isSpent ? <SpentLink hasDevInbox={hasDevInbox} /> : <NewPassword token={token} />
}

/** Said before anything is typed, with the form that sends a new link. */
function SpentLink({ hasDevInbox }: { readonly hasDevInbox: boolean }) {
  return (
    <div className="narrow account-forms">
      <h1 className="page-title">This link no longer works</h1>
      <p className="stand">
        It was used, has expired, or was replaced by a newer email. Your password hasn’t changed. Request a new link here:
      </p>
      <ResetForm hasDevInbox={hasDevInbox} />
    </div>
  )
}

function NewPassword({ token }: { readonly token: string }) {
  const { form, error, state, isSending, from } = useSendForm('accounts.resetPassword')
  return (
    <div className="narrow account-forms">
      <h1 className="page-title">Choose a new password</h1>
      <form className="fields" {...form}>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="from" value={from} />
        <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ password: 'password' }} />
        <TextField
          id="password"
          name="password"
          label="New password"
          hint={`At least ${accountLimits.password.min} characters. You’ll be signed out everywhere.`}
          type="password"
          autoComplete="new-password"
          required
          minLength={accountLimits.password.min}
          maxLength={accountLimits.password.max}
          error={error}
        />
        <div className="compose-acts">
          <button className="btn primary" aria-disabled={isSending || undefined}>
            Set new password
          </button>
        </div>
      </form>
    </div>
  )
}
