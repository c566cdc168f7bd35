import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useSendForm } from '../../../data/send-form.ts'

interface EmailFormProps {
  /** An address that waits to be confirmed. */
  readonly waiting: { readonly email: string } | null
}

export function EmailForm({ waiting }: EmailFormProps) {
  const { form, error, state, isSending, from } = useSendForm('accounts.changeEmail')
  return (
    <>
      {waiting === null ? null : <Waiting {...waiting} />}
      <form className="fields" {...form}>
        <input type="hidden" name="from" value={from} />
        <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ newEmail: 'new-email', password: 'email-password' }} />
        <TextField
          {...{
            id: 'new-email',
            name: 'newEmail',
            label: 'New email address',
            type: 'email',
            autoComplete: 'email',
            required: true,
            error,
          }}
          maxLength={320}
          hint="We’ll send a link there. Your address stays the same until you use it."
        />
        <TextField
          {...{ id: 'email-password', name: 'password', label: 'Current password', type: 'password', required: true, error }}
          autoComplete="current-password"
          maxLength={1_000}
        />
        <div className="compose-acts">
          <button className="btn" aria-disabled={isSending || undefined}>
            Change email
          </button>
        </div>
      </form>
    </>
  )
}

function Waiting({ email }: NonNullable<EmailFormProps['waiting']>) {
  return (
    <form className="notice-line" method="post" action={links.form('accounts.cancelEmailChange')}>
      <p>
        Waiting for you to confirm <b dir="ltr">{email}</b>. The link works for 24 hours.
      </p>
      <button className="btn quiet">Cancel the change</button>
    </form>
  )
}
