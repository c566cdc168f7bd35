import type { FormEvent, ReactNode } from 'react'
import { useEffect, useState } from 'react'
import type { PasskeyFacts } from '#shared/pages/page-data.ts'
import { passkeyLimits } from '#shared/accounts/passkey-limits.ts'
import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useRefusedForm } from '../../../data/page.ts'
import { sendForm } from '../../../data/send-form.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { Asked } from '../passkeys.ts'
import { makePasskey } from '../passkeys.ts'

/** The passkeys of an account: added after the password, named, removed. */
export function PasskeyList({ passkeys }: { readonly passkeys: readonly PasskeyFacts[] }) {
  return (
    <section aria-labelledby="passkeys-title">
      <h2 className="section" id="passkeys-title">
        Passkeys
      </h2>
      <p className="soft">Sign in with your finger, face or screen lock, on this device or a security key. No password, no code.</p>
      {passkeys.length === 0 ? null : (
        <ul className="plain-list">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {passkeys.length < passkeyLimits.perMember ? <AddPasskey /> : <p>You have as many passkeys as there can be.</p>}
    </section>
  )
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { readonly passkey: PasskeyFacts }) {
  const now = useNow()
  return (
    <li>
      <b>{name}</b>{' '}
      <span className="meta">
        added <Time at={createdAt} now={now} />
        {lastUsedAt === null ? (
          ', not used yet'
        ) : (
          <>
            , last used <Time at={lastUsedAt} now={now} />
          </>
        )}
      </span>
      <details className="other-way">
        <summary>Rename or remove</summary>
        <OwnForm name="accounts.renamePasskey" id={id}>
          <TextField
            {...{ id: `passkey-${id}`, name: 'name', label: 'Name', defaultValue: name, required: true }}
            maxLength={passkeyLimits.nameLength}
          />
          <button className="btn">Rename</button>
        </OwnForm>
        <OwnForm name="accounts.removePasskey" id={id}>
          <button className="btn danger">Remove</button>
        </OwnForm>
      </details>
    </li>
  )
}

interface OwnFormProps {
  readonly name: string
  readonly id: string
  readonly children: ReactNode
}

function OwnForm({ name, id, children }: OwnFormProps) {
  const refused = useRefusedForm(name, { id })
  return (
    <form className="fields" method="post" action={links.form(name)}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="from" value={links.account('security')} />
      <Refusal error={refused?.error ?? null} />
      {children}
    </form>
  )
}

type Trouble = Exclude<Asked, { kind: 'answered' }>

function AddPasskey() {
  const [can, setCan] = useState<boolean | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => setCan('PublicKeyCredential' in window), [])
  const add = async (password: string): Promise<Trouble | null> => {
    const made = await makePasskey(password)
    if (made.kind !== 'answered') return made
    const data = new FormData()
    data.set('answer', made.answer)
    const answer = await sendForm(links.form('accounts.addPasskey'), data)
    if (answer === null) return { kind: 'not-sent' }
    if (!answer.ok) return { kind: 'refused', error: answer.error }
    window.location.assign(answer.location)
    return null
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setTrouble(null)
    add(String(new FormData(event.currentTarget).get('password') ?? ''))
      .catch((): Trouble => ({ kind: 'not-sent' }))
      .then((found) => {
        setTrouble(found)
        setBusy(found === null)
      })
      .catch(() => undefined)
  }
  if (can === null) return <p className="soft">Passkeys need a browser with scripts.</p>
  if (!can) return <p className="soft">This browser can’t make passkeys here. They need a secure (https) address.</p>
  return (
    <form className="fields" onSubmit={onSubmit}>
      <Refusal
        error={trouble?.kind === 'refused' ? trouble.error : null}
        isNotSent={trouble?.kind === 'not-sent'}
        fieldIds={{ password: 'passkey-password' }}
      />
      <p className="soft" role="status">
        {trouble?.kind === 'given-up' ? 'No passkey was made. This device may have one for this account already.' : null}
      </p>
      <TextField
        id="passkey-password"
        name="password"
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={1_000}
        error={trouble?.kind === 'refused' ? trouble.error : null}
      />
      <div className="compose-acts">
        <button className="btn" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Adding…' : 'Add a passkey'}
        </button>
      </div>
    </form>
  )
}
