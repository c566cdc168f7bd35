import { accountLimits } from '#shared/accounts/rules.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { usePage } from '../../../data/page.ts'
import { useSendForm } from '../../../data/send-form.ts'
import type { loadToken } from '../sign-in.load.ts'

export default function ResetPasswordPage() {
  const { token } = usePage<typeof loadToken>()
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
          hint={`At least ${accountLimits.password.min} characters. Every browser that is signed in will be signed out.`}
          type="password"
          autoComplete="new-password"
          required
          minLength={accountLimits.password.min}
          maxLength={accountLimits.password.max}
          error={error}
        />
        <div className="compose-acts">
          <button className="btn primary" aria-disabled={isSending || undefined}>
            Set the password
          </button>
        </div>
      </form>
    </div>
  )
}
