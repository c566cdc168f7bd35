import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { useSendForm } from '../../../data/send-form.ts'
import { CodeForm } from './code-form.tsx'

/** The mailed link that signs in: by its button alone, and in another browser by a second press. */
export function MailedLinkForm({ token }: { readonly token: string }) {
  const { form, error, state, isSending, from } = useSendForm('accounts.signInWithMailedLink')
  const isElsewhere = error?.field === 'otherBrowser'
  return (
    <div className="narrow account-forms">
      <h1 className="page-title">Sign in</h1>
      {error?.field === 'code' ? (
        <CodeForm returnTo={links.front()} wanted={null} />
      ) : (
        <form className="fields" {...form}>
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="from" value={from} />
          {isElsewhere ? <input type="hidden" name="isElsewhere" value="yes" /> : null}
          <Refusal error={error} isNotSent={state.kind === 'not-sent'} />
          {isElsewhere ? null : <p>Press the button to sign in. The link works once.</p>}
          <div className="compose-acts">
            <button className="btn primary" aria-disabled={isSending || undefined}>
              {isElsewhere ? 'Sign in here anyway' : 'Sign in'}
            </button>
            <a className="btn quiet" href={links.front()}>
              Cancel
            </a>
          </div>
        </form>
      )}
    </div>
  )
}
