import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useSendForm } from '../../../data/send-form.ts'

/** Leaving for a while, or for good. */
export function CloseAccount({ userName }: { readonly userName: string }) {
  return (
    <section className="after-form" aria-labelledby="close-title">
      <h2 className="section" id="close-title">
        Leave
      </h2>
      <Deactivate />
      <Delete userName={userName} />
    </section>
  )
}

function Deactivate() {
  const { form, error, state, isSending, from } = useSendForm('accounts.deactivate')
  return (
    <details className="confirm" open={error !== null || undefined}>
      <summary>Deactivate account</summary>
      <form {...form}>
        <input type="hidden" name="from" value={from} />
        <Refusal error={error} isNotSent={state.kind === 'not-sent'} />
        <p className="soft">
          Your profile and name are hidden. Your posts and comments stay, shown as by “[anonymous]”. You’re signed out everywhere, API keys
          are revoked, and notifications and emails stop. Sign in again whenever you want to come back.
        </p>
        <button className="btn danger" aria-disabled={isSending || undefined}>
          Deactivate account
        </button>
      </form>
    </details>
  )
}

function Delete({ userName }: { readonly userName: string }) {
  const { form, error, state, isSending, from } = useSendForm('accounts.requestDeletion')
  return (
    <details className="confirm" open={error !== null || undefined}>
      <summary>Delete account for good</summary>
      <form {...form}>
        <input type="hidden" name="from" value={from} />
        <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ typedName: 'typed-name', password: 'delete-password' }} />
        <p className="soft">
          Your account is hidden now and deleted after 14 days. Until then, signing in lets you keep it. After that it can’t be brought
          back.
        </p>
        <ul className="soft">
          <li>Erased: your email address, password, profile, settings, drafts, bookmarks, reading history and notifications.</li>
          <li>Posts and comments stay, without your name. Delete those you don’t want to leave before you go.</li>
          <li>Votes and reactions still count, without your name.</li>
          <li>Messages stay with the people you wrote to, without your name.</li>
        </ul>
        <p>
          <a href={links.exportTexts()}>Download everything of yours first</a>
        </p>
        <TextField
          {...{ id: 'typed-name', name: 'typedName', required: true, autoComplete: 'off', maxLength: 200, error }}
          label={`Type your username, ${userName}, to confirm`}
        />
        <TextField
          {...{ id: 'delete-password', name: 'password', label: 'Current password', type: 'password', required: true, error }}
          autoComplete="current-password"
          maxLength={1_000}
        />
        <button className="btn danger" aria-disabled={isSending || undefined}>
          Delete account in 14 days
        </button>
      </form>
    </details>
  )
}
