import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useRefusedForm } from '../../../data/page.ts'
import { useSendForm } from '../../../data/send-form.ts'
import { CodeForm } from './code-form.tsx'
import type { AccountFormProps } from './pending-action.tsx'
import { CarriedAction } from './pending-action.tsx'

export function SignInForm({ returnTo, wanted }: AccountFormProps) {
  const { form, error, values, state, isSending, from } = useSendForm('accounts.signIn', { carried: wanted })
  const typedCode = useRefusedForm('accounts.signInWithCode')
  // The password was right. Without a script the page comes with the answer, else it is asked here.
  if (error?.field === 'code' || typedCode !== null) return <CodeForm returnTo={returnTo} wanted={wanted} />
  return (
    <form className="fields" {...form}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="from" value={from} />
      <CarriedAction wanted={wanted} />
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ login: 'login', password: 'password' }} />
      <TextField
        id="login"
        name="login"
        label="Username or email"
        autoComplete="username webauthn"
        required
        maxLength={320}
        defaultValue={values['login']}
        error={error}
      />
      <TextField
        id="password"
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={1_000}
        error={error}
      />
      <div className="compose-acts">
        <button className="btn primary" aria-disabled={isSending || undefined}>
          {isSending ? 'Signing in…' : 'Sign in'}
        </button>
        <a className="btn quiet" href={links.login({ mode: 'reset' })}>
          Forgot password?
        </a>
      </div>
    </form>
  )
}
