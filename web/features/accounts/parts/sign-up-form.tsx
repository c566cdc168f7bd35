import { accountLimits } from '#shared/accounts/rules.ts'
import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useSendForm } from '../../../data/send-form.ts'
import type { AccountFormProps } from './pending-action.tsx'
import { useAddressCheck, useNameCheck } from './use-name-check.ts'
import { CarriedAction } from './pending-action.tsx'
import { TermsLine } from './terms-line.tsx'

const { userName, password } = accountLimits

export function SignUpForm({ returnTo, wanted, hasDevInbox }: AccountFormProps & { readonly hasDevInbox: boolean }) {
  const { form, error, values, state, isSending, from } = useSendForm('accounts.signUp', { carried: wanted })
  const name = useNameCheck('new-name', error)
  const address = useAddressCheck(error)
  return (
    // What is wrong is said for all fields at once, without a script too: the browser says one.
    <form className="fields" noValidate {...form}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="from" value={from} />
      <CarriedAction wanted={wanted} />
      <Refusal
        error={error}
        isNotSent={state.kind === 'not-sent'}
        fieldIds={{ userName: 'new-name', email: 'new-email', password: 'new-password' }}
      />
      <TextField
        id="new-name"
        name="userName"
        label="Username"
        hint="This is public. You can change your display name later."
        autoComplete="username"
        required
        minLength={userName.min}
        maxLength={userName.max}
        defaultValue={values['userName']}
        error={error}
        {...name}
      />
      <TextField
        id="new-email"
        name="email"
        label="Email"
        hint={
          hasDevInbox ? (
            <>
              Never shown. This is a test site; email goes to the <a href={links.devInbox()}>development inbox</a>.
            </>
          ) : (
            'Never shown. We’ll email you a link to confirm it; you can start without.'
          )
        }
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        maxLength={320}
        defaultValue={values['email']}
        error={error}
        {...address}
      />
      <TextField
        id="new-password"
        name="password"
        label="Password"
        hint={`At least ${password.min} characters. A few unrelated words make a stronger password than symbols.`}
        type="password"
        autoComplete="new-password"
        required
        minLength={password.min}
        maxLength={password.max}
        error={error}
      />
      <TermsLine />
      <div className="compose-acts">
        <button className="btn primary" aria-disabled={isSending || undefined}>
          {isSending ? 'Signing up…' : 'Sign up'}
        </button>
      </div>
    </form>
  )
}
