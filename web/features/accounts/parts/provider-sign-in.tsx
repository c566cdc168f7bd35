import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useSendForm } from '../../../data/send-form.ts'
import { useSite } from '../../../data/site.ts'
import type { ProviderStep } from '../sign-in.load.ts'
import { CodeForm } from './code-form.tsx'
import type { AccountFormProps } from './pending-action.tsx'
import { TermsLine } from './terms-line.tsx'

/**
 * By the operator's OpenID provider. What was wanted does not come along, so nothing offers it
 * then.
 */
export function ProviderSignIn({ returnTo, wanted }: AccountFormProps) {
  const { provider } = useSite()
  const { form, error, state, isSending, from } = useSendForm('accounts.startProviderSignIn')
  if (provider === undefined || wanted !== null) return null
  return (
    <form className="fields" {...form}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="from" value={from} />
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} />
      <div className="compose-acts">
        <button className="btn" aria-disabled={isSending || undefined}>
          {`Continue with ${provider}`}
        </button>
      </div>
    </form>
  )
}

/** Back from the provider: who is known here goes on, others choose a user name. */
export function ProviderStepForm({ step }: { readonly step: ProviderStep }) {
  const { provider = '' } = useSite()
  return step === 'signIn' ? <GoOn provider={provider} /> : <ChooseName provider={provider} asksEmail={step === 'signUpEmail'} />
}

function GoOn({ provider }: { readonly provider: string }) {
  const { form, error, state, isSending, from } = useSendForm('accounts.signInByProvider')
  if (error?.field === 'code') return <CodeForm returnTo={links.front()} wanted={null} />
  return (
    <form className="fields" {...form}>
      <input type="hidden" name="from" value={from} />
      <p>You’ve signed in at {provider}. Continue to your account here.</p>
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} />
      <Acts action="Continue" isSending={isSending} />
    </form>
  )
}

function ChooseName({ provider, asksEmail }: { readonly provider: string; readonly asksEmail: boolean }) {
  const { form, error, values, state, isSending, from } = useSendForm('accounts.signUpByProvider')
  return (
    <form className="fields" {...form}>
      <input type="hidden" name="from" value={from} />
      <p>
        You’ve signed in at {provider}, which isn’t linked to an account here yet. Choose a username to create one. If you already have an
        account, sign in to it another way and link {provider} in its Security tab.
      </p>
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ userName: 'provider-name', email: 'provider-email' }} />
      <TextField
        {...{ id: 'provider-name', name: 'userName', label: 'Username', autoComplete: 'username', required: true, maxLength: 70 }}
        {...{ error, defaultValue: values['userName'] }}
      />
      {asksEmail || values['email'] !== undefined ? (
        <TextField
          {...{ id: 'provider-email', name: 'email', label: 'Email', autoComplete: 'email', required: true, maxLength: 320 }}
          {...{ type: 'email', inputMode: 'email', error, defaultValue: values['email'] }}
        />
      ) : null}
      <TermsLine />
      <Acts action="Create account" isSending={isSending} />
    </form>
  )
}

function Acts({ action, isSending }: { readonly action: string; readonly isSending: boolean }) {
  return (
    <div className="compose-acts">
      <button className="btn primary" aria-disabled={isSending || undefined}>
        {action}
      </button>
      <a className="btn quiet" href={links.login()}>
        Sign in another way
      </a>
    </div>
  )
}
