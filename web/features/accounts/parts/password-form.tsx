import { accountLimits } from '#shared/accounts/rules.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useSendForm } from '../../../data/send-form.ts'

export function PasswordForm({ userName }: { readonly userName: string }) {
  const { form, error, state, isSending, from } = useSendForm('accounts.changePassword')
  return (
    <form className="fields" {...form}>
      <input type="hidden" name="from" value={from} />
      <input type="hidden" autoComplete="username" value={userName} readOnly />
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ password: 'old-password', newPassword: 'new-password' }} />
      <TextField
        id="old-password"
        name="password"
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={1_000}
        error={error}
      />
      <TextField
        id="new-password"
        name="newPassword"
        label="New password"
        hint={`At least ${accountLimits.password.min} characters. Other browsers will be signed out.`}
        type="password"
        autoComplete="new-password"
        required
        minLength={accountLimits.password.min}
        maxLength={accountLimits.password.max}
        error={error}
      />
      <div className="compose-acts">
        <button className="btn" aria-disabled={isSending || undefined}>
          Change password
        </button>
      </div>
    </form>
  )
}
