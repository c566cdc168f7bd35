import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useSendForm } from '../../../data/send-form.ts'

/**
 * Asking for a mail that lets one choose a new password. The answer is the same whether the address
 * is known or not.
 */
export function ResetForm({ hasDevInbox }: { readonly hasDevInbox: boolean }) {
  const { form, error, values, state, isSending, from } = useSendForm('accounts.requestReset')
  return (
    <form className="fields" {...form}>
      <input type="hidden" name="from" value={from} />
      <p className="soft">We’ll email you a link to choose a new password.</p>
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ email: 'reset-email' }} />
      <TextField
        id="reset-email"
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        maxLength={320}
        defaultValue={values['email']}
        error={error}
      />
      <div className="compose-acts">
        <button className="btn primary" aria-disabled={isSending || undefined}>
          Send reset link
        </button>
        {hasDevInbox ? (
          <a className="btn quiet" href={links.devInbox()}>
            Development inbox
          </a>
        ) : null}
      </div>
    </form>
  )
}
