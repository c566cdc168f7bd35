import { links } from '#shared/links.ts'
import { secondFactorLimits } from '#shared/accounts/second-factor-limits.ts'
import type { FormState, OwnFacts } from '#shared/pages/page-data.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useRefusedForm } from '../../../data/page.ts'

type FormErrors = FormState['error']
type Factor = NonNullable<OwnFacts['secondFactor']>

/**
 * A code after the password: turned on by a first code, off by the password and a code. Plain
 * forms: the key and the recovery codes are in one answer and nowhere else.
 */
export function TwoStep({ factor }: { readonly factor: Factor }) {
  const [started, confirmed] = [useRefusedForm('accounts.startSecondFactor'), useRefusedForm('accounts.confirmSecondFactor')]
  const [renewed, ended] = [useRefusedForm('accounts.replaceRecoveryCodes'), useRefusedForm('accounts.endSecondFactor')]
  const codes = (confirmed ?? renewed)?.values['recoveryCodes']
  const setUp = confirmed ?? started
  return (
    <section className="two-step" aria-labelledby="two-step-title">
      <h2 className="section" id="two-step-title">
        Two-step sign-in
      </h2>
      {codes === undefined ? null : <RecoveryCodes codes={codes.split(' ')} isFirst={confirmed !== null} />}
      {factor.isOn ? (
        <>
          <p>On. After your password, a code from your authenticator app is asked for. {recoveryWords(factor.recoveryCodesLeft)}</p>
          <WithCode
            name="accounts.replaceRecoveryCodes"
            summary="Make new recovery codes"
            isOpen={renewed?.error !== null && renewed !== null}
            error={renewed?.error ?? null}
            action="Make new codes"
          >
            Earlier recovery codes stop working.
          </WithCode>
          <WithCode
            name="accounts.endSecondFactor"
            summary="Turn off two-step sign-in"
            isOpen={ended !== null}
            error={ended?.error ?? null}
            action="Turn off"
          >
            Your password alone will sign you in.
          </WithCode>
        </>
      ) : setUp?.values['secret'] === undefined ? (
        <Start error={started?.error ?? confirmed?.error ?? null} />
      ) : (
        <SetUp values={setUp.values} error={confirmed?.error ?? null} />
      )}
    </section>
  )
}

function recoveryWords(left: number): string {
  if (left === 0) return 'You have no recovery codes left: make new ones.'
  return `You have ${left} of ${secondFactorLimits.recoveryCodes} recovery codes left.`
}

function Start({ error }: { readonly error: FormErrors }) {
  return (
    <form className="fields" method="post" action={links.form('accounts.startSecondFactor')}>
      <p className="soft">
        A code from an app on your phone, asked for after your password, keeps out anyone who has found the password out. Any authenticator
        app will do.
      </p>
      <input type="hidden" name="from" value={links.account('security')} />
      <Refusal error={error} fieldIds={{ password: 'two-step-password' }} />
      <Password id="two-step-password" error={error} />
      <div className="compose-acts">
        <button className="btn primary">Set up</button>
      </div>
    </form>
  )
}

function SetUp({ values, error }: { readonly values: FormState['values']; readonly error: FormErrors }) {
  const { secret = '', uri = '', path = '', side = '0' } = values
  return (
    <>
      <p>
        1. Scan this with your authenticator app. On this phone, <a href={uri}>open the app</a> instead.
      </p>
      <svg
        className="qr-code"
        viewBox={`0 0 ${side} ${side}`}
        role="img"
        aria-label="QR code with the key below"
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <p>
        Or type this key into it:{' '}
        <code id="two-step-key" dir="ltr">
          {secret}
        </code>
      </p>
      <form className="fields" method="post" action={links.form('accounts.confirmSecondFactor')}>
        <p>2. Type the code that the app shows. Other browsers will be signed out.</p>
        <input type="hidden" name="from" value={links.account('security')} />
        <Refusal error={error} fieldIds={{ code: 'first-code' }} />
        <Code id="first-code" hint="Six digits." error={error} />
        <div className="compose-acts">
          <button className="btn primary">Turn on</button>
          <a className="btn quiet" href={links.account('security')}>
            Cancel
          </a>
        </div>
      </form>
    </>
  )
}

function RecoveryCodes({ codes, isFirst }: { readonly codes: readonly string[]; readonly isFirst: boolean }) {
  return (
    <div className="notice" role="status">
      <p>
        <b>{isFirst ? 'Two-step sign-in is on. Your recovery codes' : 'Your new recovery codes'}</b>
      </p>
      <p>Keep them apart from your phone: you won’t see them again. Each signs you in once in place of a code from the app.</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface WithCodeProps {
  readonly name: string
  readonly summary: string
  readonly action: string
  readonly isOpen: boolean
  readonly error: FormErrors
  readonly children: string
}

/** What needs the password and a code. */
function WithCode({ name, summary, action, isOpen, error, children }: WithCodeProps) {
  const id = name.replace('.', '-')
  return (
    <details className="other-way" open={isOpen || undefined}>
      <summary>{summary}</summary>
      <form className="fields" method="post" action={links.form(name)}>
        <p className="soft">{children}</p>
        <input type="hidden" name="from" value={links.account('security')} />
        <Refusal error={error} fieldIds={{ password: `${id}-password`, code: `${id}-code` }} />
        <Password id={`${id}-password`} error={error} />
        <Code id={`${id}-code`} hint="From your app, or a recovery code." error={error} />
        <div className="compose-acts">
          <button className="btn">{action}</button>
        </div>
      </form>
    </details>
  )
}

interface FieldProps {
  readonly id: string
  readonly error: FormErrors
}

function Password({ id, error }: FieldProps) {
  return (
    <TextField
      {...{ id, error }}
      name="password"
      label="Current password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={1_000}
    />
  )
}

function Code({ id, error, hint }: FieldProps & { readonly hint: string }) {
  return <TextField {...{ id, error, hint }} name="code" label="Code" autoComplete="one-time-code" required maxLength={40} />
}
