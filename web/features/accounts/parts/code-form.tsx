import { useEffect, useRef } from 'react'
import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useSendForm } from '../../../data/send-form.ts'
import type { AccountFormProps } from './pending-action.tsx'
import { CarriedAction } from './pending-action.tsx'

/** After a right password, where the account has a second factor: the code, and what was wanted. */
export function CodeForm({ returnTo, wanted }: AccountFormProps) {
  const { form, error, state, isSending, from } = useSendForm('accounts.signInWithCode', { carried: wanted })
  const here = useRef<HTMLFormElement>(null)
  // In the place of the form whose button was pressed: the focus was there.
  useEffect(() => here.current?.querySelector<HTMLElement>('[name=code]')?.focus(), [])
  return (
    <form className="fields" ref={here} {...form}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="from" value={from} />
      <CarriedAction wanted={wanted} />
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ code: 'code' }} />
      <TextField
        id="code"
        name="code"
        label="Code"
        hint="From your authenticator app. Without it, use a recovery code."
        autoComplete="one-time-code"
        required
        maxLength={40}
        error={error}
      />
      <div className="compose-acts">
        <button className="btn primary" aria-disabled={isSending || undefined}>
          {isSending ? 'Signing in…' : 'Sign in'}
        </button>
        <a className="btn quiet" href={links.login({ returnTo: returnTo === links.front() ? undefined : returnTo })}>
          Start over
        </a>
      </div>
    </form>
  )
}
