import { useEffect, useRef } from 'react'
import { links } from '#shared/links.ts'
import { mailedCodeLimits } from '#shared/accounts/mailed-sign-in-limits.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useSendForm } from '../../../data/send-form.ts'
import { useSite } from '../../../data/site.ts'
import { CodeForm } from './code-form.tsx'
import type { AccountFormProps } from './pending-action.tsx'
import { CarriedAction } from './pending-action.tsx'

interface AskProps extends AccountFormProps {
  readonly onSent: (email: string) => void
}

/** Asks for an address to mail a code to. The answer is the same whether it is known or not. */
export function MailSignIn({ returnTo, wanted, onSent }: AskProps) {
  const { form, error, values, state, isSending, from } = useSendForm('accounts.requestSignInMail', {
    carried: wanted,
    onShown: (shown) => onSent(shown['email'] ?? ''),
  })
  return (
    <details className="other-way" open={error !== null || state.kind === 'not-sent' || undefined}>
      <summary>Email me a code</summary>
      <form className="fields" {...form}>
        <input type="hidden" name="returnTo" value={returnTo} />
        <input type="hidden" name="from" value={from} />
        <CarriedAction wanted={wanted} />
        <p className="soft">We’ll email you a code that signs you in without your password.</p>
        <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ email: 'code-email' }} />
        <TextField
          id="code-email"
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
          <button className="btn" aria-disabled={isSending || undefined}>
            {isSending ? 'Sending…' : 'Email me a code'}
          </button>
        </div>
      </form>
    </details>
  )
}

interface CodeProps extends AccountFormProps {
  readonly email: string
}

/** On the page that asked: inside an installed app, too, where a link would open the browser. */
export function MailedCode({ returnTo, wanted, email }: CodeProps) {
  const { form, error, state, isSending, from } = useSendForm('accounts.signInWithMailedCode', { carried: wanted })
  const { hasDevInbox } = useSite()
  const here = useRef<HTMLFormElement>(null)
  // In the place of the form whose button was pressed: the focus was there.
  useEffect(() => here.current?.querySelector<HTMLElement>('[name=mailedCode]')?.focus(), [])
  if (error?.field === 'code') return <CodeForm returnTo={returnTo} wanted={wanted} />
  return (
    <form className="fields" ref={here} {...form}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="email" value={email} />
      <CarriedAction wanted={wanted} />
      <p role="status">
        If an account uses <b dir="auto">{email}</b>, we’ve emailed it a code. Keep this page open, and type the code here within 10
        minutes.
      </p>
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ mailedCode: 'mailed-code' }} />
      <TextField
        id="mailed-code"
        name="mailedCode"
        label="Code from the email"
        hint={`${mailedCodeLimits.digits} digits.`}
        autoComplete="one-time-code"
        inputMode="numeric"
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
        {hasDevInbox ? (
          <a className="btn quiet" href={links.devInbox()}>
            Development inbox
          </a>
        ) : null}
      </div>
    </form>
  )
}
