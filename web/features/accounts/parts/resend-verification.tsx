import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { useSendForm } from '../../../data/send-form.ts'

export function ResendVerification() {
  const { form, error, state, isSending, from } = useSendForm('accounts.resendVerification')
  return (
    <form {...form}>
      <input type="hidden" name="from" value={from} />
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} />
      <button className="btn" aria-disabled={isSending || undefined}>
        Resend confirmation email
      </button>
    </form>
  )
}
