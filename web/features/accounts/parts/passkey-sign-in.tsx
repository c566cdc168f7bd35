import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { useSendForm } from '../../../data/send-form.ts'
import type { Asked } from '../passkeys.ts'
import { signWithPasskey, stopOffering } from '../passkeys.ts'
import type { AccountFormProps } from './pending-action.tsx'
import { CarriedAction } from './pending-action.tsx'

/**
 * Signing in without a password, where the browser can: by the button, or by what it offers in the
 * field above. What was wanted goes along as with the password.
 */
export function PasskeySignIn({ returnTo, wanted }: AccountFormProps) {
  const { form, error, state, isSending, from } = useSendForm('accounts.signInWithPasskey', { carried: wanted })
  const here = useRef<HTMLFormElement>(null)
  const [canAsk, setCanAsk] = useState(false)
  const [answer, setAnswer] = useState('')
  const [failed, setFailed] = useState<Exclude<Asked, { kind: 'answered' }> | null>(null)

  const ask = async (isOffered: boolean): Promise<void> => {
    const found = await signWithPasskey({ isOffered })
    // Offered and not taken is no failure: nobody asked for it.
    if (found.kind !== 'answered') return isOffered ? undefined : setFailed(found)
    flushSync(() => setAnswer(found.answer))
    here.current?.requestSubmit()
  }
  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return
    setCanAsk(true)
    ask(true).catch(() => undefined)
    return () => void stopOffering().catch(() => undefined)
  }, [])
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    if (answer !== '') {
      void form.onSubmit(event)
      return setAnswer('')
    }
    event.preventDefault()
    setFailed(null)
    ask(false).catch(() => setFailed({ kind: 'not-sent' }))
  }
  if (!canAsk) return null
  const refused = failed?.kind === 'refused' ? failed.error : error
  return (
    <form className="fields" ref={here} {...form} onSubmit={onSubmit}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="answer" value={answer} />
      <CarriedAction wanted={wanted} />
      <Refusal error={refused} isNotSent={state.kind === 'not-sent' || failed?.kind === 'not-sent'} />
      <p className="soft" role="status">
        {failed?.kind === 'given-up' ? 'No passkey was used. You can try again, or use your password.' : null}
      </p>
      <div className="compose-acts">
        <button className="btn" aria-disabled={isSending || undefined}>
          {isSending ? 'Signing in…' : 'Sign in with a passkey'}
        </button>
      </div>
    </form>
  )
}
